/**
 * Bundles the viewer into plain files that need nothing else: one page, one script, one style, and the script of its worker
 * (`packages/web/page`).
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

// As built, it stands in build/tools/page.
const WEB = new URL('../../../packages/web/', import.meta.url);
const page = fileURLToPath(new URL('page/', WEB));

rmSync(page, { recursive: true, force: true });
mkdirSync(page, { recursive: true });
/** What reads XML is asked for Node's files only where there is Node. */
const NODE_ONLY = ['node:*', 'module', 'fs', 'path'];
const options: BuildOptions = {
  outdir: page,
  bundle: true,
  minify: true,
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  external: NODE_ONLY,
  logLevel: 'warning',
};
const sourceOf = (path: string): string => fileURLToPath(new URL(`src/${path}`, WEB));
await build({ ...options, entryPoints: { viewer: sourceOf('viewer/main.tsx') }, format: 'esm' });
// A plain script: a page that stands alone makes a worker of its text. Nothing in it asks for what reads XML.
const external = [...NODE_ONLY, 'libxml2-wasm'];
await build({ ...options, entryPoints: { reader: sourceOf('reading/worker.ts') }, format: 'iife', external });
copyFileSync(fileURLToPath(new URL('src/viewer/index.html', WEB)), `${page}index.html`);
