/**
 * The unit tests of the app in one file and as CommonJS: what they share is then loaded once for each mutant, and
 * faster, and mutants are many.
 */
export default {
  rootDir: '../..',
  testMatch: ['<rootDir>/test/mutants/all.ts'],
  setupFiles: ['<rootDir>/test/untouched.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/unit.setup.ts'],
  transform: {
    '\\.[jt]s$': [
      'babel-jest',
      {
        presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true }]],
        plugins: ['@babel/plugin-transform-modules-commonjs'],
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!zod/)', '/build/nock'],
  moduleNameMapper: { '^nock$': '<rootDir>/build/nock.cjs' },
};
