/** Bundles the pages into plain files that need nothing else: of each one page, one script, one style (`packages/web/page`). */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// As built, it stands in build/tools/page.
const WEB = new URL('../../../packages/web/', import.meta.url);
const page = fileURLToPath(new URL('page/', WEB));

rmSync(page, { recursive: true, force: true });
mkdirSync(page, { recursive: true });
await build({
  entryPoints: {
    viewer: fileURLToPath(new URL('src/viewer/main.tsx', WEB)),
    panel: fileURLToPath(new URL('src/panel/main.tsx', WEB)),
    space: fileURLToPath(new URL('src/space/main.tsx', WEB)),
  },
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
});
for (const [from, to] of [
  ['src/viewer/index.html', 'index.html'],
  ['src/panel/panel.html', 'panel.html'],
  ['src/space/space.html', 'space.html'],
] as const) {
  copyFileSync(fileURLToPath(new URL(from, WEB)), `${page}${to}`);
}
