import { add, type DoubleDouble, divide, double, multiply, square, squareRoot, subtract } from '../../double-double.js';
import { atan2 } from '../../elementary.js';
import { powerOfTwo } from '../../exact.js';
import { type FineVector, fineCross, fineDifference, fineDot, fineSum, rounded } from '../../fine-vector.js';
import { SLIDE, slideSize, TOUCHING_GAP } from '../../tolerances.js';
import { dot, lengthOf } from '../../vector.js';
import { type Circling, entriesOfTurn, type FineGap } from './arc.js';

/** Below this, relative to its terms, a discriminant is that of a graze. */
const GRAZE = powerOfTwo(-94);

/**
 * The instants, from the circling disc's on and within one turn, at which it comes to touch a fixed disc or point
 * while closing, in order: now, if it touches and closes, and the next entry.
 *
 * @param sum Sum of the radii.
 * @param coordinate The largest coordinate of the two, which bounds the rounding error of their positions.
 */
export function entriesIntoDisc(disc: Circling, centre: FineVector, sum: DoubleDouble, coordinate: number): number[] {
  const room = slideSize(coordinate, sum.hi);
  const { spoke, reach } = disc;
  const away = fineDifference(disc.position, centre);
  const sumSquared = square(sum);
  const positionAfter = (seconds: number): FineVector => fineSum(away, disc.displacement(double(seconds)));
  const gap: FineGap = {
    value: (seconds) => {
      const position = positionAfter(seconds);
      return subtract(fineDot(position, position), sumSquared);
    },
    slope: (seconds) => 2 * dot(rounded(positionAfter(seconds)), disc.velocityAfter(seconds)),
  };

  // The fixed centre is at `distance` from the hub, which differs by `excess` from the radius of the circle.
  const awaySquared = fineDot(away, away);
  const alongSpoke = fineDot(away, spoke);
  const toHub = fineDifference(away, spoke);
  const distance = squareRoot(fineDot(toHub, toHub));
  const size = lengthOf(rounded(away)) + lengthOf(rounded(disc.position)) + sum.hi;
  // The disc circles around the centre itself, or stands: the gap never changes.
  if (distance.hi <= GRAZE * size || reach.hi <= GRAZE * size) return [];
  const both = add(distance, reach);
  const excess = divide(subtract(awaySquared, add(alongSpoke, alongSpoke)), both);
  return entriesOfTurn(disc, gap, {
    near: multiply(subtract(sum, excess), add(sum, excess)).hi,
    far: multiply(subtract(both, sum), add(both, sum)).hi,
    graze: GRAZE * size * sum.hi,
    now: atan2(-fineCross(away, spoke).hi, subtract(square(reach), alongSpoke).hi),
    gapNow: subtract(awaySquared, sumSquared).hi,
    slopeNow: fineDot(away, disc.velocity).hi,
    touching: 2 * sum.hi * TOUCHING_GAP * room,
    slide: 2 * sum.hi * SLIDE * room,
    sum: sum.hi,
  });
}
