import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  arcLeg,
  type Contact,
  type CurveLeg,
  curveLeg,
  discDiscContact,
  discDiscGap,
  discSegmentContact,
  type Leg,
  type LineLeg,
  lineLeg,
  polygonEdges,
  polyline,
  positionAt,
  restLeg,
  type Segment,
  turnLeg,
  type Vector,
  velocityAt,
} from '@kineko/geometry';
import { discPointContact } from '../src/contact/disc-disc.js';
import { discSegmentGap } from '../src/distance.js';
import { ulp } from './oracle.js';

const SEED = { seed: 20090301, numRuns: 600 };
const FEWER = { ...SEED, numRuns: 150 };
const FEWEST = { ...SEED, numRuns: 60 };

// Numbers with bits to spare, so that the transformations below are exact.
const grid = (limit: number, step: number) =>
  fc.integer({ min: -limit / step, max: limit / step }).map((n) => n * step + 0);
const coordinate = grid(512, 2 ** -12);
const speed = grid(16, 2 ** -8);
const instant = fc.integer({ min: 0, max: 1 << 16 }).map((n) => n * 2 ** -10);
const radius = fc.integer({ min: 1, max: 1 << 14 }).map((n) => n * 2 ** -10);

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly start: number;
  readonly radius: number;
}

const disc: fc.Arbitrary<Disc> = fc.record({
  x: coordinate,
  y: coordinate,
  vx: speed,
  vy: speed,
  start: instant,
  radius,
});
const segment = fc.record({ ax: coordinate, ay: coordinate, bx: coordinate, by: coordinate });

/** Two discs of which the second is sent to where the first will be, more or less: half of such pairs meet. */
const pair: fc.Arbitrary<readonly [Disc, Disc]> = fc
  .record({ a: disc, b: disc, seconds: fc.integer({ min: 1, max: 64 }), dx: speed, dy: speed })
  .map(({ a, b, seconds, dx, dy }) => {
    const later = Math.max(a.start, b.start) + seconds;
    const toCome = later - b.start;
    const aim = (place: number, velocity: number, from: number, aside: number): number => {
      const there = place + velocity * (later - a.start) + aside / 4;
      const rounded = Math.round(((there - from) / toCome) * 256) / 256;
      return Math.min(Math.max(rounded, -1024), 1024);
    };
    return [a, { ...b, vx: aim(a.x, a.vx, b.x, dx), vy: aim(a.y, a.vy, b.y, dy) }] as const;
  });

function legOf({ x, y, vx, vy, start }: Disc): LineLeg {
  return lineLeg({ x, y, vx, vy, start, heading: 0 });
}

const contactOf = (a: Disc, b: Disc): Contact => discDiscContact(legOf(a), a.radius, legOf(b), b.radius);
const wallContact = (a: Disc, wall: Segment): Contact => discSegmentContact(legOf(a), a.radius, wall);

function timeOf(contact: Contact): number {
  return contact.state === 'hit' ? contact.time : Infinity;
}

/** The contact that is expected where the instant is to change in some way, and the normal in another. */
function changed(contact: Contact, time: (t: number) => number, normal: (n: Vector) => Vector): Contact {
  return contact.state === 'hit' ? { state: 'hit', time: time(contact.time), normal: normal(contact.normal) } : contact;
}

/** `toEqual` makes a difference between 0 and -0, which a mirrored normal may have. */
function expectSame(found: Contact, expected: Contact): void {
  const plain = (contact: Contact): Contact =>
    changed(
      contact,
      (t) => t,
      ({ x, y }) => ({ x: x + 0, y: y + 0 }),
    );
  expect(plain(found)).toEqual(plain(expected));
}

const same = <T>(value: T): T => value;

test('the properties are about pairs of which many meet', () => {
  const pairs = fc.sample(pair, SEED).map(([a, b]) => contactOf(a, b).state);
  expect(pairs.filter((state) => state === 'hit').length).toBeGreaterThan(pairs.length / 4);
});

