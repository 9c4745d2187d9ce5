/** Finds the packages in an installation of users that have install scripts. */
import type { Manifest } from '../shared/workspaces.js';

/** An entry of package-lock.json. */
export interface LockedPackage extends Pick<
  Manifest,
  'dependencies' | 'optionalDependencies' | 'peerDependencies' | 'peerDependenciesMeta'
> {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

/** The `packages` of a package-lock.json, by path. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/**
 * The paths of these packages and of all their dependencies, without optional peers and development dependencies. Optional
 * packages that are missing in the lock file are reported.
 */
export function productionTree(
  lock: Lock,
  roots: readonly string[],
  missing: (name: string, wantedBy: string) => void = () => {},
): string[] {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const locked = lock[place];
    if (locked === undefined) throw new Error(`package-lock.json has no ${place}: npm install brings it up to date`);
    for (const name of wantedBy(locked)) {
      const found = placeOf(name, place, lock);
      if (found !== undefined) waiting.push(found);
      else if (locked.dependencies?.[name] === undefined) missing(name, place);
      else throw new Error(`package-lock.json does not say where ${place} finds ${name}`);
    }
  }
  return [...seen].sort();
}

/** The paths of the packages that have install scripts. */
export function withInstallScripts(lock: Lock, places: readonly string[]): string[] {
  return places.filter((place) => lock[place]?.hasInstallScript === true);
}

function wantedBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Resolves a package like Node: in the node_modules of the package, then outwards. */
function placeOf(name: string, from: string, lock: Lock): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const locked = lock[place];
    if (locked !== undefined) return locked.link === true ? locked.resolved : place;
    if (folder === '') return undefined;
  }
}
