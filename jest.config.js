import { availableParallelism } from 'node:os';

const typescript = {
  setupFiles: ['<rootDir>/test/untouched.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['babel-jest', { presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true }]] }],
    // Node.js can require this ES module, which @fastify/static does; Jest cannot yet.
    '/content-disposition/.+\\.js$': [
      'babel-jest',
      { plugins: ['@babel/plugin-transform-modules-commonjs'] },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!.*content-disposition/)'],
};

/** Unit tests never touch the network; sandbox and end-to-end tests talk HTTP on loopback. */
export default {
  projects: [
    {
      ...typescript,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/test/(sandbox|e2e|playground)/'],
      setupFilesAfterEnv: ['<rootDir>/test/unit.setup.ts'],
    },
    { ...typescript, displayName: 'sandbox', testMatch: ['<rootDir>/test/sandbox/**/*.test.ts'] },
    { ...typescript, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.test.ts'] },
    { ...typescript, displayName: 'playground', testMatch: ['<rootDir>/test/playground/**/*.test.ts'] },
  ],
  // Many tests wait for a browser or another process, and leave their processor to others meanwhile.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  collectCoverageFrom: ['index.ts', 'src/**/*.ts'],
  coverageReporters: ['text-summary', 'lcov'],
  coverageThreshold: { global: { branches: 95 } },
};
