/**
 * Bundles the pages into self-contained files: a page, a script and a style each, the script of the viewer's worker, and the
 * XML reader. They are shipped with the program (folder `page` of the package `kineko`).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { folderOf, REPOSITORY } from '../shared/workspaces.js';

const page = join(folderOf('kineko'), 'page/');

rmSync(page, { recursive: true, force: true });
mkdirSync(page, { recursive: true });
/** The XML reader needs Node's files only on Node. */
const NODE_ONLY = ['node:*', 'module', 'fs', 'path'];
const options: BuildOptions = {
  outdir: page,
  bundle: true,
  minify: true,
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  format: 'esm',
  external: NODE_ONLY,
  // Bundles the sources, which import styles.
  conditions: ['@kineko/source'],
  logLevel: 'warning',
};
const sourceOf = (path: string): string => join(REPOSITORY, path);
await build({
  ...options,
  entryPoints: {
    viewer: sourceOf('packages/apps/kineko/src/page/viewer.ts'),
    panel: sourceOf('packages/frontends/crsim/src/page/panel/main.tsx'),
    space: sourceOf('packages/frontends/crsim/src/page/space/main.tsx'),
    editor: sourceOf('packages/apps/kineko/src/page/editor.ts'),
    debugger: sourceOf('packages/apps/kineko/src/page/debugger.ts'),
  },
  // The XML reader is six times the size of the rest and rarely needed, so it is loaded on demand.
  external: [...NODE_ONLY, './visualization-reader.js'],
});
await build({
  ...options,
  entryPoints: { 'visualization-reader': sourceOf('packages/frontends/deeco/src/page/visualization-reader.ts') },
  // Its modules use top-level await, which only modules of the browser support.
  splitting: true,
});
await build({
  ...options,
  entryPoints: { reader: sourceOf('packages/apps/kineko/src/page/reader.ts') },
  // A classic script, because a self-contained page creates a worker from its text. It does not use the XML reader.
  format: 'iife',
  external: [...NODE_ONLY, 'libxml2-wasm'],
});
for (const [name, title, bundle] of [
  ['index', 'Kineko', 'viewer'],
  ['panel', 'Control panel', 'panel'],
  ['space', 'Environment', 'space'],
  ['editor', 'World editor', 'editor'],
  ['debugger', 'Debugger', 'debugger'],
] as const) {
  writeFileSync(join(page, `${name}.html`), htmlOf(title, bundle));
}

function htmlOf(title: string, bundle: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="./${bundle}.css" />
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="./${bundle}.js"></script>
  </body>
</html>
`;
}
