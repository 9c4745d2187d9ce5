/**
 * Random and adversarial questions about contacts, each named by family, seed and index, and judged by the oracle.
 */
import {
  type Contact,
  discDiscContact,
  discSegmentContact,
  lineLeg,
  type LineLeg,
  restLeg,
  type RestLeg,
  touchTime,
  WALL_LENGTH,
  wallTime,
  writeDisc,
  writeWall,
} from '@kineko/geometry';
import { NEVER } from '../src/contact/contact.js';
import { discPointContact } from '../src/contact/disc-disc.js';
import { UNIFORM_LENGTH } from '../src/contact/solvers/uniform-discs.js';
import { discSegmentGap } from '../src/distance.js';
import {
  discDiscTruth,
  discPointTruth,
  discWallTruth,
  type JointWall,
  type Truth,
  type UniformDisc,
  ulpsBetween,
} from './oracle.js';

export type Question =
  | { readonly shape: 'discs'; readonly a: UniformDisc; readonly b: UniformDisc }
  | { readonly shape: 'point'; readonly disc: UniformDisc; readonly point: { readonly x: number; readonly y: number } }
  | { readonly shape: 'wall'; readonly disc: UniformDisc; readonly wall: JointWall };

/** Statistics of the results of some queries. */
export interface Tally {
  queries: number;
  hits: number;
  missed: number;
  invented: number;
  worstUlps: number;
  /** One line each: what is wrong, and what repeats it. */
  readonly failures: string[];
}

export const ULPS_ALLOWED = 4;
/** Later than this nothing happens: whether such a time is finite does not matter. */
const MAX_TIME = 2 ** 31;

/** Seconds: below this a clock shows nothing, and products of coordinates are no longer doubles. */
const NO_TIME = 1e-100;

export function emptyTally(): Tally {
  return { queries: 0, hits: 0, missed: 0, invented: 0, worstUlps: 0, failures: [] };
}

/** Asks `count` questions, as many of each family as of the next. */
export function askMany(seed: number, count: number, tally: Tally): void {
  const names = Object.keys(families);
  for (let i = 0; i < count; i++) ask(names[i % names.length]!, seed, Math.floor(i / names.length), tally);
}

/** Repeats one question: what a failure prints. */
function ask(family: string, seed: number, index: number, tally: Tally): void {
  const question = questionOf(family, seed, index);
  tally.queries++;
  try {
    judge(question, tally);
  } catch (error) {
    tally.failures.push(
      `${(error as Error).message}\n  repeat: ask('${family}', ${seed}, ${index}, emptyTally()) of ` +
        `packages/foundation/geometry/test/queries.ts\n  asked: ${JSON.stringify(question)}`,
    );
  }
}

function questionOf(family: string, seed: number, index: number): Question {
  const draw = families[family];
  if (draw === undefined) throw new RangeError(`no family "${family}" among ${Object.keys(families).join(', ')}`);
  return draw(new Random(family, seed, index));
}

function judge(question: Question, tally: Tally): void {
  switch (question.shape) {
    case 'discs': {
      const { a, b } = question;
      const [legA, legB] = [legOf(a), legOf(b)];
      const truth = discDiscTruth(a, b);
      compare(truth, discDiscContact(legA, a.radius, legB, b.radius), tally);
      writeDisc(discs, 0, legA, a.radius);
      writeDisc(discs, UNIFORM_LENGTH, legB, b.radius);
      compareTime(truth, touchTime(discs, 0, UNIFORM_LENGTH), tally);
      return;
    }
    case 'point': {
      const { disc, point } = question;
      compare(discPointTruth(disc, point), discPointContact(legOf(disc), disc.radius, point), tally);
      return;
    }
    case 'wall': {
      const { disc, wall } = question;
      const leg = legOf(disc);
      const truth = discWallTruth(disc, wall);
      const contact = discSegmentContact(leg, disc.radius, wall);
      if (contact.state !== 'hit' || !isLeftOpen(truth, disc, wall, contact.time)) compare(truth, contact, tally);
      writeDisc(discs, 0, leg, disc.radius);
      writeWall(walls, 0, wall);
      const time = wallTime(discs, 0, walls, 0);
      if (!isLeftOpen(truth, disc, wall, time)) compareTime(truth, time, tally);
      if (wall.beforeA !== undefined || wall.afterB !== undefined) checkNoLeak(disc, wall, time);
    }
  }
}