describe('neutral operations and scaling change no bit', () => {
  test('lengths times a power of two', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: -5, max: 5 }), ([a, b], exponent) => {
        const by = 2 ** exponent;
        const scaled = ({ x, y, vx, vy, start, radius: r }: Disc): Disc => ({
          x: x * by,
          y: y * by,
          vx: vx * by,
          vy: vy * by,
          start,
          radius: r * by,
        });
        expectSame(contactOf(scaled(a), scaled(b)), contactOf(a, b));
      }),
      SEED,
    );
  });

  test('time times a power of two', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: -5, max: 5 }), ([a, b], exponent) => {
        const by = 2 ** exponent;
        const slowed = (d: Disc): Disc => ({ ...d, vx: d.vx / by, vy: d.vy / by, start: d.start * by });
        const expected = changed(contactOf(a, b), (t) => t * by, same);
        expectSame(contactOf(slowed(a), slowed(b)), expected);
      }),
      SEED,
    );
  });

  test('a quarter turn, and a mirror', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const turned = (d: Disc): Disc => ({ ...d, x: -d.y, y: d.x, vx: -d.vy, vy: d.vx });
        const mirrored = (d: Disc): Disc => ({ ...d, x: -d.x, vx: -d.vx });
        const contact = contactOf(a, b);
        expectSame(
          contactOf(turned(a), turned(b)),
          changed(contact, same, ({ x, y }) => ({ x: -y, y: x })),
        );
        expectSame(
          contactOf(mirrored(a), mirrored(b)),
          changed(contact, same, ({ x, y }) => ({ x: -x, y })),
        );
      }),
      SEED,
    );
  });

  test('a place 2^20 m away', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const moved = (d: Disc): Disc => ({ ...d, x: d.x + 2 ** 20, y: d.y - 2 ** 20 });
        expectSame(contactOf(moved(a), moved(b)), contactOf(a, b));
      }),
      SEED,
    );
  });

  test('a common velocity', () => {
    fc.assert(
      fc.property(pair, speed, speed, ([a, b], vx, vy) => {
        const together = (d: Disc): Disc => ({ ...d, vx: d.vx + vx, vy: d.vy + vy, start: 0 });
        const alone = (d: Disc): Disc => ({ ...d, start: 0 });
        expectSame(contactOf(together(a), together(b)), contactOf(alone(a), alone(b)));
      }),
      SEED,
    );
  });

  test('to swap the two, but for the last bit', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [one, other] = [contactOf(a, b), contactOf(b, a)];
        expect(other.state).toBe(one.state);
        if (one.state !== 'hit' || other.state !== 'hit') return;
        expect(Math.abs(other.time - one.time)).toBeLessThanOrEqual(ulp(one.time));
        expect(other.normal.x).toBeCloseTo(-one.normal.x, 9);
        expect(other.normal.y).toBeCloseTo(-one.normal.y, 9);
      }),
      SEED,
    );
  });

  test('to split a leg where it is at a place that is a double, but for the last bit', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: 1, max: 16 }), ([a, b], seconds) => {
        const whole = contactOf(a, b);
        const split: Disc = { ...b, x: b.x + b.vx * seconds, y: b.y + b.vy * seconds, start: b.start + seconds };
        if (whole.state !== 'hit' || whole.time <= Math.max(split.start, a.start)) return;
        const rest = contactOf(a, split);
        expect(Math.abs(timeOf(rest) - whole.time)).toBeLessThanOrEqual(2 * ulp(whole.time));
      }),
      SEED,
    );
  });

  test('of walls: to scale, to turn, to mirror, to move', () => {
    fc.assert(
      fc.property(disc, segment, fc.integer({ min: -5, max: 5 }), (d, wall, exponent) => {
        const by = 2 ** exponent;
        const contact = wallContact(d, wall);
        const mapped = (place: (v: Vector) => Vector, velocity: (v: Vector) => Vector, size = 1): Contact => {
          const [p, v] = [place(d), velocity({ x: d.vx, y: d.vy })];
          const [a, b] = [place({ x: wall.ax, y: wall.ay }), place({ x: wall.bx, y: wall.by })];
          const moved = { ...p, vx: v.x, vy: v.y, start: d.start, radius: d.radius * size };
          return wallContact(moved, { ax: a.x, ay: a.y, bx: b.x, by: b.y });
        };
        const scale = ({ x, y }: Vector): Vector => ({ x: x * by, y: y * by });
        const turn = ({ x, y }: Vector): Vector => ({ x: -y, y: x });
        const mirror = ({ x, y }: Vector): Vector => ({ x: -x, y });
        const shift = ({ x, y }: Vector): Vector => ({ x: x + 2 ** 20, y: y - 2 ** 20 });
        const close = (found: Contact, expected: Contact): void => {
          expect(found.state).toBe(expected.state);
          if (found.state !== 'hit' || expected.state !== 'hit') return;
          expect(found.time).toBe(expected.time);
          expect(found.normal.x).toBeCloseTo(expected.normal.x, 12);
          expect(found.normal.y).toBeCloseTo(expected.normal.y, 12);
        };
        close(mapped(scale, scale, by), contact);
        close(mapped(turn, turn), changed(contact, same, turn));
        close(mapped(mirror, mirror), changed(contact, same, mirror));
        close(mapped(shift, same), contact);
      }),
      SEED,
    );
  });

  test('to reverse a wall, but for the last bit', () => {
    fc.assert(
      fc.property(disc, segment, ({ ...d }, { ax, ay, bx, by }) => {
        const one = wallContact(d, { ax, ay, bx, by });
        const other = wallContact(d, { ax: bx, ay: by, bx: ax, by: ay });
        expect(other.state).toBe(one.state);
        if (one.state !== 'hit' || other.state !== 'hit') return;
        expect(Math.abs(other.time - one.time)).toBeLessThanOrEqual(ulp(one.time));
      }),
      SEED,
    );
  });

  test('a point is a disc of no size, and a wall without length is a point', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const still = { x: a.x, y: a.y };
        const toPoint = discPointContact(legOf(b), b.radius, still);
        expectSame(wallContact(b, { ax: a.x, ay: a.y, bx: a.x, by: a.y }), toPoint);
      }),
      SEED,
    );
  });
});

