/**
 * Bundles the program into few files (`packages/apps/kineko/bundle`): Node takes longer to find and link five hundred small modules
 * than ten robots take to gather. Every entry of `kineko` shares its chunks, so that a process has one copy of each class. The
 * other packages are private and reach users only as parts of this bundle.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type BuildOptions, type Metafile, type OutputFile } from 'esbuild';
import { shiftedMap, withConstants } from './constants.js';
import { libraries, lighter, MATHJS_NAMES, OURS, together } from './plugins.js';
import { folderOf, type Package, packagesIn, REPOSITORY } from '../shared/workspaces.js';

const bundle = join(folderOf('kineko'), 'bundle/');

/** Beside the bundle: the file of each specifier, for the loader of authors' files. */
const ENTRIES = 'entries.json';

/** Licence texts of the bundled libraries and of other foreign material. */
const LICENCES = 'THIRD-PARTY-LICENSES.txt';

/** Loaded by `require` when the first line is written, which the bundler does not see. */
const REQUIRED: readonly string[] = ['pino'];

/** Specifier to file, `kineko/formats` to its JavaScript. */
const program = packagesIn(REPOSITORY).find(({ manifest }) => manifest.name === 'kineko')!;
const entries = entriesOf(program);

const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Names are kept, because they appear in stacks of errors. The syntax too: esbuild would turn `const` into `let`.
  minifyWhitespace: true,
  logLevel: 'warning',
  // See `constants.ts`.
  write: false,
} satisfies BuildOptions;

const split = {
  ...options,
  outdir: bundle,
  splitting: true,
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
} satisfies BuildOptions;

/** Modules that every run loads. */
const EVERY_RUN = [
  join(folderOf('kineko'), 'dist/commands/run.js'),
  join(folderOf('kineko'), 'dist/watchdog/watchdog.js'),
  join(folderOf('@kineko/robotsim'), 'dist/run/scenario.js'),
];

rmSync(bundle, { recursive: true, force: true });
mkdirSync(bundle);
const { metafile, outputFiles } = await build({
  ...split,
  entryPoints: {
    ...Object.fromEntries(entries.map(([specifier, file]) => [nameOf(specifier), file])),
    // A worker thread starts with its own file, beside the file that starts it.
    'lab-worker': join(folderOf('kineko'), 'dist/lab-worker.js'),
    'grade-worker': join(folderOf('kineko'), 'dist/grade-worker.js'),
  },
  plugins: [lighter, together(EVERY_RUN), libraries],
});
writeBundle(outputFiles);
writeFileSync(`${bundle}${LICENCES}`, licencesOf(metafile));

// Threads that share no classes with the program: small files of their own load faster than chunks of the program.
const threads = await build({
  ...split,
  entryPoints: {
    'file-worker': join(folderOf('@kineko/run'), 'dist/node/sinks/file-worker.js'),
    'watchdog-worker': join(folderOf('kineko'), 'dist/watchdog/watchdog-worker.js'),
    'loader-hooks': join(folderOf('@kineko/run'), 'dist/node/loader-hooks.js'),
  },
  plugins: [lighter, libraries],
});
writeBundle(threads.outputFiles);
requireDeclared([metafile, threads.metafile]);

// One file, libraries included: the process of a submission may read no other file. Modules that are loaded later are not available to it.
const submission = await build({
  ...options,
  entryPoints: [join(folderOf('kineko'), 'dist/submission/submission-program.js')],
  outfile: `${bundle}submission-program.js`,
  plugins: [
    {
      name: 'dynamic imports stay external',
      setup: ({ onResolve }) => {
        onResolve({ filter: /.*/ }, ({ path, kind }) =>
          kind === 'dynamic-import' ? { path, external: true } : undefined,
        );
      },
    },
  ],
});
writeBundle(submission.outputFiles);

// For the tests: Jest takes most of a second to load the six hundred files of mathjs.
await build({
  ...options,
  stdin: { contents: `export { ${MATHJS_NAMES.join(', ')} } from 'mathjs/number';`, resolveDir: REPOSITORY },
  outfile: join(REPOSITORY, 'build/mathjs.js'),
  write: true,
});

writeFileSync(
  `${bundle}${ENTRIES}`,
  `${JSON.stringify(Object.fromEntries(entries.map(([specifier]) => [specifier, `./${nameOf(specifier)}.js`])), null, 2)}\n`,
);

/** Writes the files of a bundle and their source maps. */
function writeBundle(files: readonly OutputFile[]): void {
  const maps = new Map(files.filter(({ path }) => path.endsWith('.map')).map(({ path, text }) => [path, text]));
  for (const { path, text } of files.filter(({ path }) => path.endsWith('.js'))) {
    const { code, places } = withConstants(text);
    writeFileSync(path, code);
    const map = maps.get(`${path}.map`);
    if (map !== undefined) writeFileSync(`${path}.map`, shiftedMap(map, text, places));
  }
}

function entriesOf({ folder, manifest }: Package): [specifier: string, file: string][] {
  const { name, exports = {} } = manifest;
  return Object.keys(exports).map((entry) => [
    `${name}${entry.slice(1)}`,
    join(folder, `dist/${entry === '.' ? 'index' : entry.slice(2)}.js`),
  ]);
}

/**
 * Every imported library must be among the program's own dependencies, because those of its packages may not be resolvable.
 * And every dependency must be imported, because users install them all.
 */
function requireDeclared(metafiles: readonly Metafile[]): void {
  const imported = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ imports }) => imports.filter(({ external }) => external === true));
  const names = new Set([
    ...imported.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)![0]).filter((name) => !isBuiltin(name)),
    ...REQUIRED,
  ]);
  const { dependencies, peerDependencies } = program.manifest;
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !OURS.test(name)));
  const missing = [...names].filter((name) => !declared.has(name));
  const idle = [...declared].filter((name) => !names.has(name));
  const problems = [
    ...missing.map((name) => `the bundle imports ${name}: add it to the dependencies`),
    ...idle.map((name) => `the bundle does not import ${name}: take it from the dependencies`),
  ];
  if (problems.length > 0) throw new Error(`package.json of kineko: ${problems.sort().join('; ')}`);
}

/** The licences of the bundled libraries, and of foreign files in our own packages. */
function licencesOf({ inputs }: Metafile): string {
  const ours = readFileSync(join(REPOSITORY, 'LICENSE'), 'utf8');
  const texts = new Map<string, string>();
  for (const folder of new Set(Object.keys(inputs).map((file) => dirname(file).replace('/dist/', '/src/')))) {
    const found = licenceAbove(folder);
    const text = found === undefined ? ours : readFileSync(join(REPOSITORY, found), 'utf8');
    if (text !== ours) texts.set(dirname(found!).replace(/.*node_modules\/|^packages\//, ''), text.trim());
  }
  return [...texts]
    .map(([title, text]) => `${title}\n\n${text}\n`)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The licence file of a folder or of the next one above it; undefined at the top. */
function licenceAbove(folder: string): string | undefined {
  if (folder === '.' || folder.endsWith('node_modules')) return undefined;
  const path = join(REPOSITORY, folder);
  const name = existsSync(path) ? readdirSync(path).find((each) => /^licen[cs]e/i.test(each)) : undefined;
  return name === undefined ? licenceAbove(dirname(folder)) : join(folder, name);
}

/** All in one folder: what is beside a module in the sources is beside it in the bundle. */
function nameOf(specifier: string): string {
  return specifier.replaceAll('/', '.');
}
