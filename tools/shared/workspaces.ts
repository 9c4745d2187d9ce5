/** Finds the repository and its packages in the tree, so that tools do not depend on the depth of a package's folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The parts of a `package.json` that tools read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Package {
  /** Relative to the root, with `/`: `packages/foundation/kernel`. */
  readonly path: string;
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The root folder, with a `/` at its end. The search upwards works for this file's source and for its build. */
export const REPOSITORY = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** The packages beneath `packages/`, by path. Documents and tools are workspaces too, but not packages. */
export function packagesIn(root: string): Package[] {
  const { workspaces } = readJson(join(root, 'package.json')) as { workspaces: readonly string[] };
  return workspaces
    .filter((pattern) => pattern.startsWith('packages/'))
    .flatMap((pattern) => foldersMatching(root, pattern))
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .sort()
    .map((path) => {
      const folder = join(root, path);
      return { path, folder, manifest: readJson(join(folder, 'package.json')) as Manifest };
    });
}

/** The absolute folder of the package of this name. */
export function folderOf(name: string): string {
  const found = packagesIn(REPOSITORY).find(({ manifest }) => manifest.name === name);
  if (!found) throw new Error(`no workspace is called ${name}`);
  return found.folder;
}

function rootAbove(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && Object.hasOwn(readJson(file) as object, 'workspaces')) return folder + sep;
  return rootAbove(dirname(folder));
}

/** Expands `*`, which stands for one folder, as npm does. */
function foldersMatching(root: string, pattern: string): string[] {
  return pattern.split('/').reduce<string[]>(
    (found, part) =>
      found.flatMap((folder) => {
        const names = part === '*' ? foldersIn(join(root, folder)) : [part];
        return names.map((name) => (folder === '' ? name : `${folder}/${name}`));
      }),
    [''],
  );
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
