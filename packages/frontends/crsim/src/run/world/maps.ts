/** The kinds of worlds there are. */
import type { World } from '@kineko/world';
import type { CrsimModel } from '../../format/model.js';
import type { EnvironmentMap } from './environment-map.js';
import { GridMap } from './grid-map.js';

/** A kind of world, a plug-in by its name. */
export interface MapKind {
  /** As in the file: `grid`. */
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
      grid === undefined ? 'the map is a grid: say how large its cells are, with grid="0.5"' : undefined,
    // Where a move into an occupied cell is tested exactly, the cells decide nothing.
    make: (model, world) => (model.gridPolicy === 'exact' ? FREE : new GridMap(model, world)),
  },
];