const discs = new Float64Array(2 * UNIFORM_LENGTH);
const walls = new Float64Array(WALL_LENGTH);

function compare(truth: Truth, found: Contact, tally: Tally): void {
  if (found.state === 'hit') {
    compareTime(truth, found.time, tally);
    if (truth.state === 'hit') tally.hits++;
    const length = Math.hypot(found.normal.x, found.normal.y);
    if (!(Math.abs(length - 1) < 1e-15)) throw new Error(`a normal of length ${length}`);
    return;
  }
  compareTime(truth, NEVER, tally);
  const overlapping = truth.state === 'joint' ? truth.isOverlapping : truth.state === 'touching';
  if (truth.state !== 'hit' && (found.state === 'touching') !== overlapping) {
    throw new Error(`"${found.state}" where the truth is "${truth.state}"`);
  }
}

function compareTime(truth: Truth, time: number, tally: Tally): void {
  if (truth.state === 'joint' && time === NEVER) return;
  if (truth.state === 'touching' || truth.state === 'separated') {
    if (time === NEVER || time > MAX_TIME) return;
    tally.invented++;
    throw new Error(`invented: ${time} where the truth is "${truth.state}"`);
  }
  const { nearest } = truth.time;
  if (nearest > MAX_TIME && time > MAX_TIME) return;
  if (!(time < NEVER)) {
    tally.missed++;
    throw new Error(`missed: ${time} where the truth is ${nearest}`);
  }
  const ulps = ulpsBetween(time, truth.time);
  if (Math.abs(time - nearest) < NO_TIME) return;
  if (!(ulps <= ULPS_ALLOWED)) throw new Error(`${ulps} ulp off: ${time} where the truth is ${nearest}`);
  tally.worstUlps = Math.max(tally.worstUlps, ulps);
}

/** A disc that comes from outside enters the union of joined walls when it enters the first of them: none may leak. */
function checkNoLeak(disc: UniformDisc, wall: JointWall, time: number): void {
  const { ax, ay, bx, by, beforeA, afterB } = wall;
  const others: JointWall[] = [];
  if (beforeA) others.push({ ax: beforeA.x, ay: beforeA.y, bx: ax, by: ay, afterB: { x: bx, y: by } });
  if (afterB) others.push({ ax: bx, ay: by, bx: afterB.x, by: afterB.y, beforeA: { x: ax, y: ay } });
  const plain = [wall, ...others].map((each) =>
    discWallTruth(disc, { ax: each.ax, ay: each.ay, bx: each.bx, by: each.by }),
  );
  const first = plain.reduce((least, each) => (timeOf(each) < timeOf(least) ? each : least));
  // One that overlaps at the start is not outside.
  if (first.state !== 'hit' || first.time.nearest > MAX_TIME || plain.some(({ state }) => state === 'touching')) return;
  if (plain.some((each) => each.state === 'hit' && each.time.nearest === disc.start)) return;
  let least = time;
  for (const other of others) {
    writeWall(walls, 0, other);
    least = Math.min(least, wallTime(discs, 0, walls, 0));
  }
  const ulps = ulpsBetween(least, first.time);
  if (ulps <= ULPS_ALLOWED || isShallow(disc, [wall, ...others], least)) return;
  throw new Error(`a joint leaks: ${least} where the truth is ${first.time.nearest}`);
}

/**
 * Whether a time differs from the truth only because it is within rounding which wall of a joint is touched first: a disc that
 * slides over the joint is then stopped a little later, where it comes over the wall's own face, and is not too deep.
 */
function isLeftOpen(truth: Truth, disc: UniformDisc, wall: JointWall, time: number): boolean {
  return truth.state === 'joint' && time > truth.time.nearest && time < NEVER && isShallow(disc, [wall], time);
}

