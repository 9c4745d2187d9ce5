import {
  absolute,
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  multiply,
  productError,
  square,
  squareRoot,
  subtract,
  sumError,
} from '../../double-double.js';
import {
  type Dyadic,
  dyadic,
  minus,
  plus,
  powerOfTwo,
  signWithRoot,
  sizeOfDyadic,
  times,
  toDoubleDouble,
} from '../../exact.js';
import type { Segment } from '../../segment.js';
import { SLIDE, slideSize, TOUCHING_GAP } from '../../tolerances.js';
import { NEVER } from '../contact.js';
import { contactTime } from './contact-time.js';
import * as record from './disc-record.js';
import { touchAtStart, touchTime, UNIFORM_LENGTH } from './uniform-discs.js';

// Constants of this file are compiled in; imported ones are fetched and checked at each use.
const { RADIUS, START, VX, VY, X, Y } = record;

/**
 * The instant at which a disc in uniform motion touches a straight wall: its face, or the cap at one of its ends.
 *
 * The centre enters the strip of width 2R around the wall's line at most once. If its foot on the line is then between the
 * ends, that is the contact with the face. If it is beyond one of them, only the cap there can be touched, since the disc
 * around that end covers the end of the strip.
 *
 * Where walls are joined, a cap counts only if the centre is beyond the end of both: otherwise a disc that slides along a
 * straight wall and overlaps it by a last bit would be caught by the joint. If such a disc then comes over the face from
 * the side and would go deeper than a slide may, it is stopped there.
 */

/** Length of the record of a wall: its ends, then the far ends of its neighbours, NaN where there is none. */
export const WALL_LENGTH = 8;

export function writeWall(walls: Float64Array, wall: number, segment: Segment): void {
  const { ax, ay, bx, by, beforeA, afterB } = segment;
  const ends = [ax, ay, bx, by, beforeA?.x ?? NaN, beforeA?.y ?? NaN, afterB?.x ?? NaN, afterB?.y ?? NaN];
  walls.set(ends, wall);
}

/** (2^-46)², for plain doubles. */
const PLAIN_ERROR_SQUARED = powerOfTwo(-92);
/** A value farther from 0 than this, relative to its terms, is safe to use in plain doubles. */
const CLEAR = powerOfTwo(-20);
const CLEAR_SQUARED = powerOfTwo(-40);
/** (2^-45)²: a value that is smaller, relative to its terms, is computed exactly. */
const CANCELLED_SQUARED = powerOfTwo(-90);
/** Error of the foot of a centre on the wall's line, or of its distance from that, relative to its terms. */
const FINE_ERROR = powerOfTwo(-95);
/** Below this, products of components may have lost bits to underflow. */
const UNDERFLOW = powerOfTwo(-900);
/** Seconds, far beyond the domain. */
const MAX_WAIT = powerOfTwo(60);
/** Distance over a neighbour's face, relative to the lengths involved, at which a centre still counts as beyond its end. */
const JOINT_SLACK_SQUARED = powerOfTwo(-92);

type Feature = 'face' | 'a' | 'b' | 'none';

/** The part of the wall that is touched, and for the face the instant. */
interface Approach {
  readonly feature: Feature;
  /** Time of the contact with the face. */
  readonly time: number;
  /** Metres from the disc to the strip around the wall's line, at the start. */
  readonly above: number;
}

/**
 * The first instant, not before its start, at which a disc touches the wall and closes; NEVER if there is none. The
 * disc stands in the array as for `touchTime`.
 */
export function wallTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number): number {
  return clearlyMisses(discs, disc, walls, wall) ? NEVER : nearWallTime(discs, disc, walls, wall);
}

