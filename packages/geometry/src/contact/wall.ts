import {
  absolute,
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  multiply,
  square,
  squareRoot,
  subtract,
} from '../double-double.js';
import { type Dyadic, dyadic, minus, plus, powerOfTwo, signOf, times } from '../exact.js';
import type { Segment } from '../segment.js';
import { NEVER } from './contact.js';
import { RADIUS, START, touchTime, UNIFORM_LENGTH, VX, VY, X, Y } from './uniform-motion.js';

/**
 * The instant at which a disc in uniform motion touches a straight wall: its face, or the cap at one of its ends.
 *
 * The centre enters the strip of width 2R around the wall's line once at most. Where its foot on the line is then
 * between the ends, that is the contact with the face. Where it is beyond one of them, only the cap there can be
 * touched, since the disc around that end covers the end of the strip.
 *
 * Where walls are joined, a cap counts only if the centre is beyond the end of both: else a disc that slides along a
 * straight wall and overlaps it by a last bit would be caught by the joint.
 */

/** How a wall stands in a Float64Array: its ends, then the far ends of its neighbours, NaN where there is none. */
export const WALL_LENGTH = 8;

export function writeWall(walls: Float64Array, wall: number, segment: Segment): void {
  const { ax, ay, bx, by, beforeA, afterB } = segment;
  const ends = [ax, ay, bx, by, beforeA?.x ?? NaN, beforeA?.y ?? NaN, afterB?.x ?? NaN, afterB?.y ?? NaN];
  walls.set(ends, wall);
}

const PLAIN_ERROR_SQUARED = powerOfTwo(-92);
const FINE_ERROR_SQUARED = powerOfTwo(-196);
/** How far over a neighbour's face, relative to the lengths that go in, a centre still counts as beyond its end. */
const JOINT_SLACK_SQUARED = powerOfTwo(-92);

type Feature = 'face' | 'a' | 'b' | 'none';

/** Which part of the wall is touched, and when: for the face the instant, for a cap the one to ask. */
interface Approach {
  readonly feature: Feature;
  /** Of the face. */
  readonly time: number;
}

/**
 * The first instant, not before its start, at which a disc touches the wall and closes; NEVER if there is none. The
 * disc stands in the array as for `touchTime`.
 */
export function wallTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number): number {
  if (clearlyNever(discs, disc, walls, wall)) return NEVER;
  const { feature, time } = approach(discs, disc, walls, wall);
  if (feature === 'face') return time;
  if (feature === 'none') return NEVER;
  return capTime(discs, disc, walls, wall, feature);
}

/** In plain doubles: it stands, or is clearly outside the strip and moves away from it. */
function clearlyNever(discs: Float64Array, disc: number, walls: Float64Array, wall: number): boolean {
  const vx = discs[disc + VX]!;
  const vy = discs[disc + VY]!;
  const radius = discs[disc + RADIUS]!;
  const ex = walls[wall + 2]! - walls[wall]!;
  const ey = walls[wall + 3]! - walls[wall + 1]!;
  const wx = discs[disc + X]! - walls[wall]!;
  const wy = discs[disc + Y]! - walls[wall + 1]!;
  const vv = vx * vx + vy * vy;
  if (vv === 0) return true;
  const ee = ex * ex + ey * ey;
  const side = ex * wy - ey * wx;
  const drift = ex * vy - ey * vx;
  if (!(side * drift > 0)) return false;
  const error = PLAIN_ERROR_SQUARED * ee;
  const sideSquared = side * side;
  const isOutside = sideSquared > 1.001 * radius * radius * ee + 1e7 * error * (wx * wx + wy * wy);
  return isOutside && drift * drift > error * vv;
}

