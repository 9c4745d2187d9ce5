/**
 * The architecture as a table. A package lies in the folder of its layer and imports lower layers only, never a
 * neighbour; `check.ts` compares the sources with it.
 */

/** From the lowest to the highest. */
export const LAYERS: readonly string[] = ['foundation', 'runtime', 'workbench', 'frontends', 'apps'];

/** Packages without a scope in their names, which users install. The private packages are bundled into them. */
export const UNSCOPED: readonly string[] = ['kineko', 'create-kineko'];

export interface Exceptions {
  /** Neighbours that a package may import. */
  readonly neighbours: Readonly<Record<string, readonly string[]>>;
  /** Packages that import nothing of ours. */
  readonly alone: readonly string[];
}

export const exceptions: Exceptions = {
  neighbours: { lcm: ['robotsim'], plans: ['robotsim'], kineko: ['create-kineko'] },
  // Users run it before they have installed anything else.
  alone: ['create-kineko'],
};

/**
 * Files and folders that `src/index.ts` must not reach: only a subpath of `exports` offers them. They need Node, the DOM or
 * the wall clock, which a simulation must not load.
 */
export const APART: Readonly<Record<string, readonly string[]>> = {
  kernel: ['src/pacing.ts'],
  neko: ['src/networks/real'],
};
export const APART_ANYWHERE: readonly string[] = ['src/node', 'src/console', 'src/page'];

/** The parts of a front end, and which other parts of it each may import. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  format: [],
  run: ['format'],
  node: ['format', 'run'],
  page: ['format'],
  editing: ['format'],
  lab: ['format', 'run'],
};
/** The declaration of a front end names every part, and loads them when they are needed. */
export const DECLARATION = 'src/node/front-end.ts';

/** The part of a package that the table uses. */
export interface Place {
  /** `packages/foundation/kernel`. */
  readonly path: string;
  /** `kernel`. */
  readonly folder: string;
}

export function layerOf({ path }: Place): string {
  return path.split('/')[1] ?? '';
}

/** The packages that one may import, by their folders. */
export function mayImport(from: Place, all: readonly Place[], { neighbours, alone }: Exceptions): string[] {
  if (alone.includes(from.folder)) return [];
  const rank = LAYERS.indexOf(layerOf(from));
  return all
    .filter((to) => LAYERS.indexOf(layerOf(to)) < rank || neighbours[from.folder]?.includes(to.folder))
    .map(({ folder }) => folder);
}