/** As `wallTime`, for a disc that does not clearly miss the wall. */
function nearWallTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number): number {
  const quick = quickWallTime(discs, disc, walls, wall);
  // NaN is not equal to itself.
  if (quick === quick) return quick;
  const { feature, time, above } = approach(discs, disc, walls, wall);
  if (feature === 'face') {
    const isNear = above <= TOUCHING_GAP * sizeAtStart(discs, disc);
    return isNear && isSlide(discs, disc, walls, wall) ? NEVER : time;
  }
  if (feature === 'none') return NEVER;
  return capTime(discs, disc, walls, wall, feature);
}

/**
 * Whether the disc stands, approaches neither end, and so no point between, or passes both on the same side, by more than
 * rounding can change. Short, so that loops over walls inline it.
 */
function clearlyMisses(discs: Float64Array, disc: number, walls: Float64Array, wall: number): boolean {
  const vx = discs[disc + VX]!;
  const vy = discs[disc + VY]!;
  const vv = vx * vx + vy * vy;
  const wx = discs[disc + X]! - walls[wall]!;
  const wy = discs[disc + Y]! - walls[wall + 1]!;
  const fx = discs[disc + X]! - walls[wall + 2]!;
  const fy = discs[disc + Y]! - walls[wall + 3]!;
  const radius = discs[disc + RADIUS]!;
  const slack = PLAIN_ERROR_SQUARED * (wx * wx + wy * wy + fx * fx + fy * fy) * vv + UNDERFLOW;
  // Each test takes twice the lesser of two numbers, whose rounding is within the slack, and compares once: branches that
  // no processor can predict cost more than arithmetic.
  const fromA = wx * vx + wy * vy;
  const fromB = fx * vx + fy * vy;
  const leaving = fromA + fromB - Math.abs(fromA - fromB);
  if (leaving * Math.abs(leaving) > 4 * slack) return true;
  const pastA = wx * vy - wy * vx;
  const pastB = fx * vy - fy * vx;
  const aside = Math.abs(pastA + pastB) - Math.abs(pastA - pastB);
  return aside * Math.abs(aside) > 4 * (1.001 * radius * radius * vv + 1e7 * slack) || vv === 0;
}

/** The second stage: plain doubles with error bounds; NaN where the result is not certain or not precise. */
function quickWallTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number): number {
  const vx = discs[disc + VX]!;
  const vy = discs[disc + VY]!;
  const vv = vx * vx + vy * vy;
  const ex = walls[wall + 2]! - walls[wall]!;
  const ey = walls[wall + 3]! - walls[wall + 1]!;
  const wx = discs[disc + X]! - walls[wall]!;
  const wy = discs[disc + Y]! - walls[wall + 1]!;
  const radius = discs[disc + RADIUS]!;
  const ee = ex * ex + ey * ey;
  const ww = wx * wx + wy * wy;
  const p = ex * wy;
  const q = ey * wx;
  const side = p - q;
  const r = ex * vy;
  const s = ey * vx;
  const drift = r - s;
  if (!(drift * drift > CLEAR_SQUARED * ee * vv + UNDERFLOW)) return NaN;
  const along = ex * wx + ey * wy;
  const isLeaving = side > 0 === drift > 0 && side * side > CLEAR_SQUARED * ee * ww;
  // Over the face and moving away, as after every contact: the distance to a straight wall only grows.
  if (isLeaving && along > CLEAR * ee && along < ee - CLEAR * ee) return NEVER;
  const band = radius * Math.sqrt(ee);
  const gap = Math.abs(side) - band;
  if (!(gap * gap > CLEAR_SQUARED * ee * (ww + radius * radius))) return NaN;
  if (gap > 0 && side > 0 === drift > 0) return NEVER;
  // A disc inside the strip has reached it now.
  const wait = gap < 0 ? 0 : gap / Math.abs(drift);
  const way = (ex * vx + ey * vy) * wait;
  const foot = along + way;
  const margin = CLEAR * (Math.abs(along) + Math.abs(way) + ee);
  if (foot < -margin) return capTime(discs, disc, walls, wall, 'a');
  if (foot > ee + margin) return capTime(discs, disc, walls, wall, 'b');
  if (foot < margin || foot > ee - margin) return NaN;
  if (gap < 0) return side > 0 !== drift > 0 && side * side > CLEAR_SQUARED * ee * ww ? discs[disc + START]! : NaN;

  // The contact is with the face. The products are compensated; the band's rounding does not matter for late instants.
  const exLow = sumError(walls[wall + 2]!, -walls[wall]!, ex);
  const eyLow = sumError(walls[wall + 3]!, -walls[wall + 1]!, ey);
  const wxLow = sumError(discs[disc + X]!, -walls[wall]!, wx);
  const wyLow = sumError(discs[disc + Y]!, -walls[wall + 1]!, wy);
  const sideLow =
    productError(ex, wy, p) -
    productError(ey, wx, q) +
    sumError(p, -q, side) +
    (exLow * wy + ex * wyLow - eyLow * wx - ey * wxLow);
  const driftLow =
    productError(ex, vy, r) - productError(ey, vx, s) + sumError(r, -s, drift) + (exLow * vy - eyLow * vx);
  const fineSide = side + sideLow;
  const pace = Math.abs(drift + driftLow);
  const seconds = (Math.abs(fineSide) - band) / pace;
  const length = Math.sqrt(ee);
  const time = contactTime(discs[disc + START]!, seconds, pace / length, radius);
  return 4 * band <= time * pace ? time : NaN;
}

