import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'warn',
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // The font stays a file: the page's policy allows none within a style sheet.
  build: {
    outDir: '../../../build/playground',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
});