/** Whether a disc that is stopped then, after it has slid over a joint, overlaps no wall by more than it may. */
function isShallow({ x, y, vx, vy, start, radius }: UniformDisc, all: readonly JointWall[], time: number): boolean {
  const place = { x: x + vx * (time - start), y: y + vy * (time - start) };
  const allowed = 2 ** -44 * (Math.max(Math.abs(x), Math.abs(y)) + radius);
  return all.every((wall) => discSegmentGap({ ...place, radius }, wall) >= -allowed);
}

function timeOf(truth: Truth): number {
  return truth.state === 'hit' || truth.state === 'joint' ? truth.time.nearest : NEVER;
}

function legOf({ x, y, vx, vy, start }: UniformDisc): LineLeg | RestLeg {
  if (vx === 0 && vy === 0) return restLeg({ x, y, heading: 0, start });
  return lineLeg({ x, y, heading: 0, start, vx, vy });
}

// The families.

/** Mulberry32, from a name and two numbers, and what is drawn from it. */
class Random {
  private state: number;

  constructor(name: string, seed: number, index: number) {
    this.state = 0x9e3779b9;
    for (const char of name) this.stir(char.charCodeAt(0));
    this.stir(seed);
    this.stir(index);
  }

  private stir(value: number): void {
    this.state = (Math.imul(this.state ^ (value | 0), 0x85ebca6b) + value / 2 ** 32) | 0;
    this.bits();
  }