describe('a hit is an instant at which they touch and close', () => {
  test('not before both have started, and the normal is a unit vector from the first to the second', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const contact = contactOf(a, b);
        if (contact.state !== 'hit') return;
        const { time, normal } = contact;
        expect(time).toBeGreaterThanOrEqual(Math.max(a.start, b.start));
        expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 15);
        const [p, q] = [positionAt(legOf(a), time), positionAt(legOf(b), time)];
        const distance = Math.hypot(q.x - p.x, q.y - p.y);
        expect((q.x - p.x) * normal.x + (q.y - p.y) * normal.y).toBeCloseTo(distance, 6);
        const closing = (b.vx - a.vx) * normal.x + (b.vy - a.vy) * normal.y;
        expect(closing).toBeLessThan(1e-6);
      }),
      SEED,
    );
  });

  test('then they touch, and overlap by no more than the last bits of the time make', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const contact = contactOf(a, b);
        const begin = Math.max(a.start, b.start);
        if (contact.state !== 'hit' || contact.time === begin) return;
        const [p, q] = [positionAt(legOf(a), contact.time), positionAt(legOf(b), contact.time)];
        const gap = discDiscGap({ ...p, radius: a.radius }, { ...q, radius: b.radius });
        expect(Math.abs(gap)).toBeLessThanOrEqual(bound([a, b], contact.time));
      }),
      SEED,
    );
  });

  test('asked again from there: on in the same direction it is now, and the other way never', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const contact = contactOf(a, b);
        if (contact.state !== 'hit' || contact.time > 2 ** 12) return;
        const stopped = (d: Disc): Disc => ({ ...d, ...positionAt(legOf(d), contact.time), start: contact.time });
        const [c, d] = [stopped(a), stopped(b)];
        if (Math.max(Math.abs(c.x), Math.abs(c.y), Math.abs(d.x), Math.abs(d.y)) > 2 ** 30) return;
        const again = contactOf(c, d);
        // A near graze may be a graze, to within rounding.
        const pace = Math.abs((b.vx - a.vx) * contact.normal.x + (b.vy - a.vy) * contact.normal.y);
        const seconds = pace > 1e-3 ? bound([a, b], contact.time) / pace : Infinity;
        expect(timeOf(again) - contact.time).toBeLessThanOrEqual(seconds);
        const back = (e: Disc): Disc => ({ ...e, vx: -e.vx, vy: -e.vy });
        expect(contactOf(back(c), back(d)).state).not.toBe('hit');
      }),
      SEED,
    );
  });

  test('of walls: the same', () => {
    fc.assert(
      fc.property(disc, segment, (d, wall) => {
        const contact = wallContact(d, wall);
        if (contact.state !== 'hit' || contact.time > 2 ** 12) return;
        const { time, normal } = contact;
        expect(time).toBeGreaterThanOrEqual(d.start);
        expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 15);
        const position = positionAt(legOf(d), time);
        const gap = discSegmentGap({ ...position, radius: d.radius }, wall);
        expect(gap).toBeLessThanOrEqual(bound([d], time));
        // One that overlapped from the beginning is hit then, at whatever depth.
        const isEntry = time > d.start;
        expect(gap).toBeGreaterThanOrEqual(isEntry ? -bound([d], time) : -d.radius);
        expect(d.vx * normal.x + d.vy * normal.y).toBeGreaterThan(-1e-9);
        const back = { ...d, ...position, vx: -d.vx, vy: -d.vy, start: time };
        expect(isEntry && wallContact(back, wall).state === 'hit').toBe(false);
      }),
      SEED,
    );
  });

  /** Largest overlap or gap at the instant of a hit: the rounding of positions and of the instant. */
  function bound(bodies: readonly Disc[], time: number): number {
    let [size, pace] = [0, 0];
    for (const d of bodies) {
      const { x, y } = positionAt(legOf(d), time);
      size += Math.abs(x) + Math.abs(y) + d.radius;
      pace += Math.hypot(d.vx, d.vy);
    }
    return 2 ** -44 * size + 4 * pace * ulp(time);
  }
});

