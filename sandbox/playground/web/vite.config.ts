import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'warn',
  build: { outDir: '../../../build/playground', emptyOutDir: true, chunkSizeWarningLimit: 1000 },
});
