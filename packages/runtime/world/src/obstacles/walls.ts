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
  const [ax, ay, bx, by, beforeX, beforeY, afterX, afterY] = records.subarray(
    wall * WALL_LENGTH,
    (wall + 1) * WALL_LENGTH,
  ) as unknown as [number, number, number, number, number, number, number, number];
  return {
    ax,
    ay,
    bx,
    by,
    ...(!Number.isNaN(beforeX) && { beforeA: { x: beforeX, y: beforeY } }),
    ...(!Number.isNaN(afterX) && { afterB: { x: afterX, y: afterY } }),
  };
}
