/** The ground of an environment, and the walls around it. */
import type { SpaceShape } from './wire.js';

export interface Ground {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly hasWalls: boolean;
}

/** Fractions of the longer side of the ground. */
const THICKNESS = 0.01;
const HEIGHT = 0.02;

/** The walls, which stand outside the ground. */
export function wallsAround({ left, top, right, bottom }: Ground): readonly SpaceShape[] {
  const longer = Math.max(right - left, bottom - top);
  const [thick, high] = [THICKNESS * longer, HEIGHT * longer];
  const [middleX, middleZ] = [(left + right) / 2, (top + bottom) / 2];
  const box = (x: number, z: number, width: number, depth: number): SpaceShape => ({
    type: 'BOX',
    place: { x, y: high / 2, z, orientation: 0 },
    size: [width, high, depth],
  });
  const [wide, deep] = [right - left + 2 * thick, bottom - top];
  return [
    box(middleX, top - thick / 2, wide, thick),
    box(middleX, bottom + thick / 2, wide, thick),
    box(left - thick / 2, middleZ, thick, deep),
    box(right + thick / 2, middleZ, thick, deep),
  ];
}
