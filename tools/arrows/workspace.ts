import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './import-graph.js';

/** What a package tells the others in its `package.json`. */
export interface Manifest {
  /** Its folder's name beneath `packages/`. */
  readonly folder: string;
  readonly name: string;
  /** The keys of `exports`: `.`, `./pacing`, `./*`. */
  readonly exports: readonly string[];
  readonly dependencies: readonly string[];
}

export interface Workspace {
  readonly manifests: readonly Manifest[];
  readonly sources: readonly SourceFile[];
}

/** Reads every package's manifest and its sources, tests, benchmarks and soaks. */
export function readWorkspace(root: string): Workspace {
  const folders = readdirSync(join(root, 'packages'))
    .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
    .sort();
  return {
    manifests: folders.map((folder) => readManifest(root, folder)),
    sources: folders.flatMap((folder) =>
      ['src', 'test', 'bench', 'soak'].flatMap((part) => readSources(root, `packages/${folder}/${part}`)),
    ),
  };
}

function readManifest(root: string, folder: string): Manifest {
  const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8');
  const { name, exports, dependencies } = JSON.parse(text) as {
    name: string;
    exports?: Record<string, unknown>;
    dependencies?: Record<string, string>;
  };
  return { folder, name, exports: Object.keys(exports ?? {}), dependencies: Object.keys(dependencies ?? {}) };
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
