import { type Segment, WALL_LENGTH } from '@kineko/geometry';

/** Limit for all obstacles of a world together. At the limit their records take 128 MB. */
export const MAX_WALLS = 2_000_000;

/**
 * Straight walls as flat records of `WALL_LENGTH` numbers, as geometry's `wallTime` reads them; `segmentOfWall` returns one
 * as an object.
 */
export interface Walls {
  readonly count: number;
  readonly records: Float64Array;
}

export function segmentOfWall(records: Float64Array, wall: number): Segment {
  const at = wall * WALL_LENGTH;
  const beforeX = records[at + 4]!;
  const afterX = records[at + 6]!;
  return {
    ax: records[at]!,
    ay: records[at + 1]!,
    bx: records[at + 2]!,
    by: records[at + 3]!,
    ...(!Number.isNaN(beforeX) && { beforeA: { x: beforeX, y: records[at + 5]! } }),
    ...(!Number.isNaN(afterX) && { afterB: { x: afterX, y: records[at + 7]! } }),
  };
}
