/**
 * Bundles the program into few files (`packages/kineko/bundle`): Node takes longer to find and link five hundred small modules
 * than ten robots take to gather. Everything that can be imported of ours is an entry and shares its chunks, so that whoever
 * runs the bundle has one copy of each class.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

// As built, it stands in build/tools/bundle.
const PACKAGES = new URL('../../../packages/', import.meta.url);
const bundle = fileURLToPath(new URL('kineko/bundle/', PACKAGES));

/** Beside the bundle: the file of each specifier of ours, for the loader of authors' files. */
const ENTRIES = 'entries.json';

/** What stands in this repository. */
const OURS = /^(@kineko\/|create-kineko$)/;

/** Also bundled: without the parts that are not used it loads in a few milliseconds, file by file about ten times as long. */
const SHAKEN = /^zod\//;

/** Asked for by `require`, when the first line is written: the bundler does not see it. */
const REQUIRED: readonly string[] = ['pino'];

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** Without, nobody imports it. */
  readonly exports?: Readonly<Record<string, string | { readonly types: string }>>;
}

/** Specifier to file, `@kineko/formats/trace` to its JavaScript. */
const entries = readdirSync(PACKAGES).flatMap(entriesOf);

rmSync(bundle, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    ...Object.fromEntries(entries.map(([specifier, file]) => [nameOf(specifier), file])),
    // Threads begin with a file of their own, which stands beside whoever starts them.
    'text-worker': inPackages('run/dist/node/sinks/text-worker.js'),
    'lab-worker': inPackages('kineko/dist/lab-worker.js'),
    'grade-worker': inPackages('kineko/dist/grade-worker.js'),
    'watchdog-worker': inPackages('kineko/dist/watchdog/watchdog-worker.js'),
    'loader-hooks': inPackages('run/dist/node/loader-hooks.js'),
  },
  outdir: bundle,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Names are kept: they stand in the stacks of errors.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  sourcesContent: false,
  plugins: [
    {
      name: 'what others wrote stays where it was installed',
      setup: ({ onResolve }) => {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || OURS.test(path) || SHAKEN.test(path) ? undefined : { path, external: true },
        );
      },
    },
  ],
  metafile: true,
  logLevel: 'warning',
});
requireDeclared(metafile);

// In one file, with what others wrote: the process of a submission may read no other. What is loaded later is not for it.
await build({
  entryPoints: [inPackages('kineko/dist/submission/submission-program.js')],
  outfile: `${bundle}submission-program.js`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [
    {
      name: 'what is loaded later stays out',
      setup: ({ onResolve }) => {
        onResolve({ filter: /.*/ }, ({ path, kind }) =>
          kind === 'dynamic-import' ? { path, external: true } : undefined,
        );
      },
    },
  ],
  logLevel: 'warning',
});

writeFileSync(
  `${bundle}${ENTRIES}`,
  `${JSON.stringify(Object.fromEntries(entries.map(([specifier]) => [specifier, `./${nameOf(specifier)}.js`])), null, 2)}\n`,
);

function entriesOf(folder: string): [specifier: string, file: string][] {
  const { name, exports = {}, private: isPrivate = false } = manifestOf(folder);
  if (isPrivate) return [];
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [[`${name}${entry.slice(1)}`, inPackages(folder, target.types.replace(/\.d\.ts$/, '.js'))]],
  );
}

/**
 * What is imported of others must be among the program's own dependencies: those of its packages may be out of its reach. And
 * what is among them must be imported: users install it all.
 */
function requireDeclared({ outputs }: Metafile): void {
  const imported = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external === true));
  const names = new Set([
    ...imported.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)![0]).filter((name) => !isBuiltin(name)),
    ...REQUIRED,
  ]);
  const { dependencies, peerDependencies } = manifestOf('kineko');
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !OURS.test(name)));
  const missing = [...names].filter((name) => !declared.has(name));
  const idle = [...declared].filter((name) => !names.has(name));
  const problems = [
    ...missing.map((name) => `the bundle imports ${name}: add it to the dependencies`),
    ...idle.map((name) => `the bundle does not import ${name}: take it from the dependencies`),
  ];
  if (problems.length > 0) throw new Error(`packages/kineko/package.json: ${problems.sort().join('; ')}`);
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(inPackages(folder, 'package.json'), 'utf8')) as Manifest;
}

/** All in one folder: what is beside a module in the sources is beside it in the bundle. */
function nameOf(specifier: string): string {
  return specifier.replace('@', '').replaceAll('/', '.');
}

function inPackages(...path: string[]): string {
  return fileURLToPath(new URL(path.join('/'), PACKAGES));
}