function approach(discs: Float64Array, disc: number, walls: Float64Array, wall: number): Approach {
  const stance = stanceOf(discs, disc, walls, wall);
  if (stance === 'point') return { feature: 'a', time: NEVER, above: 0 };
  const { gap, side, drift, above } = stance;
  const isClosing = side.hi * drift.hi < 0;
  if (gap.hi > 0) {
    const wait = divide(gap, absolute(drift));
    // Not closing, or too slowly to arrive within the domain.
    if (!isClosing || !(wait.hi < MAX_WAIT)) return { feature: 'none', time: NEVER, above };
    const speed = above / wait.hi;
    const time = contactTime(discs[disc + START]!, wait.hi, speed, discs[disc + RADIUS]!);
    return { feature: featureAfter(wait, stance, discs, disc, walls, wall), time, above };
  }
  const feature = featureAfter(double(0), stance, discs, disc, walls, wall);
  if (feature !== 'face') return { feature, time: NEVER, above };
  return isClosing ? { feature, time: discs[disc + START]!, above } : { feature: 'none', time: NEVER, above };
}

/** |x| + R, where the disc starts. */
function sizeAtStart(discs: Float64Array, disc: number): number {
  return slideSize(Math.max(Math.abs(discs[disc + X]!), Math.abs(discs[disc + Y]!)), discs[disc + RADIUS]!);
}

/**
 * Whether a disc that touches a wall, or the line of the wall, nowhere goes deeper into the wall than a slide may. A
 * straight path that does not cross the wall is nearest to it at its start or at an end of the wall.
 */
function isSlide(discs: Float64Array, disc: number, walls: Float64Array, wall: number): boolean {
  const vx = discs[disc + VX]!;
  const vy = discs[disc + VY]!;
  const ax = walls[wall]! - discs[disc + X]!;
  const ay = walls[wall + 1]! - discs[disc + Y]!;
  const bx = walls[wall + 2]! - discs[disc + X]!;
  const by = walls[wall + 3]! - discs[disc + Y]!;
  const asideA = vx * ay - vy * ax;
  const asideB = vx * by - vy * bx;
  const isBetween = asideA > 0 !== asideB > 0;
  const isTowardsLine = (ax * by - ay * bx) * (vx * (by - ay) - vy * (bx - ax)) > 0;
  if (isBetween && isTowardsLine) return false;
  const speed = Math.sqrt(vx * vx + vy * vy);
  return (
    (ax * vx + ay * vy <= 0 || isShallow(discs, disc, walls, wall, Math.abs(asideA) / speed)) &&
    (bx * vx + by * vy <= 0 || isShallow(discs, disc, walls, wall + 2, Math.abs(asideB) / speed))
  );
}