describe('the span only clamps and cuts', () => {
  const legs: fc.Arbitrary<readonly [Leg, Leg]> = fc.oneof(
    pair.map(([a, b]) => [legOf(a), legOf(b)] as const),
    pair.map(([a, b]) => [arcOf(a), restLeg({ x: b.x, y: b.y, heading: 0, start: b.start })] as const),
    pair.map(([a, b]) => [legOf(a), arcOf({ ...b, x: a.x + (b.x % 8), y: a.y + (b.y % 8), start: a.start })] as const),
  );

  test('`from` and `until`', () => {
    fc.assert(
      fc.property(legs, fc.double({ min: 0, max: 20, noNaN: true }), ([a, b], later) => {
        const horizon = Math.max(a.start, b.start) + 100;
        const whole = discDiscContact(a, 2, b, 2, { until: horizon });
        const shorter = discDiscContact(a, 2, b, 2, { until: horizon - later, from: later });
        expect(whole.state === 'hit' || shorter.state === whole.state).toBe(true);
        if (whole.state !== 'hit') return;
        const { time } = whole;
        expect(discDiscContact(a, 2, b, 2, { until: time })).toEqual(whole);
        expect(discDiscContact(a, 2, b, 2, { from: time, until: time + later })).toEqual(whole);
        expect(discDiscContact(a, 2, b, 2, { until: time - ulp(time) }).state).not.toBe('hit');
        const clamped = discDiscContact(a, 2, b, 2, { from: time + later, until: horizon + later });
        expect(clamped).toMatchObject({ state: 'hit', time: time + later });
      }),
      FEWER,
    );
  });

  test('a leg that ends before the contact has none', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const contact = contactOf(a, b);
        if (contact.state !== 'hit' || contact.time > 2 ** 12) return;
        const ending = (end: number): Leg => ({ ...legOf(a), end });
        expect(discDiscContact(ending(contact.time), a.radius, legOf(b), b.radius)).toEqual(contact);
        if (contact.time === Math.max(a.start, b.start)) return;
        const cut = discDiscContact(ending(contact.time - ulp(contact.time)), a.radius, legOf(b), b.radius);
        expect(cut.state).not.toBe('hit');
      }),
      SEED,
    );
  });
});

describe('bodies that keep their distance have no contact', () => {
  test('in convoy, and at rest', () => {
    fc.assert(
      fc.property(disc, disc, (a, b) => {
        expect(contactOf(a, { ...b, vx: a.vx, vy: a.vy }).state).not.toBe('hit');
        const still = { vx: 0, vy: 0 };
        expect(contactOf({ ...a, ...still }, { ...b, ...still }).state).not.toBe('hit');
        const wall = { ax: b.x, ay: b.y, bx: b.y, by: b.x };
        expect(wallContact({ ...a, ...still }, wall).state).not.toBe('hit');
      }),
      SEED,
    );
  });

  test('"touching" means that the shapes touch at the beginning', () => {
    fc.assert(
      fc.property(disc, disc, (a, b) => {
        const contact = contactOf({ ...a, vx: 0, vy: 0 }, { ...b, vx: 0, vy: 0 });
        const isTouching = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= (a.radius + b.radius) ** 2;
        expect(contact.state).toBe(isTouching ? 'touching' : 'separated');
      }),
      SEED,
    );
  });
});

