/** Hulls for the physics: slightly smaller, with a skin that compensates. */
import type { Vector } from '@kineko/geometry';

interface ShrunkHull {
  readonly corners: readonly Vector[];
  /** Metres by which its sides were moved inwards. */
  readonly skin: number;
}

/** Smallest share of its length that a side keeps. */
const MIN_SIDE = 0.5;

/**
 * Moves the sides of a convex, anticlockwise hull inwards. The physics derives the normal between two polygons from the
 * distance between them; for two that stand flush side by side that is 0, and the normal would be arbitrary.
 * @param most Metres by which the sides are moved, unless the hull is too small.
 */
export function shrunk(hull: readonly Vector[], most: number): ShrunkHull {
  const corners = hull.filter((corner, i) => {
    const before = hull[(i + hull.length - 1) % hull.length]!;
    return corner.x !== before.x || corner.y !== before.y;
  });
  const sides = corners.map((from, i) => sideOf(from, corners[(i + 1) % corners.length]!));
  const slopes = sides.map((side, i) => slopeBetween(sides[(i + sides.length - 1) % sides.length]!, side));
  let skin = most;
  for (const [i, { length }] of sides.entries()) {
    const shortening = slopes[i]! + slopes[(i + 1) % slopes.length]!;
    if (shortening > 0) skin = Math.min(skin, (MIN_SIDE * length) / shortening);
  }
  return {
    skin,
    corners: corners.map(({ x, y }, i) => {
      const { ux, uy } = sides[i]!;
      // Moves along the side by the slope, and inwards, to its left.
      return { x: x + skin * (slopes[i]! * ux - uy), y: y + skin * (slopes[i]! * uy + ux) };
    }),
  };
}

interface Side {
  /** Direction. */
  readonly ux: number;
  readonly uy: number;
  readonly length: number;
}

function sideOf(from: Vector, to: Vector): Side {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  return { ux: dx / length, uy: dy / length, length };
}

/** Distance that a corner moves along the side after it per metre inwards: the tangent of half the angle there. */
function slopeBetween(before: Side, after: Side): number {
  const cosine = before.ux * after.ux + before.uy * after.uy;
  const sine = before.ux * after.uy - before.uy * after.ux;
  return sine / (1 + cosine);
}