/** Whether a disc that passes a corner at some distance overlaps it by no more than a slide may. */
function isShallow(discs: Float64Array, disc: number, walls: Float64Array, corner: number, distance: number): boolean {
  const radius = discs[disc + RADIUS]!;
  const coordinate = Math.max(
    Math.abs(discs[disc + X]!),
    Math.abs(discs[disc + Y]!),
    Math.abs(walls[corner]!),
    Math.abs(walls[corner + 1]!),
  );
  return radius - distance <= SLIDE * slideSize(coordinate, radius);
}

/** The part of the wall that is nearest to the centre when the disc reaches the strip; now if `wait` is 0. */
function featureAfter(
  wait: DoubleDouble,
  { along, along1, ee }: Stance,
  discs: Float64Array,
  disc: number,
  walls: Float64Array,
  wall: number,
): Exclude<Feature, 'none'> {
  const way = multiply(along1, wait);
  const foot = add(along, way);
  const beyond = subtract(foot, ee);
  const doubt = FINE_ERROR * (Math.abs(along.hi) + Math.abs(way.hi) + ee.hi);
  if (Math.abs(foot.hi) > doubt && Math.abs(beyond.hi) > doubt) return foot.hi < 0 ? 'a' : beyond.hi > 0 ? 'b' : 'face';
  return exactly(discs, disc, walls, wall).featureAt(wait.hi > 0 ? 'strip' : 'start');
}

/** Position and motion of a disc relative to a wall, at its start; lengths and speeds times the wall's length. */
interface Stance {
  /** Metres from the disc to the strip around the wall's line. */
  readonly above: number;
  /** Distance from the disc to the strip; like the drift, perhaps times a power of two. */
  readonly gap: DoubleDouble;
  /** Distance of the centre from the wall's line, positive on the left, and its rate of change. */
  readonly side: DoubleDouble;
  readonly drift: DoubleDouble;
  /** Distance of the centre's foot from A, and its rate of change. */
  readonly along: DoubleDouble;
  readonly along1: DoubleDouble;
  /** The square of the wall's length. */
  readonly ee: DoubleDouble;
}

/** Each part has about 100 correct bits and the right sign; 'point' for a wall without length. */
function stanceOf(discs: Float64Array, disc: number, walls: Float64Array, wall: number): Stance | 'point' {
  const radius = double(discs[disc + RADIUS]!);
  const vx = double(discs[disc + VX]!);
  const vy = double(discs[disc + VY]!);
  const ex = exactDifference(walls[wall + 2]!, walls[wall]!);
  const ey = exactDifference(walls[wall + 3]!, walls[wall + 1]!);
  const wx = exactDifference(discs[disc + X]!, walls[wall]!);
  const wy = exactDifference(discs[disc + Y]!, walls[wall + 1]!);
  const ee = add(square(ex), square(ey));
  if (ee.hi === 0) return 'point';

  const along = add(multiply(ex, wx), multiply(ey, wy));
  const along1 = add(multiply(ex, vx), multiply(ey, vy));
  const side = subtract(multiply(ex, wy), multiply(ey, wx));
  const drift = subtract(multiply(ex, vy), multiply(ey, vx));
  const band = multiply(radius, squareRoot(ee));
  const gap = subtract(absolute(side), band);
  const above = gap.hi / Math.sqrt(ee.hi);

  const ww = wx.hi * wx.hi + wy.hi * wy.hi;
  const vv = vx.hi * vx.hi + vy.hi * vy.hi;
  const isSure =
    gap.hi * gap.hi > CANCELLED_SQUARED * ee.hi * (ww + radius.hi * radius.hi) &&
    drift.hi * drift.hi > CANCELLED_SQUARED * ee.hi * vv + UNDERFLOW &&
    side.hi * side.hi > CANCELLED_SQUARED * ee.hi * ww;
  if (isSure) return { above, gap, side, drift, along, along1, ee };
  const exact = exactly(discs, disc, walls, wall);
  return { ...exact, above, gap: divide(exact.squares, add(absolute(exact.side), band)), along, along1, ee };
}

