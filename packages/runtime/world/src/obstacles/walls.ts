import { type Segment, WALL_LENGTH } from '@kineko/geometry';

/** Over all obstacles of a world. At the limit their records are 128 MB. */
export const MAX_WALLS = 2_000_000;

/**
 * Straight walls as flat records, `WALL_LENGTH` numbers each, as geometry's `wallTime` takes them: the engine reads the
 * numbers; whoever wants to draw takes a `Segment` of one.
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
