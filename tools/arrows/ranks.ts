/**
 * The house, as in the design: packages stand in ranks and import lower ranks only. This table is the one place that
 * says who may import whom; `check.ts` holds the sources against it.
 */
export interface Place {
  readonly rank: number;
  /** Packages of the same rank that it may import all the same. */
  readonly meets?: readonly string[];
  /** If given, the only packages of ours that it may import. */
  readonly only?: readonly string[];
  /** Packages of a lower rank that it must not import. */
  readonly never?: readonly string[];
  /** Folders of `src/` that must not reach each other. */
  readonly rooms?: readonly string[];
  /** Files or folders that `src/index.ts` must not reach: they are offered by a subpath of `exports` only. */
  readonly apart?: readonly string[];
}

/** Packages whose names are their folders', without the scope: what people type. */
export const UNSCOPED: readonly string[] = ['kineko', 'create-kineko'];

export type Ranks = Readonly<Record<string, Place>>;

export const ranks: Ranks = {
  // Leaves: they import nothing of ours and run in a browser. Pacing waits for the wall clock, which a simulation that
  // nobody watches must not even load.
  kernel: { rank: 0, apart: ['src/pacing.ts'] },
  geometry: { rank: 0 },
  formats: { rank: 0 },

  // The three do not meet. `neko` above all knows no robots: what a network must know of positions comes through an
  // interface of its own, so that protocols also run where there is no world. Real networks need sockets.
  world: { rank: 1 },
  neko: { rank: 1, apart: ['src/networks/real'] },
  run: { rank: 1, apart: ['src/node', 'src/console'] },

  // Front ends share what `run` offers and nothing else; one that depends on another could not be left out or replaced.
  robotsim: { rank: 2, apart: ['src/node'] },
  frontends: { rank: 2, rooms: ['deeco', 'crsim', 'chirp'] },

  // The lab runs any Scenario and is given the list of front ends: it must name none. The web sees
  // logs, worlds and a socket; it draws what was computed and computes nothing itself.
  lab: { rank: 3, never: ['frontends'] },
  web: { rank: 3, only: ['formats', 'geometry'] },

  // Texts to begin with, for `npm create kineko` and `kineko new`: installed by those who have nothing of ours yet.
  'create-kineko': { rank: 3, only: [] },

  // Whoever puts everything together.
  kineko: { rank: 4 },
  playground: { rank: 4 },
};

/** The packages that `name` may import. */
export function mayImport(name: string, table: Ranks): string[] {
  const place = table[name];
  if (place === undefined) return [];
  return Object.keys(table).filter((other) => {
    if (place.only) return place.only.includes(other);
    return (isBelow(other, place, table) && !place.never?.includes(other)) || place.meets?.includes(other);
  });
}

function isBelow(other: string, place: Place, table: Ranks): boolean {
  const otherPlace = table[other];
  return otherPlace !== undefined && otherPlace.rank < place.rank;
}