/** The same by exact integers; the gap as a difference of squares. */
function exactly(
  discs: Float64Array,
  disc: number,
  walls: Float64Array,
  wall: number,
): {
  squares: DoubleDouble;
  side: DoubleDouble;
  drift: DoubleDouble;
  featureAt: (place: 'start' | 'strip') => Exclude<Feature, 'none'>;
} {
  const between = (a: number, b: number): Dyadic => minus(dyadic(a), dyadic(b));
  const ex = between(walls[wall + 2]!, walls[wall]!);
  const ey = between(walls[wall + 3]!, walls[wall + 1]!);
  const wx = between(discs[disc + X]!, walls[wall]!);
  const wy = between(discs[disc + Y]!, walls[wall + 1]!);
  const vx = dyadic(discs[disc + VX]!);
  const vy = dyadic(discs[disc + VY]!);
  const radius = dyadic(discs[disc + RADIUS]!);
  const side = minus(times(ex, wy), times(ey, wx));
  const drift = minus(times(ex, vy), times(ey, vx));
  const along = plus(times(ex, wx), times(ey, wy));
  const along1 = plus(times(ex, vx), times(ey, vy));
  const ee = plus(times(ex, ex), times(ey, ey));
  // Only the quotient of gap and drift matters, and either may be too small for a double.
  const bits = drift.mantissa === 0n ? 0 : drift.mantissa.toString(2).length + drift.exponent;
  const grown = ({ mantissa, exponent }: Dyadic): DoubleDouble =>
    toDoubleDouble({ mantissa, exponent: exponent - bits });
  return {
    squares: grown(minus(times(side, side), times(times(radius, radius), ee))),
    side: toDoubleDouble(side),
    drift: grown(drift),
    featureAt: (place) => {
      // At the strip, after (|side| - radius √ee) / |drift|, the foot times |drift| is u - w √ee.
      const pace = place === 'start' ? dyadic(1) : sizeOfDyadic(drift);
      const u = plus(times(along, pace), place === 'start' ? dyadic(0) : times(along1, sizeOfDyadic(side)));
      const w = place === 'start' ? dyadic(0) : times(along1, radius);
      if (signWithRoot(u, w, ee) < 0) return 'a';
      return signWithRoot(minus(u, times(ee, pace)), w, ee) > 0 ? 'b' : 'face';
    },
  };
}

/** Whether a disc touches or overlaps a wall at its start. */
export function wallTouchedAtStart(discs: Float64Array, disc: number, walls: Float64Array, wall: number): boolean {
  const stance = stanceOf(discs, disc, walls, wall);
  const feature = stance === 'point' ? 'a' : featureAfter(double(0), stance, discs, disc, walls, wall);
  if (feature === 'face') return stance !== 'point' && stance.gap.hi <= 0;
  writeCap(discs, disc, walls, feature === 'a' ? wall : wall + 2);
  return touchAtStart(capScene, 0, UNIFORM_LENGTH);
}

/** The disc, and the end of the wall as a disc of radius 0. */
const capScene = new Float64Array(2 * UNIFORM_LENGTH);

function writeCap(discs: Float64Array, disc: number, walls: Float64Array, corner: number): void {
  for (let i = 0; i < UNIFORM_LENGTH; i++) capScene[i] = discs[disc + i]!;
  capScene.fill(0, UNIFORM_LENGTH);
  capScene[UNIFORM_LENGTH + X] = walls[corner]!;
  capScene[UNIFORM_LENGTH + Y] = walls[corner + 1]!;
  capScene[UNIFORM_LENGTH + START] = discs[disc + START]!;
}

function capTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number, end: 'a' | 'b'): number {
  const corner = end === 'a' ? wall : wall + 2;
  const neighbour = end === 'a' ? wall + 4 : wall + 6;
  writeCap(discs, disc, walls, corner);
  const time = touchTime(capScene, 0, UNIFORM_LENGTH);
  if (time === NEVER) return NEVER;
  if (touchesAtStart(discs, disc, walls, wall, corner) && isSlide(discs, disc, walls, wall)) return NEVER;
  const seconds = time - discs[disc + START]!;
  const px = discs[disc + X]! - walls[corner]! + discs[disc + VX]! * seconds;
  const py = discs[disc + Y]! - walls[corner + 1]! + discs[disc + VY]! * seconds;
  const vx = discs[disc + VX]! * time;
  const vy = discs[disc + VY]! * time;
  const size = px * px + py * py + vx * vx + vy * vy;
  if (!isOverNeighbour(px, py, size, walls, corner, neighbour)) return time;
  return sideEntryTime(discs, disc, walls, wall, end);
}

/** Whether a disc touches, at its start, the end of a wall or the edge of the strip around the wall's line. */
function touchesAtStart(discs: Float64Array, disc: number, walls: Float64Array, wall: number, corner: number): boolean {
  const radius = discs[disc + RADIUS]!;
  const slack = TOUCHING_GAP * sizeAtStart(discs, disc);
  const dx = discs[disc + X]! - walls[corner]!;
  const dy = discs[disc + Y]! - walls[corner + 1]!;
  if (dx * dx + dy * dy - radius * radius <= 2 * radius * slack) return true;
  const ex = walls[wall + 2]! - walls[wall]!;
  const ey = walls[wall + 3]! - walls[wall + 1]!;
  const length = Math.sqrt(ex * ex + ey * ey);
  return Math.abs(Math.abs(ex * dy - ey * dx) - radius * length) <= slack * length;
}

/**
 * The time at which a disc that slides over the joint at an end of a wall, overlapping its neighbour by a little, comes over
 * the wall's own face: it is stopped there if it would go deeper than a slide may. NEVER if it does not get there, or only
 * slides.
 */
function sideEntryTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number, end: 'a' | 'b'): number {
  const [corner, far] = end === 'a' ? [wall, wall + 2] : [wall + 2, wall];
  const ex = exactDifference(walls[far]!, walls[corner]!);
  const ey = exactDifference(walls[far + 1]!, walls[corner + 1]!);
  const wx = exactDifference(discs[disc + X]!, walls[corner]!);
  const wy = exactDifference(discs[disc + Y]!, walls[corner + 1]!);
  const vx = double(discs[disc + VX]!);
  const vy = double(discs[disc + VY]!);
  const along = add(multiply(ex, wx), multiply(ey, wy));
  const along1 = add(multiply(ex, vx), multiply(ey, vy));
  if (!(along.hi < 0 && along1.hi > 0)) return NEVER;
  const wait = divide(absolute(along), along1);
  const drift = subtract(multiply(ex, vy), multiply(ey, vx));
  const side = add(subtract(multiply(ex, wy), multiply(ey, wx)), multiply(drift, wait));
  const length = squareRoot(add(square(ex), square(ey)));
  const depth = subtract(double(discs[disc + RADIUS]!), divide(absolute(side), length)).hi;
  const size = sizeAtStart(discs, disc);
  // A deeper disc has not slid there: it touches the neighbour first. One that is not yet inside enters the face later.
  const isSliding = depth >= -FINE_ERROR * size && depth <= TOUCHING_GAP * size;
  if (!isSliding || side.hi * drift.hi >= 0 || isSlide(discs, disc, walls, wall)) return NEVER;
  return discs[disc + START]! + wait.hi;
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
  // False without a neighbour, whose coordinates are NaN.
  return over > 0 && over * over > JOINT_SLACK_SQUARED * (nx * nx + ny * ny) * size;
}
