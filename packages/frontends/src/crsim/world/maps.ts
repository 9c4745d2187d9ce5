/** Kinds of worlds: how far a robot may move, before the world itself says what is in the way. */
import type { CrsimModel } from '@kineko/formats/crsim';
import type { Pose } from '@kineko/geometry';
import type { World } from '@kineko/world';
import { GridMap } from './grid-map.js';

export interface EnvironmentMap {
  /** A step begins: robots stand where they stand. */
  beginStep(): void;
  /** How much of a move is allowed; of the same sign. What is left may still be blocked by something. */
  allowed(robot: number, from: Pose, distance: number): number;
}

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