function approach(discs: Float64Array, disc: number, walls: Float64Array, wall: number): Approach {
  const start = discs[disc + START]!;
  const radius = double(discs[disc + RADIUS]!);
  const vx = double(discs[disc + VX]!);
  const vy = double(discs[disc + VY]!);
  const ex = exactDifference(walls[wall + 2]!, walls[wall]!);
  const ey = exactDifference(walls[wall + 3]!, walls[wall + 1]!);
  const wx = exactDifference(discs[disc + X]!, walls[wall]!);
  const wy = exactDifference(discs[disc + Y]!, walls[wall + 1]!);
  const ee = add(square(ex), square(ey));
  if (ee.hi === 0) return { feature: 'a', time: NEVER };

  const side = subtract(multiply(ex, wy), multiply(ey, wx));
  const drift = subtract(multiply(ex, vy), multiply(ey, vx));
  const along = add(multiply(ex, wx), multiply(ey, wy));
  const along1 = add(multiply(ex, vx), multiply(ey, vy));
  const band = multiply(radius, squareRoot(ee));
  const gap = subtract(absolute(side), band);

  const ww = wx.hi * wx.hi + wy.hi * wy.hi;
  const vv = vx.hi * vx.hi + vy.hi * vy.hi;
  const doubtful =
    gap.hi * gap.hi <= FINE_ERROR_SQUARED * ee.hi * (ww + radius.hi * radius.hi) ||
    drift.hi * drift.hi <= FINE_ERROR_SQUARED * ee.hi * vv ||
    side.hi * side.hi <= FINE_ERROR_SQUARED * ee.hi * ww;
  const sure = doubtful ? exactSigns(discs, disc, walls, wall) : undefined;
  const gapSign = sure?.gap ?? gap.hi;
  const isClosing = (sure?.side ?? side.hi) * (sure?.drift ?? drift.hi) < 0;

  if (gapSign > 0) {
    if (!isClosing) return { feature: 'none', time: NEVER };
    const wait = divide(gap, absolute(drift));
    // A gap that only whole numbers can tell from none takes no time to close.
    const time = start + Math.max(0, wait.hi);
    return { feature: featureAt(add(along, multiply(along1, wait)), ee), time };
  }
  const feature = featureAt(along, ee);
  if (feature !== 'face') return { feature, time: NEVER };
  return isClosing ? { feature, time: start } : { feature: 'none', time: NEVER };
}

/** What is nearest to a centre whose foot on the line is at that place (times the wall's length). */
function featureAt(foot: DoubleDouble, lengthSquared: DoubleDouble): Feature {
  if (foot.hi < 0) return 'a';
  return subtract(foot, lengthSquared).hi > 0 ? 'b' : 'face';
}

/** Signs of the gap to the strip (by squares), of the side of the line and of the drift across it. */
function exactSigns(
  discs: Float64Array,
  disc: number,
  walls: Float64Array,
  wall: number,
): { gap: number; side: number; drift: number } {
  const difference = (a: number, b: number): Dyadic => minus(dyadic(a), dyadic(b));
  const ex = difference(walls[wall + 2]!, walls[wall]!);
  const ey = difference(walls[wall + 3]!, walls[wall + 1]!);
  const wx = difference(discs[disc + X]!, walls[wall]!);
  const wy = difference(discs[disc + Y]!, walls[wall + 1]!);
  const radius = dyadic(discs[disc + RADIUS]!);
  const side = minus(times(ex, wy), times(ey, wx));
  const drift = minus(times(ex, dyadic(discs[disc + VY]!)), times(ey, dyadic(discs[disc + VX]!)));
  const band = times(times(radius, radius), plus(times(ex, ex), times(ey, ey)));
  return { gap: signOf(minus(times(side, side), band)), side: signOf(side), drift: signOf(drift) };
}

/** The disc, and the end of the wall as a disc of no size. */
const capScene = new Float64Array(2 * UNIFORM_LENGTH);

function capTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number, end: 'a' | 'b'): number {
  const corner = end === 'a' ? wall : wall + 2;
  const neighbour = end === 'a' ? wall + 4 : wall + 6;
  for (let i = 0; i < UNIFORM_LENGTH; i++) capScene[i] = discs[disc + i]!;
  capScene.fill(0, UNIFORM_LENGTH);
  capScene[UNIFORM_LENGTH + X] = walls[corner]!;
  capScene[UNIFORM_LENGTH + Y] = walls[corner + 1]!;
  capScene[UNIFORM_LENGTH + START] = discs[disc + START]!;
  const time = touchTime(capScene, 0, UNIFORM_LENGTH);
  if (time === NEVER) return NEVER;
  const seconds = time - discs[disc + START]!;
  const px = discs[disc + X]! - walls[corner]! + discs[disc + VX]! * seconds;
  const py = discs[disc + Y]! - walls[corner + 1]! + discs[disc + VY]! * seconds;
  const vx = discs[disc + VX]! * time;
  const vy = discs[disc + VY]! * time;
  const size = px * px + py * py + vx * vx + vy * vy;
  return isOverNeighbour(px, py, size, walls, corner, neighbour) ? NEVER : time;
}

/**
 * Whether a centre at (px, py) from a corner is over the face of the neighbour there: then the neighbour's face, not
 * the corner, is what it touches. `size`: the square of the lengths from which the centre was computed.
 */
export function isOverNeighbour(
  px: number,
  py: number,
  size: number,
  walls: Float64Array,
  corner: number,
  neighbour: number,
): boolean {
  const nx = walls[neighbour]! - walls[corner]!;
  const ny = walls[neighbour + 1]! - walls[corner + 1]!;
  const over = nx * px + ny * py;
  // Not so where there is no neighbour: its place is NaN.
  return over > 0 && over * over > JOINT_SLACK_SQUARED * (nx * nx + ny * ny) * size;
}