describe('joined walls', () => {
  test('sliding along a straight wall, nothing is hit at its joints', () => {
    const step = fc.integer({ min: 1, max: 64 });
    fc.assert(
      fc.property(coordinate, coordinate, step, step, radius, fc.boolean(), (x, y, dx, dy, r, isLow) => {
        // Along (dx, dy), at a distance that is the radius or, by rounding, a little less.
        const walls = polyline([0, 1, 2, 3].map((n) => ({ x: x + 8 * n * dx, y: y + 8 * n * dy })));
        const length = Math.hypot(dx, dy);
        const height = isLow ? r * (1 - 2 ** -40) : r;
        const slider = {
          x: x + dx - (dy / length) * height,
          y: y + dy + (dx / length) * height,
          vx: dx,
          vy: dy,
          start: 0,
          radius: r,
        };
        for (const wall of walls) {
          const contact = wallContact(slider, wall);
          // By rounding it may be a bit too high, and come down on a face a little later; never on a joint.
          if (contact.state !== 'hit') continue;
          const along = (contact.normal.x * dx + contact.normal.y * dy) / length;
          expect(Math.abs(along)).toBeLessThan(1e-6);
        }
      }),
      SEED,
    );
  });
});

// Arcs and curves.

const angle = fc.double({ min: -8, max: 8, noNaN: true });
const pace = fc.double({ min: 0.125, max: 8, noNaN: true }).chain((v) => fc.constantFrom(v, -v));
const rate = fc.double({ min: 0.03125, max: 2, noNaN: true }).chain((w) => fc.constantFrom(w, -w));
/** A gap of the size of the discs, or 0: the search cannot resolve gaps below the rounding of positions. */
const near = grid(8, 2 ** -16);
const size = fc.double({ min: 0.125, max: 2, noNaN: true });
const arc = fc.record({ x: near, y: near, heading: angle, speed: pace, turnRate: rate });

test('discs that touch and have the same velocity, one on a line and one on an arc, are followed', () => {
  const overlap = fc.integer({ min: -64, max: 64 }).map((n) => n * 2 ** -46);
  const aside = fc.constantFrom(0, 0, Math.PI, 1e-12, -1e-9, 1e-6);
  fc.assert(
    fc.property(coordinate, coordinate, angle, pace, rate, overlap, aside, (x, y, heading, v, w, depth, off) => {
      const arc = arcLeg({ x, y, heading, start: 147, end: 150, speed: v, turnRate: w });
      const [vx, vy] = [velocityAt(arc, 147).x, velocityAt(arc, 147).y];
      const distance = 2 - depth;
      const ahead = { x: x + distance * Math.cos(heading + off), y: y + distance * Math.sin(heading + off) };
      const line = lineLeg({ ...ahead, heading, start: 147, end: 150, vx, vy });
      const contact = discDiscContact(line, 1, arc, 1);
      expect(contact.state === 'hit' ? contact.time : Infinity).toBeGreaterThanOrEqual(147);
    }),
    FEWEST,
  );
});

const END = 30;

function arcOf(d: Disc): Leg {
  const v = Math.hypot(d.vx, d.vy) || 1;
  return arcLeg({ x: d.x, y: d.y, heading: d.vx, start: d.start, speed: v, turnRate: (d.vy || 1) / 16 });
}

/** The same motion, given by functions. */
function asCurve(leg: Leg): CurveLeg {
  const { heading, start } = leg;
  return curveLeg({
    start,
    end: END,
    position: (t) => positionAt(leg, t),
    velocity: (t) => velocityAt(leg, t),
    headingAt: () => heading,
    maxSpeed: leg.kind === 'arc' ? Math.abs(leg.speed) : 16,
    maxAcceleration: leg.kind === 'arc' ? Math.abs(leg.speed * leg.turnRate) : 0,
  });
}

function gapOf(a: Leg, radiusA: number, b: Leg, radiusB: number, t: number): number {
  return discDiscGap({ ...positionAt(a, t), radius: radiusA }, { ...positionAt(b, t), radius: radiusB });
}

/** Samples are this many seconds apart. */
const STEP = 1 / 64;

/** How the closed form and the search may differ: by the rounding of positions, over the speed at which they close. */
const CLOSE = 1e-9;

/**
 * Both say the same, unless it is nearly a graze: then the search, in plain doubles, may call it one. Where they overlap
 * and close again, that begins where the slope is 0, which is a soft instant: there the slope is compared.
 */
function expectAgreement(closed: Contact, searched: Contact, gap: (t: number) => number): void {
  const slope = (t: number): number => (gap(t + 1e-6) - gap(Math.max(0, t - 1e-6))) / (t < 1e-6 ? t + 1e-6 : 2e-6);
  expect(disagreement(closed, searched, gap, slope)).toBeLessThan(1);
}

