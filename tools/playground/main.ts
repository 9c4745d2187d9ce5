/**
 * Builds the playground (`packages/apps/playground/page`): static files that any file server can serve, from any folder. The
 * simulator becomes a text that the page passes to the frame in which programs run; that frame may not send any request.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import type { TextFile } from '../../packages/apps/playground/src/project/project.js';
import { withConstants } from '../bundle/constants.js';
import { MATHJS_NAMES } from '../bundle/plugins.js';
import { folderOf, REPOSITORY } from '../shared/workspaces.js';
import { exampleOf } from './collect.js';

const PLAYGROUND = folderOf('@kineko/playground');
const page = join(PLAYGROUND, 'page/');

/** Modules that are loaded by `import()` on demand, with the names that are used. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '@dimforge/rapier2d-deterministic-compat': Object.keys(await import('@dimforge/rapier2d-deterministic-compat')),
  'mathjs/number': MATHJS_NAMES,
};

const options: BuildOptions = {
  bundle: true,
  minify: true,
  target: 'es2022',
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
};

rmSync(page, { recursive: true, force: true });
mkdirSync(page, { recursive: true });
await makePage();
await makeConfinement();
// The unchanged viewer, in a frame that passes it the run.
cpSync(join(folderOf('kineko'), 'page'), `${page}viewer`, {
  recursive: true,
  filter: (path) => !/(panel|space|editor)\.(html|js|css)$/.test(path),
});

async function makePage(): Promise<void> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The editor creates its styles at run time.
    "style-src 'self' 'unsafe-inline'",
    "frame-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  await build({
    ...options,
    entryPoints: { playground: sourceOf('page/main.tsx') },
    outdir: page,
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [made({ gallery, simulator, parts: async () => partsModule() })],
  });
  writeFileSync(`${page}index.html`, filled('page/index.html', { policy: policy.join('; ') }));
}

async function makeConfinement(): Promise<void> {
  const script = await textOf({ entryPoints: [sourceOf('confinement/frame.ts')], format: 'iife' });
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    // Its own script, and code created from texts: the programs of authors, and code that these create.
    `script-src 'sha256-${hash}' blob: 'unsafe-eval'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const html = filled('confinement/confinement.html', { policy: policy.join('; ') });
  // A function, because the text may contain characters that are special in a replacement.
  writeFileSync(
    `${page}confinement.html`,
    html.replace('<!--script-->', () => `<script>${script}</script>`),
  );
}

/** Modules with names that start with `kineko:`, which are generated here. */
function made(makers: Readonly<Record<string, () => Promise<string>>>): Plugin {
  return {
    name: 'made here',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^kineko:/ }, ({ path }) => ({ path: path.slice('kineko:'.length), namespace: 'made' }));
      onLoad({ filter: /.*/, namespace: 'made' }, async ({ path }) => ({
        contents: path.startsWith('part:') ? await part(path.slice('part:'.length)) : await makers[path]!(),
      }));
    },
  };
}

async function gallery(): Promise<string> {
  const folder = join(REPOSITORY, 'examples');
  const examples = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => exampleOf(name, textsIn(join(folder, name))) ?? []);
  return `export const gallery = ${JSON.stringify(examples)};`;
}

function textsIn(folder: string): TextFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(config|ts|md|ya?ml|txt|map|scen)$/.test(entry.name) && !entry.name.endsWith('.test.ts'),
    )
    .map(({ name }) => ({ name, content: readFileSync(join(folder, name), 'utf8') }));
}

async function simulator(): Promise<string> {
  const text = await textOf({
    entryPoints: [sourceOf('simulator/main.ts')],
    plugins: [askedParts()],
    // Names are kept: names of classes are used for random streams and in records.
    minify: false,
    minifyWhitespace: true,
  });
  return `export default ${JSON.stringify(withConstants(text).code)};`;
}

/** Replaces a part that is loaded on demand: its importer waits until the page has sent it. */
function askedParts(): Plugin {
  return {
    name: 'parts on demand',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /.*/ }, ({ path, kind }) =>
        kind === 'dynamic-import' && Object.hasOwn(PARTS, path) ? { path, namespace: 'part' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
        contents: [
          `const part = await globalThis.kinekoPart(${JSON.stringify(path)});`,
          ...PARTS[path]!.map((name) => `export ${name === 'default' ? name : `const ${name} =`} part.${name};`),
        ].join('\n'),
      }));
    },
  };
}

function partsModule(): string {
  const entries = Object.keys(PARTS).map((name) => {
    const module = JSON.stringify(`kineko:part:${name}`);
    return `${JSON.stringify(name)}: () => import(${module})`;
  });
  return `export const parts = { ${entries.join(', ')} };`;
}

async function part(name: string): Promise<string> {
  const contents = `export { ${PARTS[name]!.join(', ')} } from ${JSON.stringify(name)};`;
  const resolveDir = folderOf('@kineko/world');
  const text = await textOf({ stdin: { contents, resolveDir } });
  return `export default ${JSON.stringify(text)};`;
}

async function textOf(what: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...options, ...what, write: false });
  return outputFiles[0]!.text.trim();
}

function filled(path: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(sourceOf(path), 'utf8').replace(/\{(\w+)\}/g, (_all, name: string) => values[name]!);
}

function sourceOf(path: string): string {
  return join(PLAYGROUND, 'src', path);
}
