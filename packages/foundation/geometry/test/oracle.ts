/**
 * Exact contacts of discs in uniform motion, by integers. Every double is an integer times a power of two, so all decisions
 * (closing, apart, meeting, which part of a wall) are exact; the instant follows from integer square roots to 200 bits.
 * Written from the definition of a contact alone, and sharing nothing with the solvers that it checks.
 *
 * A contact is the first instant, not before the later start, at which the gap is at most 0 and closing. The gap of
 * discs, of a disc and a point, and of a disc and a wall is a convex function of time, so shapes that overlap and do not
 * close never will. A disc that touches at the start (to within 2^-44 of |x| + R) and is nowhere deeper than 2^-45 of that
 * slides: it has no contact.
 */

// Globals are slow inside jest: looked up once, not a million times.
const { abs, clz32, floor, hypot, log2, max, min, sqrt, trunc } = Math;
const big = BigInt;
const toDouble = Number;

/** A disc in uniform motion: at `start` it is at (x, y). A radius of 0 makes a point. */
export interface UniformDisc {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly start: number;
  readonly radius: number;
}

/** Where the neighbours' far ends are, if there are any. */
export interface JointWall {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  readonly beforeA?: { readonly x: number; readonly y: number };
  readonly afterB?: { readonly x: number; readonly y: number };
}

export type Truth =
  | { readonly state: 'hit'; readonly time: Instant }
  | { readonly state: 'touching' }
  | { readonly state: 'separated' }
  /**
   * A cap is touched by a centre that is, to within rounding, at the border of a neighbour's face; or it is within rounding
   * whether this is a slide.
   */
  | { readonly state: 'joint'; readonly time: Instant; readonly isOverlapping: boolean };

/** A real number: the nearest double, and what is left. */
export interface Instant {
  readonly nearest: number;
  readonly rest: number;
}

/** By how many units in its last place a double differs from the truth. */
export function ulpsBetween(value: number, truth: Instant): number {
  if (value === truth.nearest && truth.rest === 0) return 0;
  return abs(value - truth.nearest - truth.rest) / ulp(truth.nearest);
}

/** Distance from a double to the next larger one in size. */
export function ulp(value: number): number {
  const size = abs(value);
  let power = 2 ** floor(log2(size));
  if (!(power > 2 ** -1022)) return Number.MIN_VALUE;
  if (power > size) power /= 2;
  return power * Number.EPSILON;
}

export function discDiscTruth(a: UniformDisc, b: UniformDisc): Truth {
  const later = max(a.start, b.start);
  const sum = plus(number(a.radius), number(b.radius));
  const x = minus(placeAt(b.x, b.vx, b.start, later), placeAt(a.x, a.vx, a.start, later));
  const y = minus(placeAt(b.y, b.vy, b.start, later), placeAt(a.y, a.vy, a.start, later));
  const vx = minus(number(b.vx), number(a.vx));
  const vy = minus(number(b.vy), number(a.vy));
  const wait = entryIntoCircle(x, y, vx, vy, sum);
  const gap = gapToCircle(x, y, sum);
  const isOverlapping = !isPositive(gap);
  if (wait === undefined) return { state: isOverlapping ? 'touching' : 'separated' };
  const hit = { state: 'hit', time: instantAfter(later, wait) } as const;
  // A point is the end of a wall, of which there may be more to touch.
  if (b.radius === 0) return hit;
  const coordinates = [placeAt(a.x, a.vx, a.start, later), placeAt(a.y, a.vy, a.start, later)];
  coordinates.push(placeAt(b.x, b.vx, b.start, later), placeAt(b.y, b.vy, b.start, later));
  const room = roomOf(max(...coordinates.map((each) => abs(toNumber(each)))), toNumber(sum));
  const metres = toNumber(gap) / (2 * toNumber(sum));
  return unlessSlide(hit, isOverlapping, [
    compared(metres, 2 ** -44 * room),
    compared(depthIntoCircle(x, y, vx, vy, sum), 2 ** -45 * room),
  ]);
}

export function discPointTruth(disc: UniformDisc, point: { readonly x: number; readonly y: number }): Truth {
  return discDiscTruth(disc, { ...point, vx: 0, vy: 0, start: disc.start, radius: 0 });
}

/** |x| + R; a small body far out is given no more than a thousandth of its radius. */
function roomOf(coordinate: number, radius: number): number {
  return min(coordinate + radius, 2 ** 34 * radius);
}

/** Whether a number is below a limit, or above it; undefined if solvers need not know. */
function compared(value: number, limit: number): 'below' | 'above' | undefined {
  if (value < 0.98 * limit) return 'below';
  return value > 1.02 * limit ? 'above' : undefined;
}

