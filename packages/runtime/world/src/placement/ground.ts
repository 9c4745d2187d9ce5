import type { Overlap } from './disc-grid.js';

/** What stands in the way besides other robots. */
export interface Ground {
  /** The obstacle that a disc there would be deepest in, by name; undefined where it is free. */
  overlapOf(x: number, y: number, radius: number): Overlap<string> | undefined;
}

export const OPEN_GROUND: Ground = { overlapOf: () => undefined };
