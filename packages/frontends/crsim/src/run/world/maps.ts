/** The kinds of maps. */
import type { World } from '@kineko/world';
import type { CrsimModel } from '../../format/model.js';
import { type EnvironmentMap, GridMap } from './grid-map.js';

export interface MapKind {
  /** The name in files: `grid`. */
  readonly name: string;
  problem?(model: CrsimModel): string | undefined;
  make(model: CrsimModel, world: World): EnvironmentMap;
}

const FREE: EnvironmentMap = { beginStep: () => {}, allowed: (_robot, _from, distance) => distance };

export const MAP_KINDS: readonly MapKind[] = [
  { name: 'exact', make: () => FREE },
  {
    name: 'grid',
    problem: ({ grid }) =>
      grid === undefined ? 'grid: expected the size of a cell, as in grid="0.5", got nothing' : undefined,
    // With exact contacts the cells decide nothing.
    make: (model, world) => (model.gridPolicy === 'exact' ? FREE : new GridMap(model, world)),
  },
];