/** The contact, unless what touches goes nowhere too deep: each as `compared` has it. */
function unlessSlide(
  hit: Truth & { readonly state: 'hit' },
  isOverlapping: boolean,
  measures: readonly ('below' | 'above' | undefined)[],
): Truth {
  if (measures.includes('above')) return hit;
  if (measures.includes(undefined)) return { state: 'joint', time: hit.time, isOverlapping };
  return { state: isOverlapping ? 'touching' : 'separated' };
}

/** How far a point that passes the origin goes into a circle around it; from the start on, which counts too. */
function depthIntoCircle(x: Real, y: Real, vx: Real, vy: Real, radius: Real): number {
  const cross = minus(times(x, vy), times(y, vx));
  const vv = plus(times(vx, vx), times(vy, vy));
  const squares = minus(times(vv, times(radius, radius)), times(cross, cross));
  const distance = sqrt(toNumber(times(cross, cross)) / toNumber(vv));
  return toNumber(squares) / (toNumber(vv) * (toNumber(radius) + distance));
}

/**
 * The disc's centre enters the wall's stadium: the union of the two discs around the ends and, between them, the strip
 * around the line. From outside, that is the entry into the strip if it is between the ends, else the first into a disc.
 */
export function discWallTruth(disc: UniformDisc, wall: JointWall): Truth {
  const ex = minus(number(wall.bx), number(wall.ax));
  const ey = minus(number(wall.by), number(wall.ay));
  const fromA = { x: minus(number(disc.x), number(wall.ax)), y: minus(number(disc.y), number(wall.ay)) };
  const fromB = { x: minus(number(disc.x), number(wall.bx)), y: minus(number(disc.y), number(wall.by)) };
  const vx = number(disc.vx);
  const vy = number(disc.vy);
  const r = number(disc.radius);
  const lengthSquared = plus(times(ex, ex), times(ey, ey));
  const along = plus(times(ex, fromA.x), times(ey, fromA.y));
  const side = minus(times(ex, fromA.y), times(ey, fromA.x));
  const drift = minus(times(ex, vy), times(ey, vx));
  const beyondA = isNegative(along) || isZero(lengthSquared);
  const beyondB = isPositive(minus(along, lengthSquared));
  const stripGap = minus(times(side, side), times(times(r, r), lengthSquared));

  /** How deep the disc goes into the wall, by the ends that it passes, as a share of what a slide may. */
  const depth = (): number => {
    const isCrossing =
      isNegative(times(side, drift)) &&
      isNegative(times(minus(times(fromA.x, vy), times(fromA.y, vx)), minus(times(fromB.x, vy), times(fromB.y, vx))));
    if (isCrossing) return Infinity;
    const shares = [
      { from: fromA, x: wall.ax, y: wall.ay },
      { from: fromB, x: wall.bx, y: wall.by },
    ].map(({ from, x, y }) => {
      if (!isNegative(plus(times(from.x, vx), times(from.y, vy)))) return 0;
      const coordinate = max(abs(disc.x), abs(disc.y), abs(x), abs(y));
      return depthIntoCircle(from.x, from.y, vx, vy, r) / (2 ** -45 * roomOf(coordinate, disc.radius));
    });
    return max(...shares);
  };
  const room = roomOf(max(abs(disc.x), abs(disc.y)), disc.radius);
  const above = toNumber(stripGap) / (2 * disc.radius * max(toNumber(lengthSquared), Number.MIN_VALUE));
  const face = (wait: Real, isOverlapping: boolean): Truth =>
    unlessSlide({ state: 'hit', time: instantAfter(disc.start, wait) }, isOverlapping, [
      compared(above, 2 ** -44 * room),
      compared(depth(), 1),
    ]);

  const cap = (end: 'a' | 'b', wait: Real): Truth => {
    const [centre, neighbour, corner] =
      end === 'a'
        ? [fromA, wall.beforeA, { x: wall.ax, y: wall.ay }]
        : [fromB, wall.afterB, { x: wall.bx, y: wall.by }];
    const time = instantAfter(disc.start, wait);
    const isOverlapping = !isPositive(gapToCircle(centre.x, centre.y, r));
    const capGap = toNumber(gapToCircle(centre.x, centre.y, r)) / (2 * disc.radius);
    const isAtStrip = compared(abs(above), 2 ** -44 * room);
    const isTouching = [compared(capGap, 2 ** -44 * room), isZero(lengthSquared) ? 'above' : isAtStrip];
    const touch = isTouching.includes('below') ? 'below' : isTouching.includes(undefined) ? undefined : 'above';
    const free = unlessSlide({ state: 'hit', time }, isOverlapping, [touch, compared(depth(), 1)]);
    if (neighbour === undefined || free.state !== 'hit') return free;
    const nx = minus(number(neighbour.x), number(corner.x));
    const ny = minus(number(neighbour.y), number(corner.y));
    const seconds = toNumber(wait);
    const px = toNumber(centre.x) + disc.vx * seconds;
    const py = toNumber(centre.y) + disc.vy * seconds;
    const over = toNumber(nx) * px + toNumber(ny) * py;
    const size = hypot(toNumber(nx), toNumber(ny)) * hypot(px, py, disc.vx * time.nearest, disc.vy * time.nearest);
    if (abs(over) <= 2 ** -40 * size) return { state: 'joint', time, isOverlapping };
    return over > 0 ? fromTheSide(end, isOverlapping) : { state: 'hit', time };
  };

  /** Over a neighbour's face, which it overlaps a little: it may then come over the wall's own face, and go deeper. */
  const fromTheSide = (end: 'a' | 'b', isOverlapping: boolean): Truth => {
    const none: Truth = { state: isOverlapping ? 'touching' : 'separated' };
    const along1 = plus(times(ex, vx), times(ey, vy));
    const isBeyond = end === 'a' ? isNegative(along) : isPositive(minus(along, lengthSquared));
    if (!isBeyond || !(end === 'a' ? isPositive(along1) : isNegative(along1))) return none;
    const wait = quotient(size(end === 'a' ? along : minus(along, lengthSquared)), size(along1));
    const height = plus(side, times(drift, wait));
    if (!isNegative(times(height, drift))) return none;
    const inside = disc.radius - abs(toNumber(height)) / sqrt(toNumber(lengthSquared));
    const noise = 2 ** -49 * (room + hypot(toNumber(fromA.x), toNumber(fromA.y)));
    if (inside < -noise || inside > 1.02 * 2 ** -44 * room) return none;
    const time = instantAfter(disc.start, wait);
    const isClear = inside > noise && inside < 0.98 * 2 ** -44 * room;
    const isDeep = compared(depth(), 1);
    if (isDeep === 'below') return none;
    return isClear && isDeep === 'above' ? { state: 'hit', time } : { state: 'joint', time, isOverlapping };
  };

  const [nearCentre, nearEnd] = beyondB && !beyondA ? [fromB, 'b' as const] : [fromA, 'a' as const];
  const isOverFace = !beyondA && !beyondB;
  const gap = isOverFace ? stripGap : gapToCircle(nearCentre.x, nearCentre.y, r);
  if (!isPositive(gap)) {
    const slope = isOverFace ? times(side, drift) : plus(times(nearCentre.x, vx), times(nearCentre.y, vy));
    if (!isNegative(slope)) return { state: 'touching' };
    return isOverFace ? face(NOW, true) : cap(nearEnd, NOW);
  }

  if (isPositive(stripGap) && isNegative(times(side, drift))) {
    // It takes (|side| - r L) / |drift|; where the foot is then, times |drift|, is u - w L.
    const along1 = plus(times(ex, vx), times(ey, vy));
    const u = plus(times(along, size(drift)), times(along1, size(side)));
    const w = times(along1, r);
    const isBetween =
      signWithRoot(u, w, lengthSquared) >= 0 &&
      signWithRoot(minus(u, times(lengthSquared, size(drift))), w, lengthSquared) <= 0;
    const length = squareRoot(lengthSquared);
    const wait = quotient(stripGap, times(size(drift), plus(size(side), times(r, length))));
    // The stadium is convex, and entered once: if there, then nowhere else.
    if (isBetween) return face(wait, false);
  }
  const waitA = entryIntoCircle(fromA.x, fromA.y, vx, vy, r);
  const waitB = entryIntoCircle(fromB.x, fromB.y, vx, vy, r);
  if (waitA !== undefined && (waitB === undefined || !isPositive(minus(waitA, waitB)))) return cap('a', waitA);
  return waitB === undefined ? { state: 'separated' } : cap('b', waitB);
}