  private bits(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** From 0 to 1, with all the digits of a double. */
  unit(): number {
    return (this.bits() * 2 ** 21 + (this.bits() >>> 11)) / 2 ** 53;
  }

  between(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  /** Every order of magnitude as likely as the next; the exponents of 2 are given. */
  magnitude(low: number, high: number): number {
    return Math.min(Math.max(2 ** this.between(low, high), 2 ** low), 2 ** high);
  }

  integer(low: number, high: number): number {
    return low + (this.bits() % (high - low + 1));
  }

  sign(): number {
    return this.bits() & 1 ? 1 : -1;
  }

  chance(share: number): boolean {
    return this.unit() < share;
  }

  angle(): number {
    return this.between(-Math.PI, Math.PI);
  }

  /** The number, or one of its close neighbours. */
  near(value: number): number {
    return value * (1 + this.integer(-3, 3) * Number.EPSILON);
  }
}

type Family = (random: Random) => Question;

const CLAMP = 2 ** 30;

function disc(x: number, y: number, vx: number, vy: number, start: number, radius: number): UniformDisc {
  const clamp = (value: number): number => Math.min(Math.max(value, -CLAMP), CLAMP);
  const r = Math.min(Math.max(radius, 2 ** -20), 2 ** 20);
  const speed = Math.hypot(vx, vy);
  // Speeds below the domain become 0, speeds above it are limited.
  const scale = speed < 1.001 * 2 ** -30 ? 0 : speed > 0.999 * CLAMP ? (0.999 * CLAMP) / speed : 1;
  return { x: clamp(x), y: clamp(y), vx: vx * scale, vy: vy * scale, start, radius: r };
}

/** Two starts: the same, a little apart, or far apart. */
function starts(random: Random): [number, number] {
  const first = random.chance(0.3) ? 0 : random.between(0, 100);
  if (random.chance(0.4)) return [first, first];
  return [first, random.chance(0.5) ? random.between(0, 100) : first + random.magnitude(-30, 3)];
}

/**
 * Two discs that meet, or just miss, some seconds after the later of their starts: at the closest approach their
 * centres are `miss` times the sum of their radii apart.
 */
function aimed(random: Random, miss: number, scale = 0, late = 0): Question {
  const [s, t] = starts(random);
  const [startA, startB] = [late + s, late + t];
  const later = Math.max(startA, startB);
  const [ra, rb] = [random.magnitude(-3, 1), random.magnitude(-3, 1)];
  const sum = ra + rb;
  const direction = random.angle();
  const speed = random.magnitude(-3, 4);
  const [wx, wy] = [speed * Math.cos(direction), speed * Math.sin(direction)];
  const [vx, vy] = random.chance(0.2) ? [0, 0] : [random.between(-9, 9), random.between(-9, 9)];
  const distance = sum * (1 + random.magnitude(-4, 5 + scale));
  // From a to b at the later start: back along the relative motion, and aside by the miss.
  const along = Math.sqrt(Math.max(0, distance * distance - miss * miss * sum * sum));
  const [ux, uy] = [wx / speed, wy / speed];
  const [rx, ry] = [-along * ux - miss * sum * uy, -along * uy + miss * sum * ux];
  const [px, py] = random.chance(0.3) ? [0, 0] : [random.between(-99, 99), random.between(-99, 99)];
  const [bvx, bvy] = [vx + wx, vy + wy];
  return {
    shape: 'discs',
    a: disc(px - vx * (later - startA), py - vy * (later - startA), vx, vy, startA, ra),
    b: disc(px + rx - bvx * (later - startB), py + ry - bvy * (later - startB), bvx, bvy, startB, rb),
  };
}

function nearlyOne(random: Random): number {
  return 1 + random.sign() * 2 ** -random.integer(1, 60);
}

function smallDisc(random: Random, size = 8): UniformDisc {
  const speed = (): number => random.integer(-3, 3);
  return disc(
    random.integer(-size, size),
    random.integer(-size, size),
    speed(),
    speed(),
    random.integer(0, 3),
    random.integer(1, 5) / random.integer(1, 2),
  );
}

/** The disc seen from a wall that is turned and moved: `at` in the wall's own frame, which is along (1, 0) from A. */
interface Frame {
  readonly wall: JointWall;
  readonly length: number;
  readonly x: (along: number, across: number) => number;
  readonly y: (along: number, across: number) => number;
}

function frame(random: Random, exponent = 0): Frame {
  const [ax, ay] = [random.between(-50, 50), random.between(-50, 50)];
  const length = random.magnitude(-2, 6 + exponent);
  const direction = random.angle();
  const [ux, uy] = [Math.cos(direction), Math.sin(direction)];
  return {
    wall: { ax, ay, bx: ax + length * ux, by: ay + length * uy },
    length,
    x: (along, across) => ax + along * ux - across * uy,
    y: (along, across) => ay + along * uy + across * ux,
  };
}

/** A disc that comes to `along` on the wall's line after some seconds, from above or below. */
function towards(random: Random, { x, y }: Frame, along: number, across: number, slant: number): UniformDisc {
  const start = random.chance(0.3) ? 0 : random.between(0, 1000);
  const seconds = random.magnitude(-4, 8);
  const speed = random.magnitude(-4, 5);
  const [du, dv] = [Math.cos(slant) * speed, Math.sin(slant) * speed];
  const [vx, vy] = [x(du, dv) - x(0, 0), y(du, dv) - y(0, 0)];
  const radius = random.magnitude(-4, 2);
  return disc(x(along, across) - vx * seconds, y(along, across) - vy * seconds, vx, vy, start, radius);
}

const withJoint = (random: Random, wall: JointWall): JointWall => {
  const { ax, ay, bx, by } = wall;
  const turn = random.chance(0.3) ? 0 : random.angle();
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [ex, ey] = [bx - ax, by - ay];
  const afterB = { x: bx + ex * cos - ey * sin, y: by + ex * sin + ey * cos };
  if (random.chance(0.5)) return { ...wall, afterB };
  return { ...wall, afterB, beforeA: { x: ax - ex, y: ay - ey } };
};

/** A double from 2^-40 to 2^40 as a whole number of 2^-100. */
function fixed(value: number): bigint {
  return BigInt(value * 2 ** 100);
}

const families: Readonly<Record<string, Family>> = {
  generic: (random) => aimed(random, random.between(0, 1.5)),
  'far from aimed': (random) => {
    const [startA, startB] = starts(random);
    const any = (start: number): UniformDisc =>
      disc(
        random.between(-100, 100),
        random.between(-100, 100),
        random.between(-10, 10),
        random.between(-10, 10),
        start,
        random.between(0.1, 5),
      );
    return { shape: 'discs', a: any(startA), b: any(startB) };
  },
  graze: (random) => aimed(random, nearlyOne(random)),
  'graze from afar': (random) => aimed(random, nearlyOne(random), 23),
  'graze from very far': (random) => {
    // The whole domain: a sum of radii of 2^-19 m at 2^31 m.
    const radius = random.magnitude(-20, -10);
    const direction = random.chance(0.5) ? random.angle() : (random.integer(-4, 4) * Math.PI) / 4;
    const distance = random.magnitude(20, 29.5);
    const [ux, uy] = [Math.cos(direction), Math.sin(direction)];
    const miss = 2 * radius * nearlyOne(random) * random.sign();
    const speed = random.magnitude(0, 20);
    const x = -distance * ux - miss * uy;
    const y = -distance * uy + miss * ux;
    return { shape: 'discs', a: disc(0, 0, 0, 0, 0, radius), b: disc(x, y, speed * ux, speed * uy, 0, radius) };
  },
  'nearly touching': (random) => {
    const [ra, rb] = [random.magnitude(-3, 3), random.magnitude(-3, 3)];
    const direction = random.angle();
    const distance = (ra + rb) * nearlyOne(random);
    const x = random.chance(0.5) ? 0 : random.between(-9, 9);
    const a = disc(x, x, random.between(-1, 1), random.between(-1, 1), 0, ra);
    const start = random.chance(0.7) ? 0 : random.magnitude(-40, 3);
    const [px, py] = [a.x + a.vx * start, a.y + a.vy * start];
    const [ux, uy] = [Math.cos(direction), Math.sin(direction)];
    // Closing head on, or hardly, or not.
    const slant =
      direction + Math.PI / 2 + (random.chance(0.5) ? random.angle() : random.sign() * 2 ** -random.integer(0, 55));
    const [vx, vy] = [a.vx + Math.cos(slant), a.vy + Math.sin(slant)];
    return { shape: 'discs', a, b: disc(px + distance * ux, py + distance * uy, vx, vy, start, rb) };
  },
  'touching to twice the digits': (random) => {
    // On the circle of contact as nearly as a double allows, then moved by what is missing: only whole numbers can tell
    // the gap that is left.
    const sum = random.between(1, 4);
    const x = sum * random.between(0.3, 0.9) * random.sign();
    const y = Math.sqrt(sum * sum - x * x);
    const missing = Number(fixed(x) * fixed(x) + fixed(y) * fixed(y) - fixed(sum) * fixed(sum)) / 2 ** 200;
    const shift = (missing / (2 * x)) * (random.chance(0.5) ? 1 : 1 + random.integer(-3, 3) * 2 ** -52);
    const a = disc(shift, 0, 0, 0, 0, sum / 2);
    const slant = random.chance(0.7) ? random.angle() : Math.atan2(-y, -x);
    return { shape: 'discs', a, b: disc(x, y, Math.cos(slant), Math.sin(slant), 0, sum / 2) };
  },
  'far apart': (random) => aimed(random, random.between(0, 1.1), 23),
  'late clocks': (random) => {
    const late = random.magnitude(10, 31) * 0.999;
    return aimed(random, random.chance(0.5) ? random.between(0, 1.2) : nearlyOne(random), 0, late);
  },
  'one early, one late': (random) => {
    // One has been under way for years when the other starts.
    const speed = random.magnitude(-28, -2);
    const start = random.magnitude(20, 30.9);
    const direction = random.angle();
    const [vx, vy] = [speed * Math.cos(direction), speed * Math.sin(direction)];
    const x = random.between(-100, 100);
    const a = disc(x - vx * start, x - vy * start, vx, vy, random.between(0, 1), random.between(0.1, 1));
    const aim = random.angle();
    const distance = random.magnitude(0, 6);
    const miss = random.chance(0.5) ? random.between(0, 1.2) : nearlyOne(random);
    const radius = random.between(0.1, 1);
    const aside = miss * (a.radius + radius);
    const [ux, uy] = [Math.cos(aim), Math.sin(aim)];
    const v = random.magnitude(-2, 5);
    const b = disc(
      x - distance * ux - aside * uy,
      x - distance * uy + aside * ux,
      vx + v * ux,
      vy + v * uy,
      start,
      radius,
    );
    return random.chance(0.5) ? { shape: 'discs', a, b } : { shape: 'discs', a: b, b: a };
  },
  'whole domain': (random) => {
    const [ra, rb] = [random.magnitude(-20, 20), random.magnitude(-20, 20)];
    const speed = random.magnitude(-29, 29);
    const distance = random.magnitude(-20, 29.9);
    const direction = random.angle();
    const miss = random.chance(0.5) ? random.between(0, 1.1) : nearlyOne(random);
    const aside = Math.min(miss * (ra + rb), distance);
    const along = Math.sqrt(distance * distance - aside * aside);
    const [ux, uy] = [Math.cos(direction), Math.sin(direction)];
    const start = random.chance(0.5) ? 0 : random.magnitude(-20, 30);
    const b = disc(-along * ux - aside * uy, -along * uy + aside * ux, speed * ux, speed * uy, start, rb);
    const mover = random.chance(0.3);
    return { shape: 'discs', a: disc(0, 0, mover ? random.magnitude(-29, 29) : 0, 0, start, ra), b };
  },
  'one at rest': (random) => {
    const question = aimed(random, random.between(0, 1.2));
    if (question.shape !== 'discs') return question;
    const { a, b } = question;
    return random.chance(0.5)
      ? { shape: 'point', disc: b, point: { x: a.x, y: a.y } }
      : { shape: 'discs', a: { ...a, vx: 0, vy: 0 }, b };
  },
  'in convoy': (random) => {
    const question = aimed(random, random.between(0, 1.2));
    if (question.shape !== 'discs') return question;
    const { a, b } = question;
    // The same velocity, or the same but for a last bit.
    const vx = random.chance(0.5) ? a.vx : random.near(a.vx);
    return { shape: 'discs', a, b: { ...b, vx, vy: a.vy } };
  },
  'small integers': (random) => ({ shape: 'discs', a: smallDisc(random), b: smallDisc(random) }),
  'small integers and a point': (random) => ({
    shape: 'point',
    disc: smallDisc(random),
    point: { x: random.integer(-8, 8), y: random.integer(-8, 8) },
  }),
  'small integers but for a last bit': (random) => {
    const [a, b] = [smallDisc(random), smallDisc(random)];
    const parts = ['x', 'y', 'vx', 'vy', 'radius', 'start'] as const;
    const part = parts[random.integer(0, parts.length - 1)]!;
    return { shape: 'discs', a, b: { ...b, [part]: random.near(b[part]) } };
  },
  'axis-parallel': (random) => {
    const isAcross = random.chance(0.5);
    const sum = random.between(0.5, 2);
    const aside = random.chance(0.3) ? 2 * sum : 2 * sum * random.between(-1.1, 1.1);
    const [speed, x] = [random.magnitude(-5, 5), random.between(2, 20)];
    const a = disc(0, 0, 0, 0, 0, sum);
    const b = isAcross ? disc(aside, x, 0, -speed, 0, sum) : disc(x, aside, -speed, 0, 0, sum);
    return { shape: 'discs', a, b };
  },
  'hardly any number': (random) => {
    // Components and places so small that their products are not doubles.
    const tiny = (): number => (random.chance(0.5) ? 0 : random.sign() * 2 ** -random.integer(60, 1074));
    const a = disc(tiny(), tiny(), 0, 0, 0, random.integer(1, 2));
    const distance = a.radius + 1 + (random.chance(0.5) ? 0 : random.integer(0, 3));
    const start = random.chance(0.5) ? 0 : 1;
    return random.chance(0.5)
      ? {
          shape: 'discs',
          a,
          b: disc(distance, tiny(), -random.integer(0, 1) + tiny(), random.integer(0, 1) + tiny(), start, 1),
        }
      : {
          shape: 'wall',
          disc: disc(a.x, a.radius + tiny(), random.integer(0, 1), -random.integer(0, 1) + tiny(), 0, a.radius),
          wall: { ax: -random.integer(1, 3), ay: tiny(), bx: random.integer(1, 3), by: 0 },
        };
  },
  'a wall': (random) => {
    const place = frame(random);
    const slant = random.angle();
    const mover = towards(random, place, place.length * random.between(-0.2, 1.2), random.between(-1, 1), slant);
    return { shape: 'wall', disc: mover, wall: place.wall };
  },
  'a wall hardly approached': (random) => {
    const place = frame(random);
    const slant = random.sign() * 2 ** -random.integer(1, 50);
    const mover = towards(random, place, place.length * random.between(-0.5, 1.5), 0, slant);
    const across = mover.radius * (random.chance(0.5) ? nearlyOne(random) : random.between(0.9, 1.1)) * random.sign();
    return {
      shape: 'wall',
      disc: {
        ...mover,
        x: mover.x + place.x(0, across) - place.x(0, 0),
        y: mover.y + place.y(0, across) - place.y(0, 0),
      },
      wall: place.wall,
    };
  },
  "a wall's end": (random) => {
    const place = frame(random);
    const end = random.chance(0.5) ? 0 : place.length;
    const slant = random.angle();
    const mover = towards(random, place, end, 0, slant);
    // Past the end by about a radius: the cap is just hit, just missed, or the foot is just at the end.
    const aside = mover.radius * nearlyOne(random) * random.sign();
    const [du, dv] = random.chance(0.5) ? [-Math.sin(slant) * aside, Math.cos(slant) * aside] : [0, aside];
    const x = mover.x + place.x(du, dv) - place.x(0, 0);
    const y = mover.y + place.y(du, dv) - place.y(0, 0);
    return { shape: 'wall', disc: { ...mover, x, y }, wall: place.wall };
  },
  'a wall, nearly touched': (random) => {
    const place = frame(random);
    const radius = random.magnitude(-3, 2);
    const along = place.length * random.between(-0.1, 1.1);
    const across = radius * nearlyOne(random) * random.sign();
    const slant = random.chance(0.5) ? random.angle() : random.sign() * 2 ** -random.integer(0, 55);
    const start = random.chance(0.5) ? 0 : random.between(0, 10);
    const [vx, vy] = [Math.cos(slant), Math.sin(slant)];
    return {
      shape: 'wall',
      disc: disc(
        place.x(along, across),
        place.y(along, across),
        place.x(vx, vy) - place.x(0, 0),
        place.y(vx, vy) - place.y(0, 0),
        start,
        radius,
      ),
      wall: place.wall,
    };
  },
  'a wall far and wide': (random) => {
    const place = frame(random, 22);
    const start = random.magnitude(-3, 30.9);
    const mover = towards(random, place, place.length * random.between(-0.1, 1.1), 0, random.angle());
    return { shape: 'wall', disc: { ...mover, start, radius: random.magnitude(-20, 10) }, wall: place.wall };
  },
  'a joint': (random) => {
    const place = frame(random);
    const at = random.chance(0.5) ? place.length : place.length * random.between(0.8, 1.2);
    const mover = towards(random, place, at, 0, random.angle());
    return { shape: 'wall', disc: mover, wall: withJoint(random, place.wall) };
  },
  'a joint, slid over': (random) => {
    const place = frame(random);
    const radius = random.magnitude(-3, 2);
    const along = -random.between(0, 1) * place.length;
    const across = radius * (random.chance(0.3) ? 1 : nearlyOne(random));
    const speed = random.magnitude(-3, 3);
    return {
      shape: 'wall',
      disc: disc(
        place.x(along, across),
        place.y(along, across),
        place.x(speed, 0) - place.x(0, 0),
        place.y(speed, 0) - place.y(0, 0),
        0,
        radius,
      ),
      wall: { ...place.wall, beforeA: { x: place.x(-place.length, 0), y: place.y(-place.length, 0) } },
    };
  },
  'leaving a disc sideways': (random) => {
    const far = random.magnitude(0, 17);
    const [ra, rb] = [random.between(0.1, 10), random.between(0.1, 10)];
    const towards = random.chance(0.3) ? (random.integer(0, 23) * Math.PI) / 12 : random.angle();
    const apart = (ra + rb) * (1 + random.integer(-2, 2) * Number.EPSILON);
    const [x, y] = [random.between(-far, far), random.between(-far, far)];
    const heading = towards + (random.sign() * Math.PI) / 2 + random.sign() * random.magnitude(-58, -8);
    const speed = random.magnitude(-3, 5);
    return {
      shape: 'discs',
      a: disc(x, y, speed * Math.cos(heading), speed * Math.sin(heading), random.between(0, 9), ra),
      b: disc(x + apart * Math.cos(towards), y + apart * Math.sin(towards), 0, 0, 0, rb),
    };
  },
  'leaving a wall sideways': (random) => {
    const place = frame(random, 3);
    const radius = random.between(0.1, 10);
    const isAtJoint = random.chance(0.5);
    const along = random.between(isAtJoint ? -0.5 : -0.01, 1) * place.length;
    const across = radius * (1 + random.integer(-2, 2) * Number.EPSILON);
    const speed = random.magnitude(-3, 5);
    const dive = random.sign() * random.magnitude(-58, -8);
    const [vx, vy] = [random.sign() * speed, speed * dive];
    const neighbour = { x: place.x(-place.length, 0), y: place.y(-place.length, 0) };
    return {
      shape: 'wall',
      disc: disc(
        place.x(along, across),
        place.y(along, across),
        place.x(vx, vy) - place.x(0, 0),
        place.y(vx, vy) - place.y(0, 0),
        random.between(0, 9),
        radius,
      ),
      wall: isAtJoint ? { ...place.wall, beforeA: neighbour } : place.wall,
    };
  },
  'small integers and a wall': (random) => {
    const at = (): number => random.integer(-6, 6);
    const isAxisParallel = random.chance(0.5);
    const [ax, ay] = [at(), at()];
    const wall: JointWall = { ax, ay, bx: isAxisParallel ? ax : at(), by: at() };
    const question: Question = { shape: 'wall', disc: smallDisc(random), wall };
    if (random.chance(0.5)) return question;
    return { ...question, wall: { ...wall, beforeA: { x: at(), y: at() }, afterB: { x: at(), y: at() } } };
  },
  'Pythagorean wall': (random) => {
    // Lengths are whole, so that touches and ties are exact on a slanted wall too.
    const [ex, ey] = [3 * random.integer(1, 4) * random.sign(), 4 * random.integer(1, 4) * random.sign()];
    const [ax, ay] = [random.integer(-9, 9), random.integer(-9, 9)];
    const step = random.integer(-1, 6) / 4;
    const radius = random.integer(1, 2) * 5;
    const up = random.integer(1, 3) * random.sign();
    const [nx, ny] = [(-ey / 4) * up, (ex / 3) * up];
    const isParallel = random.chance(0.3);
    const [vx, vy] = isParallel ? [ex / 3, ey / 4] : [random.integer(-4, 4), random.integer(-4, 4)];
    return {
      shape: 'wall',
      disc: disc(ax + ex * step + nx * 3, ay + ey * step + ny * 4, vx, vy, random.integer(0, 2), radius),
      wall: { ax, ay, bx: ax + ex, by: ay + ey },
    };
  },
  'a wall without length': (random) => {
    const question = aimed(random, random.chance(0.5) ? random.between(0, 1.2) : nearlyOne(random));
    if (question.shape !== 'discs') return question;
    const { a, b } = question;
    return { shape: 'wall', disc: b, wall: { ax: a.x, ay: a.y, bx: a.x, by: a.y } };
  },
};

export const familyNames: readonly string[] = Object.keys(families);