/** Less than 1 is none. */
function disagreement(
  closed: Contact,
  searched: Contact,
  gap: (t: number) => number,
  slope: (t: number) => number,
): number {
  if (closed.state !== searched.state) return Math.abs(slope(Math.min(timeOf(closed), timeOf(searched)))) / 1e-5;
  if (closed.state !== 'hit' || searched.state !== 'hit') return 0;
  if (gap(closed.time) < -1e-9 && closed.time > 1) return Math.abs(slope(searched.time) - slope(closed.time)) / 1e-3;
  const pace = Math.max(Math.abs(slope(closed.time)), 1e-4);
  return Math.abs(closed.time - searched.time) / (CLOSE / pace);
}

describe('arcs and curves', () => {
  test('an arc and a disc at rest: closed form and search agree', () => {
    fc.assert(
      fc.property(arc, near, near, size, size, (spec, x, y, r, s) => {
        const leg = arcLeg({ ...spec, start: 0 });
        const rest = restLeg({ x, y, heading: 0, start: 0 });
        const closed = discDiscContact(leg, r, rest, s, { until: END });
        const searched = discDiscContact(asCurve(leg), r, rest, s);
        expectAgreement(closed, searched, (t) => gapOf(leg, r, rest, s, t));
      }),
      FEWER,
    );
  });

  test('two arcs at the same rate: closed form and search agree', () => {
    fc.assert(
      fc.property(arc, arc, size, size, (one, two, r, s) => {
        const a = arcLeg({ ...one, start: 0 });
        const b = arcLeg({ ...two, turnRate: one.turnRate, start: 1 });
        const closed = discDiscContact(a, r, b, s, { until: END });
        const searched = discDiscContact(asCurve(a), r, asCurve(b), s);
        expectAgreement(closed, searched, (t) => gapOf(a, r, b, s, t));
      }),
      FEWER,
    );
  });

  test('an arc and a wall: closed form and search agree', () => {
    fc.assert(
      fc.property(arc, near, near, near, near, size, (spec, ax, ay, bx, by, r) => {
        const leg = arcLeg({ ...spec, start: 0 });
        const wall = { ax, ay, bx, by };
        const closed = discSegmentContact(leg, r, wall, { until: END });
        const searched = discSegmentContact(asCurve(leg), r, wall);
        expectAgreement(closed, searched, (t) => discSegmentGap({ ...positionAt(leg, t), radius: r }, wall));
      }),
      FEWER,
    );
  });

  test('a line as a curve has the same contacts', () => {
    fc.assert(
      fc.property(near, near, angle, arc, size, size, (x, y, direction, spec, r, s) => {
        const line = lineLeg({ x, y, heading: 0, start: 0, vx: 4 * Math.cos(direction), vy: 4 * Math.sin(direction) });
        const other = arcLeg({ ...spec, start: 0 });
        const closed = discDiscContact(line, r, other, s, { until: END });
        const searched = discDiscContact(asCurve(line), r, other, s);
        expectAgreement(closed, searched, (t) => gapOf(line, r, other, s, t));
      }),
      FEWER,
    );
  });

  test('no sample shows an entry before the one that is found', () => {
    const leg: fc.Arbitrary<Leg> = fc.oneof(
      arc.map((spec) => arcLeg({ ...spec, start: 0 })),
      fc
        .record({ x: near, y: near, vx: near, vy: near })
        .map(({ x, y, vx, vy }) => lineLeg({ x, y, vx: vx + 0.01, vy, heading: 0, start: 0 })),
      fc.record({ x: near, y: near }).map((place) => turnLeg({ ...place, heading: 0, start: 0, turnRate: 1 })),
    );
    fc.assert(
      fc.property(leg, leg, size, size, (a, b, r, s) => {
        const contact = discDiscContact(a, r, b, s, { until: END });
        const until = contact.state === 'hit' ? contact.time : END;
        const gapAt = (t: number): number => gapOf(a, r, b, s, t);
        for (let t = 0; t + STEP < until; t += STEP) {
          const [now, next] = [gapAt(t), gapAt(t + STEP)];
          // An entry: at most 0 then, and less than before.
          if (next < -1e-9 && next < now - 1e-9) throw new Error(`closing at ${t}, before ${until}: ${now} to ${next}`);
        }
      }),
      FEWEST,
    );
  });

  test('no sample shows that a wall was entered before', () => {
    fc.assert(
      fc.property(arc, near, near, near, near, size, (spec, ax, ay, bx, by, r) => {
        const leg = arcLeg({ ...spec, start: 0 });
        const wall = { ax, ay, bx, by };
        const contact = discSegmentContact(leg, r, wall, { until: END });
        const until = contact.state === 'hit' ? contact.time : END;
        const gapAt = (t: number): number => discSegmentGap({ ...positionAt(leg, t), radius: r }, wall);
        for (let t = 0; t + STEP < until; t += STEP) {
          const [now, next] = [gapAt(t), gapAt(t + STEP)];
          // Crossing the wall itself is closing and opening within one step: not an entry, and no sign of one.
          if (next < -1e-9 && next < now - 1e-9) throw new Error(`closing at ${t}, before ${until}: ${now} to ${next}`);
        }
      }),
      FEWEST,
    );
  });

  /** Expects that a disc, on an arc or the same curve, is nowhere inside of walls before the first contact. */
  function expectNoneEntered(leg: Leg, r: number, walls: readonly Segment[]): void {
    const gapAt = (t: number): number => {
      const place = { ...positionAt(leg, t), radius: r };
      return Math.min(...walls.map((wall) => discSegmentGap(place, wall)));
    };
    const size = Math.max(Math.abs(leg.x), Math.abs(leg.y)) + r;
    for (const motion of [leg, asCurve(leg)]) {
      const time = Math.min(...walls.map((wall) => timeOf(discSegmentContact(motion, r, wall, { until: leg.end }))));
      const last = Math.min(time, leg.end);
      for (let sample = 0; sample <= 200; sample++) {
        expect(gapAt((last * sample) / 200)).toBeGreaterThan(-(2 ** -43) * size);
      }
    }
  }

  test.each([1e-9, 1e-8, 1e-6, 1e-4])(
    'a disc that slides on an arc to a joint is stopped by a next wall that rises by %d',
    (bend) => {
      const joint = { x: -3000, y: 0 };
      const walls = polyline([{ x: -3003, y: 0 }, joint, { x: -2997, y: 3 * bend }]);
      const heading = Math.atan(bend);
      const [x, y] = [joint.x + 0.15 - Math.sin(heading), 0.15 * bend + Math.cos(heading)];
      expectNoneEntered(arcLeg({ x, y, heading, start: 0, end: 2, speed: -1, turnRate: 2 ** -29 }), 1, walls);
    },
  );

  test('a disc that begins a curve a little before a joint of short walls, and is turned into them, is stopped', () => {
    for (let bits = -60; bits < -20; bits++) {
      const walls = polyline([0, 0.01, 0.02].map((x) => ({ x, y: 0 })));
      const leg = arcLeg({ x: 0.01 - 2 ** bits, y: -1, heading: 0, start: 0, end: 1, speed: 0.125, turnRate: 0.05 });
      expectNoneEntered(leg, 1, walls);
    }
  });

  test('a disc that rounds the tip of a wall there and back, closer than its radius, hits the tip', () => {
    const walls = polyline([3, 0, 2].map((y) => ({ x: 0, y })));
    for (let bits = -60; bits < -25; bits++) {
      const spec = { x: 0.5, y: 2 ** bits, heading: -Math.PI / 2, start: 0, end: 5 };
      expectNoneEntered(arcLeg({ ...spec, speed: 0.25, turnRate: -1 }), 0.5, walls);
    }
  });

  test('a disc on a circle round the end of a wall hits its other side', () => {
    const degrees = fc.integer({ min: 0, max: 359 });
    fc.assert(
      fc.property(degrees, coordinate, coordinate, size, (turned, x, y, r) => {
        const axis = (turned * Math.PI) / 180;
        const end = { x, y };
        const wall = { ax: x + 40 * Math.cos(axis), ay: y + 40 * Math.sin(axis), bx: x, by: y };
        // It touches one side level with the end.
        const centre = { x: end.x + r * Math.sin(axis), y: end.y - r * Math.cos(axis) };
        const leg = arcLeg({ ...centre, heading: axis + Math.PI, start: 0, end: 6, speed: r, turnRate: -1 });
        for (const motion of [leg, asCurve(leg)]) {
          expect(timeOf(discSegmentContact(motion, r, wall, { until: 6 }))).toBeLessThan(3.15);
        }
      }),
      FEWEST,
    );
  });

  test('a disc that touches a corner enters no wall without a contact', () => {
    const turned = fc.oneof(
      fc.constantFrom(0, 1, 2, 3).map((quarters) => (quarters * Math.PI) / 2),
      angle,
    );
    // From 2^-45 to 1/2, on either side of the corner.
    const tiny = fc
      .double({ min: -45, max: -1, noNaN: true })
      .chain((bits) => fc.constantFrom(2 ** bits, -(2 ** bits)));
    const offset = fc.oneof({ arbitrary: fc.constant(0), weight: 1 }, { arbitrary: tiny, weight: 4 });
    fc.assert(
      fc.property(arc, turned, size, size, size, offset, offset, (spec, axis, length, height, r, aside, off) => {
        const at = (along: number, up: number): Vector => ({
          x: spec.x + along * Math.cos(axis) - up * Math.sin(axis),
          y: spec.y + along * Math.sin(axis) + up * Math.cos(axis),
        });
        const corners = [at(0, 0), at(length, 0), at(length, height), at(0, height)];
        const walls = polygonEdges(corners);
        // Below the first wall, or beyond its corner as far as it touches that.
        const along = aside * r;
        const centre = at(along, along < 0 ? -Math.sqrt(r * r - along * along) : -r);
        const leg = arcLeg({ ...spec, ...centre, heading: axis + off, start: 0 });
        const gapAt = (t: number): number => {
          const place = { ...positionAt(leg, t), radius: r };
          return Math.min(...walls.map((wall) => discSegmentGap(place, wall)));
        };
        const allowed = 2 ** -42 * (8 + Math.hypot(centre.x, centre.y));
        fc.pre(gapAt(0) >= -allowed);
        for (const motion of [leg, asCurve(leg)]) {
          const time = Math.min(...walls.map((wall) => timeOf(discSegmentContact(motion, r, wall, { until: 1 }))));
          for (let sample = 0; sample < 80; sample++) {
            const t = 2 ** (-sample / 2);
            if (t < time && gapAt(t) < -allowed) throw new Error(`inside at ${t}, contact at ${time}: ${gapAt(t)}`);
          }
        }
      }),
      SEED,
    );
  });

  test('small discs touch far from the origin, where coordinates are rounded to a share of their radii', () => {
    // Moved by powers of two, which the coordinates can represent: they touch at the same instant as near the origin.
    const step = 2 ** -20;
    const place = fc.integer({ min: 0, max: 4096 }).map((k) => k * step);
    const disc = fc.record({
      x: place,
      y: place,
      heading: fc.integer({ min: 0, max: 62 }).map((k) => k / 10),
      speed: fc.integer({ min: 16, max: 1024 }).map((k) => k * step),
      turnRate: fc.integer({ min: -512, max: 512 }).map((k) => (k || 1) / 512),
      radius: fc.integer({ min: 64, max: 512 }).map((k) => k * step),
    });
    fc.assert(
      fc.property(disc, disc, fc.integer({ min: 8, max: 29 }), (one, two, exponent) => {
        const timeAt = (far: number): number => {
          const [a, b] = [one, two].map(({ radius: _, ...spec }) =>
            arcLeg({ ...spec, x: spec.x + far, y: spec.y - far, start: 0, end: 100 }),
          );
          return timeOf(discDiscContact(a!, one.radius, b!, two.radius, { until: 100 }));
        };
        const near = timeAt(0);
        const away = timeAt(2 ** exponent);
        if (near === Infinity || away === Infinity) return;
        expect(Math.abs(away - near)).toBeLessThanOrEqual(4 * ulp(near) + 2 ** -44 * 2 ** exponent);
      }),
      FEWER,
    );
  });

  test('slow arcs are nearly lines', () => {
    fc.assert(
      fc.property(near, near, size, size, fc.integer({ min: 22, max: 30 }), (x, y, r, s, exponent) => {
        const slow = arcLeg({ x: -9, y: 0, heading: 0, start: 0, speed: 1, turnRate: 2 ** -exponent });
        const line = lineLeg({ x: -9, y: 0, heading: 0, start: 0, vx: 1, vy: 0 });
        const rest = restLeg({ x, y, heading: 0, start: 0 });
        const [one, other] = [discDiscContact(slow, r, rest, s), discDiscContact(line, r, rest, s)];
        const margin = Math.abs(Math.abs(y) - r - s);
        if (margin < 1e-3) return;
        if (other.state === 'touching') return;
        expect(one.state).toBe(other.state);
        expect(one.state === 'hit' ? Math.abs(one.time - timeOf(other)) : 0).toBeLessThan(1e-2);
      }),
      FEWER,
    );
  });
});