/** Seconds until a point at (x, y) that moves with (vx, vy) enters the circle around the origin; undefined for never. */
function entryIntoCircle(x: Real, y: Real, vx: Real, vy: Real, radius: Real): Real | undefined {
  const closing = plus(times(x, vx), times(y, vy));
  if (!isNegative(closing)) return undefined;
  const gap = gapToCircle(x, y, radius);
  if (!isPositive(gap)) return NOW;
  const cross = minus(times(x, vy), times(y, vx));
  const discriminant = minus(times(plus(times(vx, vx), times(vy, vy)), times(radius, radius)), times(cross, cross));
  if (!isPositive(discriminant)) return undefined;
  return quotient(gap, minus(squareRoot(discriminant), closing));
}

function gapToCircle(x: Real, y: Real, radius: Real): Real {
  return minus(plus(times(x, x), times(y, y)), times(radius, radius));
}

function placeAt(place: number, speed: number, start: number, instant: number): Real {
  return plus(number(place), times(number(speed), minus(number(instant), number(start))));
}

// Numbers: digits * 2^exponent. Sums, differences and products are exact; roots and quotients are good to 200 bits.

interface Real {
  readonly digits: bigint;
  readonly exponent: number;
}

const NOW: Real = { digits: 0n, exponent: 0 };
const PRECISION = 200;

