import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { packagesIn } from '../shared/workspaces.js';
import type { SourceFile } from './import-graph.js';
import { UNSCOPED } from './layers.js';

/** The parts of a `package.json` that other packages depend on. */
export interface Manifest {
  /** Relative to the root, with `/`: `packages/foundation/kernel`. */
  readonly path: string;
  /** The last part of its path. */
  readonly folder: string;
  readonly name: string;
  /** The keys of `exports`: `.`, `./pacing`, `./*`. */
  readonly exports: readonly string[];
  /** The modules among them, and the source file of each, from the root. */
  readonly entries: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
}

export interface Workspace {
  readonly manifests: readonly Manifest[];
  readonly sources: readonly SourceFile[];
}

/** Reads every package's manifest and its sources, tests, benchmarks and soaks. */
export function readWorkspace(root: string): Workspace {
  const packages = packagesIn(root);
  return {
    manifests: packages.map(({ path, manifest: { name, exports = {}, dependencies = {}, devDependencies = {} } }) => ({
      path,
      folder: basename(path),
      name,
      exports: Object.keys(exports),
      entries: Object.fromEntries(
        Object.entries(exports).flatMap(([entry, target]) =>
          typeof target === 'string' ? [] : [[entry, posix.join(path, target['@kineko/source']!)]],
        ),
      ),
      // A published package contains the private ones in its bundle, so it needs them only for the build.
      dependencies: Object.keys(UNSCOPED.includes(name) ? { ...dependencies, ...devDependencies } : dependencies),
    })),
    sources: packages.flatMap(({ path }) =>
      ['src', 'test', 'bench', 'soak'].flatMap((part) => readSources(root, `${path}/${part}`)),
    ),
  };
}

function readSources(root: string, folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mts)$/.test(name))
    .sort()
    .map((name) => ({
      path: `${folder}/${name.replaceAll('\\', '/')}`,
      text: readFileSync(join(root, folder, name), 'utf8'),
    }));
}
