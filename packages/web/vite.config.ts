import { defineConfig } from 'vite';

/** The viewer as plain files that need nothing else: one script, one style. */
export default defineConfig({
  root: new URL('./src/viewer/', import.meta.url).pathname,
  base: './',
  logLevel: 'warn',
  build: {
    outDir: new URL('./page/', import.meta.url).pathname,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsDir: '.',
    rolldownOptions: {
      output: { codeSplitting: false, entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]' },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