const float = new Float64Array(1);
const word = new BigUint64Array(float.buffer);

function number(value: number): Real {
  float[0] = value;
  const pattern = word[0]!;
  const biased = toDouble((pattern >> 52n) & 0x7ffn);
  const fraction = pattern & 0xf_ffff_ffff_ffffn;
  const digits = biased === 0 ? fraction : fraction | 0x10_0000_0000_0000n;
  return { digits: value < 0 ? -digits : digits, exponent: (biased === 0 ? 1 : biased) - 1075 };
}

function plus(a: Real, b: Real): Real {
  // A shift by the exponent of 0 could be very long for nothing.
  if (a.digits === 0n) return b;
  if (b.digits === 0n) return a;
  if (a.exponent >= b.exponent) {
    return { digits: (a.digits << big(a.exponent - b.exponent)) + b.digits, exponent: b.exponent };
  }
  return { digits: a.digits + (b.digits << big(b.exponent - a.exponent)), exponent: a.exponent };
}

function minus(a: Real, b: Real): Real {
  return plus(a, { digits: -b.digits, exponent: b.exponent });
}

function times(a: Real, b: Real): Real {
  return { digits: a.digits * b.digits, exponent: a.exponent + b.exponent };
}

function size(a: Real): Real {
  return a.digits < 0n ? { digits: -a.digits, exponent: a.exponent } : a;
}

function isPositive(a: Real): boolean {
  return a.digits > 0n;
}

function isNegative(a: Real): boolean {
  return a.digits < 0n;
}

function isZero(a: Real): boolean {
  return a.digits === 0n;
}

/** The sign of u - w √s, exactly. */
function signWithRoot(u: Real, w: Real, s: Real): number {
  const difference = minus(times(u, u), times(times(w, w), s)).digits;
  if (u.digits >= 0n && w.digits <= 0n) return isZero(u) && (isZero(w) || isZero(s)) ? 0 : 1;
  if (u.digits <= 0n && w.digits >= 0n) return isZero(u) && (isZero(w) || isZero(s)) ? 0 : -1;
  const sign = difference > 0n ? 1 : difference < 0n ? -1 : 0;
  return u.digits > 0n ? sign : -sign;
}

function quotient(a: Real, b: Real): Real {
  const shift = max(0, PRECISION + bitLength(b.digits) - bitLength(a.digits));
  return { digits: (a.digits << big(shift)) / b.digits, exponent: a.exponent - shift - b.exponent };
}

function squareRoot(a: Real): Real {
  let shift = max(0, 2 * PRECISION - bitLength(a.digits));
  if ((a.exponent - shift) % 2 !== 0) shift++;
  return { digits: integerRoot(a.digits << big(shift)), exponent: (a.exponent - shift) / 2 };
}

/** The largest whole number whose square is not more: Heron's method, from above. */
function integerRoot(n: bigint): bigint {
  if (n < 2n) return n;
  // A start that is right to some 50 bits, rounded up.
  const shift = max(0, bitLength(n) - 100) & ~1;
  let root = (big(floor(sqrt(toDouble(n >> big(shift))))) + 1024n) << big(shift / 2);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function bitLength(n: bigint): number {
  const hex = (n < 0n ? -n : n).toString(16);
  return hex.length * 4 - clz32(parseInt(hex[0]!, 16)) + 28;
}

/** The nearest double; where there is none, the nearest end of their range. */
function toNumber(a: Real): number {
  const length = bitLength(a.digits);
  // 70 bits and whether anything is left: enough to round as if all were there.
  const drop = max(0, length - 70);
  let digits = a.digits < 0n ? -a.digits : a.digits;
  const isInexact = drop > 0 && (digits & ((1n << big(drop)) - 1n)) !== 0n;
  digits = (digits >> big(drop)) * 2n + (isInexact ? 1n : 0n);
  const exponent = max(-2100, min(2000, a.exponent + drop - 1));
  const half = trunc(exponent / 2);
  const result = toDouble(digits) * 2 ** half * 2 ** (exponent - half);
  return a.digits < 0n ? -result : result;
}

function instantAfter(start: number, wait: Real): Instant {
  const exact = plus(number(start), wait);
  const nearest = toNumber(exact);
  return { nearest, rest: Number.isFinite(nearest) ? toNumber(minus(exact, number(nearest))) : 0 };
}
