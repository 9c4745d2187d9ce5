/** Bundles the viewer into plain files that need nothing else: one page, one script, one style, and what reads XML (`packages/web/page`). */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

// As built, it stands in build/tools/page.
const WEB = new URL('../../../packages/web/', import.meta.url);
const page = fileURLToPath(new URL('page/', WEB));

rmSync(page, { recursive: true, force: true });
mkdirSync(page, { recursive: true });
const sources = (path: string): string => fileURLToPath(new URL(`src/viewer/${path}`, WEB));
const options: BuildOptions = {
  outdir: page,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // What reads XML is asked for Node's files only where there is Node.
  external: ['node:*', 'module', 'fs', 'path'],
  logLevel: 'warning',
};
// What reads XML is six times as large as all the rest, and rarely needed: it stays outside until it is.
const external = [...options.external!, './visualization-reader.js'];
await build({ ...options, entryPoints: { viewer: sources('main.tsx') }, external });
// Split: its modules wait for each other, which only those of the browser can.
await build({
  ...options,
  entryPoints: { 'visualization-reader': sources('visualization-reader.ts') },
  splitting: true,
});
copyFileSync(sources('index.html'), `${page}index.html`);
