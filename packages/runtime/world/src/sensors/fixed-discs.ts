import { type Box, type Disc, StaticIndex } from '@kineko/geometry';
import { FIXED_DISC_LENGTH, type Obstacles } from '../obstacles/obstacles.js';

/** Obstacles never change, so one index for each set of them, built when first asked for, serves all sensors. */
const indexes = new WeakMap<Obstacles, StaticIndex>();

/** The numbers, ascending, of the round obstacles whose bounds meet a box. */
export function discsMeeting(obstacles: Obstacles, box: Box): number[] {
  const count = obstacles.ownerOfDisc.length;
  if (count === 0) return [];
  let index = indexes.get(obstacles);
  if (index === undefined) {
    // A disc stands in the index as the diagonal of its bounds, which has the same bounds.
    const diagonals = Array.from({ length: count }, (_, number) => {
      const { x, y, radius } = fixedDisc(obstacles, number);
      return { ax: x - radius, ay: y - radius, bx: x + radius, by: y + radius };
    });
    index = new StaticIndex(diagonals);
    indexes.set(obstacles, index);
  }
  return index.search(box);
}

export function fixedDisc({ discs }: Obstacles, number: number): Disc {
  const at = number * FIXED_DISC_LENGTH;
  return { x: discs[at]!, y: discs[at + 1]!, radius: discs[at + 2]! };
}
