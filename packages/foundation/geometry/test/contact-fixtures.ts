/** Hard cases of contact, each with its closed form. */
import {
  arcLeg,
  type CurveLeg,
  curveLeg,
  type Leg,
  type LineLeg,
  lineLeg,
  restLeg,
  type Segment,
  turnLeg,
  type Vector,
} from '@kineko/geometry';

/** Failure modes of contacts, by the number at the beginning of the name of a case. */
export const FAILURE_MODES: readonly (readonly [number, string])[] = [
  [1, 'the same pair again, at once'],
  [2, 'the exit root taken for the entry'],
  [3, '-b - √D cancels'],
  [4, 'the verdict at long range'],
  [5, 'exact grazes'],
  [6, 'resting contact'],
  [11, 'late clocks, different starts'],
  [12, 'far from the origin'],
  [13, 'the ends of the domain'],
  [14, 'the ends of walls'],
  [15, 'ghost vertices: joints that are no corners'],
  [16, 'corners'],
  [17, 'arcs taken for chords'],
  [18, 'the rate of turning goes to 0'],
  [20, 'turning in place'],
];

export interface Fixture {
  /** The numbers of the failure modes that it stands for, a colon, and what happens. */
  readonly name: string;
  readonly query:
    | { readonly a: Leg; readonly radiusA: number; readonly b: Leg; readonly radiusB: number }
    | { readonly leg: Leg; readonly radius: number; readonly point: Vector }
    | { readonly leg: Leg; readonly radius: number; readonly wall: Segment };
  /**
   * The instant in closed form, for mathjs at 64 digits; or { root } of an expression in t, near a number, where there
   * is no closed form; or 'now': at the later start; or no hit: 'touching' when they touch at the start, else 'never'.
   */
  readonly expected: string | { readonly root: string; readonly near: number };
  /** Exact values of the names in the expression. */
  readonly given?: Readonly<Record<string, number>>;
  /** Units in the last place that are allowed, where that is not 4; with the reason. */
  readonly ulps?: { readonly allowed: number; readonly why: string };
}

const rest = (x: number, y: number, start = 0): Leg => restLeg({ x, y, heading: 0, start });
const line = (x: number, y: number, vx: number, vy: number, start = 0): LineLeg =>
  lineLeg({ x, y, heading: 0, start, vx, vy });
const discs = (a: Leg, radiusA: number, b: Leg, radiusB: number) => ({ a, radiusA, b, radiusB });
const toPoint = (leg: Leg, radius: number, x: number, y: number) => ({ leg, radius, point: { x, y } });
const toWall = (
  leg: Leg,
  radius: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  more: Partial<Segment> = {},
) => ({
  leg,
  radius,
  wall: { ax, ay, bx, by, ...more },
});

const ULP = Number.EPSILON;

const uniform: Fixture[] = [
  // 1: the same pair again, at once.
  { name: '1: touching exactly and parting', query: discs(rest(0, 0), 1, line(3, 4, 3, 4), 4), expected: 'touching' },
  { name: '1: touching exactly and closing', query: discs(rest(0, 0), 1, line(3, 4, -3, -4), 4), expected: 'now' },
  {
    name: '1: touching exactly and going round at a right angle',
    query: discs(rest(0, 0), 1, line(3, 4, -4, 3), 4),
    expected: 'touching',
  },
  {
    name: '1: one bit apart and closing is not yet a touch',
    query: discs(rest(0, 0), 1, line(2 + 2 * ULP, 0, -1, 0), 1),
    expected: '2^-51',
  },
  {
    name: '1: overlapping by one bit and parting',
    query: discs(rest(0, 0), 1, line(2 - ULP, 0, 1, 0), 1),
    expected: 'touching',
  },
  // 2: the exit root.
  { name: '2: overlapping and leaving', query: discs(rest(0, 0), 2, line(1, 0, 1, 0.5), 2), expected: 'touching' },
  { name: '2: overlapping and closing', query: discs(rest(0, 0), 2, line(1, 0, -1, 0.5), 2), expected: 'now' },
  { name: '2: both roots are past', query: discs(rest(0, 0), 1, line(3, 0, 1, 0), 1), expected: 'never' },
  {
    name: '2: one centre on the other, which goes',
    query: discs(rest(5, 5), 1, line(5, 5, 1, 0), 1),
    expected: 'touching',
  },
  // 3: -b - sqrt(D) cancels.
  {
    name: '3: a gap of 2^-40 at 2^20 m/s',
    query: discs(rest(0, 0), 1, line(2 + 2 ** -40, 0, -(2 ** 20), 0), 1),
    expected: '2^-60',
  },
  {
    name: '3: a tiny gap off the centre line',
    query: discs(rest(0, 0), 1, line(1.5, 1.5, -1, 0), 1),
    expected: '3/2 - sqrt(7)/2',
  },
  {
    name: '3: a long way to a small disc',
    query: discs(rest(0, 0), 1, line(2 ** 27, 1, -1, 0), 1),
    expected: '2^27 - sqrt(3)',
  },
  {
    name: '3: nearly tangential, nearly touching',
    query: discs(rest(0, 0), 1, line(2 ** -20, 2, -1, -(2 ** -10)), 1),
    expected: '(2^-40) / ((2^-20 + 2^-9) + sqrt((1 + 2^-20) * 4 - (2 - 2^-30)^2))',
  },
  // 4: the verdict at long range.
  {
    name: '4: from 2^28 m, inside the rim by one bit',
    query: discs(rest(0, 0), 1, line(2 ** 28, 2 - ULP, -1, 0), 1),
    expected: '2^28 - sqrt(4 - (2 - 2^-52)^2)',
  },
  {
    name: '4: from 2^28 m, past the rim by one bit',
    query: discs(rest(0, 0), 1, line(2 ** 28, 2 + 2 * ULP, -1, 0), 1),
    expected: 'never',
  },
  {
    name: '4: on the diagonal from 2^29 m at a disc of 2^-19 m',
    query: discs(rest(0, 0), 2 ** -20, line(2 ** 29, 2 ** 29, -1, -1), 2 ** -20),
    expected: '2^29 - 2^-19 / sqrt(2)',
  },
  {
    name: '4: the same, aside by more than the radii',
    query: discs(rest(0, 0), 2 ** -20, line(2 ** 29, 2 ** 29 - 2 ** -18, -1, -1), 2 ** -20),
    // Half of 2^-18 times the root of 2 is more than 2^-19, and a coordinate of 2^29 m has 2^-23 m to spare.
    expected: 'never',
  },
  {
    name: '4: the same, aside by a little less than the radii',
    query: discs(rest(0, 0), 2 ** -20, line(2 ** 29, 2 ** 29 - 5 * 2 ** -21, -1, -1), 2 ** -20),
    expected: '2^29 - 5 * 2^-22 - sqrt(2^-38 - 25 * 2^-43) / sqrt(2)',
  },
  {
    name: '4: 2^31 m apart, 2^-20 of a radius inside the rim',
    query: discs(rest(-(2 ** 30), 0), 2 ** -20, line(2 ** 30, 2 ** -19 - 2 ** -39, -4, 0), 2 ** -20),
    expected: '(2^31 - sqrt(2^-38 - (2^-19 - 2^-39)^2)) / 4',
  },
  // 5: exact grazes.
  { name: '5: an exact graze along an axis', query: discs(rest(0, 0), 1, line(9, 2, -1, 0), 1), expected: 'never' },
  {
    name: '5: an exact graze on a slant of 3, 4, 5',
    query: discs(rest(0, 0), 2, line(-34, -37, 3, 4), 3),
    expected: 'never',
  },
  {
    name: '5: the same, wider by a bit',
    query: discs(rest(0, 0), 2, line(-34, -37, 3, 4), 3 * (1 + ULP)),
    given: { R: 3 * (1 + ULP) },
    expected: '((34^2 + 37^2) - (2 + R)^2) / (250 + sqrt(25 * (2 + R)^2 - 25^2))',
  },
  { name: '5: an exact graze of a point', query: toPoint(line(-7, 3, 2, 0), 3, 0, 0), expected: 'never' },
  // 6: resting contact.
  { name: '6: two at rest that touch', query: discs(rest(0, 0), 1, rest(2, 0), 1), expected: 'touching' },
  { name: '6: two at rest that overlap', query: discs(rest(0, 0), 1, rest(1, 0), 1), expected: 'touching' },
  {
    name: '6: in convoy, touching',
    query: discs(line(0, 0, 0.1, 0.7), 1, line(2, 0, 0.1, 0.7), 1),
    expected: 'touching',
  },
  { name: '6: in convoy, apart', query: discs(line(0, 0, 0.1, 0.7), 1, line(3, 0, 0.1, 0.7), 1), expected: 'never' },
  {
    name: '6: in convoy but for the last bit of a speed',
    query: discs(line(0, 0, 1 + ULP, 0), 1, line(2 + 2 ** -30, 0, 1, 0), 1),
    expected: '2^22',
  },
  // 11: late clocks, different starts.
  {
    name: '11: different starts: one elapsed time for both would say 9',
    query: discs(line(0, 0, 1, 0), 1, line(20, 0, -1, 0, 10), 1),
    expected: '14',
  },
  {
    name: '11: the later one is the first',
    query: discs(line(20, 0, -1, 0, 10), 1, line(0, 0, 1, 0), 1),
    expected: '14',
  },
  {
    name: '11: under way for 34 years when the other starts',
    query: discs(line(0, 0, 2 ** -10, 0), 1, rest(2 ** 20 + 3, 1, 2 ** 30), 1),
    expected: '2^10 * (2^20 + 3 - sqrt(3))',
  },
  {
    name: '11: at the end of time',
    query: discs(rest(0, 0, 2 ** 31 - 8), 1, line(4, 1, -1, 0, 2 ** 31 - 8), 1),
    expected: '2^31 - 4 - sqrt(3)',
  },
  {
    name: '11: a start that is no round number',
    query: discs(line(0, 0, 1 / 3, 0, 0.1), 1, rest(10, 0, 0.7), 1),
    given: { v: 1 / 3, s: 0.1 },
    expected: 's + 8 / v',
  },
  {
    name: '11: they would have met before the later one started, and part now',
    query: discs(line(0, 0, 1, 0), 1, rest(10, 0, 20), 1),
    expected: 'never',
  },
  // 12: far from the origin.
  {
    name: '12: at 2^30 m from the origin',
    query: discs(rest(2 ** 30, -(2 ** 30)), 1, line(2 ** 30 - 8, -(2 ** 30) + 1, 1, 0), 1),
    expected: '8 - sqrt(3)',
  },
  {
    name: '12: an exact graze far from the origin',
    query: discs(rest(2 ** 30, -(2 ** 30)), 1, line(2 ** 30 - 8, -(2 ** 30) + 2, 1, 0), 1),
    expected: 'never',
  },
  // 13: the ends of the domain.
  { name: '13: as slow as allowed', query: discs(rest(0, 0), 1, line(3, 0, -(2 ** -30), 0), 1), expected: '2^30' },
  {
    name: '13: as fast and as small as allowed',
    query: discs(line(0, 0, 2 ** 30, 0), 2 ** -20, line(1, 0, -(2 ** 30), 0), 2 ** -20),
    expected: '(1 - 2^-19) / 2^31',
  },
  {
    name: '13: the largest discs',
    query: discs(rest(-(2 ** 22), 0), 2 ** 20, line(2 ** 22, 2 ** 20, -1, 0), 2 ** 20),
    expected: '2^23 - sqrt(3) * 2^20',
  },
  {
    name: '13: a component that is hardly a number',
    query: discs(rest(0, 0), 1, line(4, 0, -1, 5e-324), 1),
    expected: '2',
  },
  {
    name: '13: a place that is hardly a number',
    query: discs(rest(5e-324, 0), 1, line(4, 5e-324, -1, 0), 1),
    expected: '2',
  },
  {
    name: '13: too late to matter',
    query: discs(rest(0, 0), 1, line(2 ** 20, 0, -(2 ** -30), 0), 1),
    expected: 'never',
  },
  // 14: the ends of walls.
  { name: '14: a face, straight on', query: toWall(line(0, 5, 0, -2), 1, -3, 0, 3, 0), expected: '2' },
  { name: '14: a face from below', query: toWall(line(0, -5, 1, 2), 1, -3, 0, 3, 0), expected: '2' },
  {
    name: '14: a slanted face',
    query: toWall(line(0, 5, 0, -1), 1, -4, -4, 4, 4),
    expected: '5 - sqrt(2)',
  },
  { name: '14: the foot exactly at the end', query: toWall(line(-3, 5, 0, -2), 1, -3, 0, 3, 0), expected: '2' },
  {
    name: '14: half a radius beyond the end',
    query: toWall(line(3.5, 5, 0, -1), 1, -3, 0, 3, 0),
    expected: '5 - sqrt(3)/2',
  },
  {
    name: '14: nearly a radius beyond the end',
    query: toWall(line(4 - 2 ** -40, 5, 0, -1), 1, -3, 0, 3, 0),
    expected: '5 - sqrt(1 - (1 - 2^-40)^2)',
  },
  { name: '14: exactly a radius beyond the end', query: toWall(line(4, 5, 0, -1), 1, -3, 0, 3, 0), expected: 'never' },
  { name: '14: along the line, onto the end', query: toWall(line(9, 0, -1, 0), 1, -3, 0, 3, 0), expected: '5' },
  {
    name: '14: along the line, half a radius aside',
    query: toWall(line(9, 0.5, -1, 0), 1, -3, 0, 3, 0),
    expected: '6 - sqrt(3)/2',
  },
  {
    name: '14: along the wall at exactly a radius',
    query: toWall(line(9, 1, -1, 0), 1, -3, 0, 3, 0),
    expected: 'never',
  },
  { name: '14: a wall without length', query: toWall(line(5, 0.5, -1, 0), 1, 0, 0, 0, 0), expected: '5 - sqrt(3)/2' },
  {
    name: '14: on the wall already, and crossing it',
    query: toWall(line(0, 0.5, 0, -1), 1, -3, 0, 3, 0),
    expected: 'now',
  },
  { name: '14: the centre on the wall', query: toWall(line(0, 0, 0, -1), 1, -3, 0, 3, 0), expected: 'touching' },
  { name: '14: on the wall and leaving', query: toWall(line(0, 0.5, 1, 1), 1, -3, 0, 3, 0), expected: 'touching' },
  {
    name: '14: a slope of 2^-40 onto a long wall',
    query: toWall(line(0, 1 + 2 ** -20, 1, -(2 ** -40)), 1, -4, 0, 2 ** 30, 0),
    expected: '2^20',
  },
  {
    name: '14: a slope of 2^-40 that comes down just beyond the end',
    query: toWall(line(0, 1 + 2 ** -20, 1, -(2 ** -40)), 1, -4, 0, 2 ** 20 - 1, 0),
    // By then it is 1 m beyond, where the cap is long below.
    expected: 'never',
  },
  {
    name: '14: two billion metres of wall',
    query: toWall(line(0.5, 3, 1, -1), 1, -(2 ** 30), 0, 2 ** 30, 0),
    expected: '2',
  },
  // 15: ghost vertices.
  {
    name: '15: sliding over a joint of a straight wall',
    query: toWall(line(-5, 1, 1, 0), 1, 0, 0, 10, 0, { beforeA: { x: -10, y: 0 } }),
    expected: 'never',
  },
  {
    name: '15: sliding over a joint, one bit too low',
    query: toWall(line(-5, 1 - ULP, 1, 0), 1, 0, 0, 10, 0, { beforeA: { x: -10, y: 0 } }),
    expected: 'never',
  },
  {
    name: '15: sliding over a joint of a slanted wall, a little too low',
    query: toWall(line(-3 - 0.8 + 2 ** -45, -4 + 0.6, 3, 4), 1, 0, 0, 30, 40, { beforeA: { x: -30, y: -40 } }),
    expected: 'never',
  },
  {
    name: '15: without the neighbour the same joint is an end',
    query: toWall(line(-5, 0.5, 1, 0), 1, 0, 0, 10, 0),
    expected: '5 - sqrt(3)/2',
  },
  {
    name: '15: onto a joint from above belongs to the face',
    query: toWall(line(0, 5, 0, -1), 1, 0, 0, 10, 0, { beforeA: { x: -10, y: 0 } }),
    expected: '4',
  },
  {
    name: '15: touching a straight wall before a joint, and turned into it by 2^-24',
    query: toWall(line(-(2 ** -40), 0, 1, 2 ** -24), 0.425, 0, 0.425, 0.6, 0.425, { beforeA: { x: -9, y: 0.425 } }),
    expected: '2^-40',
  },
  {
    name: '15: a convex corner is an end of both its walls',
    query: toWall(line(5, 5, -1, -1), 1, 0, 0, -10, 0, { beforeA: { x: 0, y: -10 } }),
    expected: '5 - 1/sqrt(2)',
  },
  // 16: corners.
  {
    name: '16: into a corner, its floor',
    query: toWall(line(5, 5, -1, -1), 1, 0, 0, 10, 0, { beforeA: { x: 0, y: 10 } }),
    expected: '4',
  },
  {
    name: '16: into a corner, its wall, at the same instant',
    query: toWall(line(5, 5, -1, -1), 1, 0, 10, 0, 0, { afterB: { x: 10, y: 0 } }),
    expected: '4',
  },
  {
    name: '16: sliding along the floor into the wall',
    query: toWall(line(5, 1, -1, 0), 1, 0, 10, 0, 0, { afterB: { x: 10, y: 0 } }),
    expected: '4',
  },
  // 20: turning in place.
  {
    name: '20: turning in place, touching',
    query: discs(turnLeg({ x: 0, y: 0, heading: 0, start: 0, turnRate: 3 }), 1, rest(2, 0), 1),
    expected: 'touching',
  },
  {
    name: '20: a robot that turns in place stands for other bodies',
    query: discs(turnLeg({ x: 0, y: 0, heading: 0, start: 0, turnRate: 3 }), 1, line(5, 1, -1, 0), 1),
    expected: '5 - sqrt(3)',
  },
  {
    name: '20: turning in place beside a wall',
    query: toWall(turnLeg({ x: 0, y: 1, heading: 0, start: 0, turnRate: 3 }), 1, -3, 0, 3, 0),
    expected: 'touching',
  },
];

interface ArcSpec {
  readonly speed: number;
  readonly turnRate: number;
  readonly heading?: number;
  readonly start?: number;
  readonly x?: number;
  readonly y?: number;
}

function arc({ speed, turnRate, heading = 0, start = 0, x = 0, y = 0 }: ArcSpec): Leg {
  return arcLeg({ x, y, heading, start, speed, turnRate });
}

/** On a circle of radius 2 around (0, 2), from its lowest point to the right, once round in 2 pi seconds. */
const wheel = arc({ speed: 2, turnRate: 1 });

/**
 * When a disc on an arc from the origin, anticlockwise at the rate w on a circle of radius p, comes within R of (x, y):
 * the angle to there from the hub, less the half angle at which the distance is R, less where the spoke begins.
 */
function arcToPoint(turns = 0): string {
  const distance = 'sqrt((x + p * sin(h))^2 + (y - p * cos(h))^2)';
  return (
    `(atan2(y - p * cos(h), x + p * sin(h)) - 2 * asin(sqrt((R^2 - (p - ${distance})^2) / (4 * p * ${distance}))) ` +
    `- (h - pi / 2) + ${turns} * 2 * pi) / w`
  );
}

const arcs: Fixture[] = [
  // 17: arcs are no chords.
  {
    name: '17: a quarter turn to a point on the circle',
    query: toPoint(wheel, 0.5, 2, 2),
    expected: 'pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: clockwise',
    query: toPoint(arc({ speed: 2, turnRate: -1 }), 0.5, 2, -2),
    expected: 'pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: backwards',
    query: toPoint(arc({ speed: -2, turnRate: 1 }), 0.5, -2, -2),
    expected: 'pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: backwards and clockwise',
    query: toPoint(arc({ speed: -2, turnRate: -1 }), 0.5, -2, 2),
    expected: 'pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: on the second half of the turn',
    query: toPoint(wheel, 0.5, -2, 2),
    expected: '3 * pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: starts inside and leaves: back after nearly a turn',
    query: toPoint(wheel, 0.5, 0, 0),
    expected: '2 * pi - 2 * asin(1/8)',
  },
  { name: '17: starts inside and closes', query: toPoint(wheel, 0.5, 0.25, 0), expected: 'now' },
  {
    name: '17: starts exactly touching and leaves',
    query: toPoint(wheel, 0.5, -0.5, 0),
    given: { p: 2, w: 1, h: 0, x: -0.5, y: 0, R: 0.5 },
    expected: arcToPoint(1),
  },
  { name: '17: starts exactly touching and closes', query: toPoint(wheel, 0.5, 0.5, 0), expected: 'now' },
  { name: '17: grazes from outside', query: toPoint(wheel, 1, 0, 5), expected: 'never' },
  { name: '17: grazes from inside the circle', query: toPoint(wheel, 1, 0, 3), expected: 'never' },
  {
    name: '17: 2^-40 deeper than a graze',
    query: toPoint(wheel, 1 + 2 ** -40, 3, 2),
    given: { p: 2, w: 1, h: 0, x: 3, y: 2, R: 1 + 2 ** -40 },
    expected: arcToPoint(),
  },
  {
    name: '17: one bit deeper than a graze',
    query: toPoint(wheel, 1 + ULP, 3, 2),
    given: { p: 2, w: 1, h: 0, x: 3, y: 2, R: 1 + ULP },
    expected: arcToPoint(),
  },
  { name: '17: goes round something out of reach', query: toPoint(wheel, 1, 0, 2), expected: 'never' },
  {
    name: '17: goes round something always in reach',
    query: toPoint(arc({ speed: 0.5, turnRate: 1 }), 1, 0, 0.5),
    expected: 'touching',
  },
  {
    name: '17: never out of reach: closes from the farthest point on',
    query: toPoint(arc({ speed: 0.25, turnRate: 1 }), 2, -1, 0.25),
    expected: 'pi / 2',
  },
  {
    name: '17: a heading that is no round number',
    query: toPoint(arc({ speed: 3, turnRate: 0.5, heading: 1.1 }), 0.75, -10, 6),
    given: { p: 6, w: 0.5, h: 1.1, x: -10, y: 6, R: 0.75 },
    expected: arcToPoint(),
  },
  {
    name: '17: a heading wound up by a thousand turns',
    query: toPoint(arc({ speed: 2, turnRate: 1, heading: 6283.25 }), 0.5, 2, 2),
    given: { p: 2, w: 1, h: 6283.25, x: 2, y: 2, R: 0.5 },
    expected: arcToPoint(1000),
  },
  {
    name: '17: a resting disc that is there only later',
    query: discs(wheel, 0.25, rest(-2, 2, 3), 0.25),
    expected: '3 * pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: a resting disc that comes when the arc has passed it',
    query: discs(rest(2, 2, 3), 0.25, wheel, 0.25),
    expected: '5 * pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '17: a line that stands is standing',
    query: discs(wheel, 0.25, line(2, 2, 0, 0), 0.25),
    expected: 'pi / 2 - 2 * asin(1/8)',
  },
  {
    name: '11, 17: an arc at a late clock',
    query: toPoint(arc({ speed: 2, turnRate: 1, start: 2 ** 30 }), 0.5, 2, 2),
    expected: '2^30 + pi / 2 - 2 * asin(1/8)',
  },
  // 18: the rate of turning goes to 0.
  {
    name: '18: as slow a turn as allowed, straight ahead',
    query: toPoint(arc({ speed: 1, turnRate: 2 ** -30 }), 1, 10, 0),
    given: { p: 2 ** 30, w: 2 ** -30, h: 0, x: 10, y: 0, R: 1 },
    expected: arcToPoint(),
  },
  {
    name: '18: a slow turn that only just reaches',
    query: toPoint(arc({ speed: 1, turnRate: 2 ** -30 }), 1 + 2 ** -40, 100, 1),
    given: { p: 2 ** 30, w: 2 ** -30, h: 0, x: 100, y: 1, R: 1 + 2 ** -40 },
    expected: arcToPoint(),
  },
  {
    name: '18: the fastest and slowest turn: a circle of 2^60 m',
    query: toPoint(arc({ speed: 2 ** 30, turnRate: 2 ** -30 }), 2 ** -20, 2 ** 20, 0),
    given: { p: 2 ** 60, w: 2 ** -30, h: 0, x: 2 ** 20, y: 0, R: 2 ** -20 },
    expected: arcToPoint(),
  },
  {
    name: '18: the same past the rim: the arc is 2^-21 m above the chord there',
    query: toPoint(arc({ speed: 2 ** 30, turnRate: 2 ** -30 }), 2 ** -20, 2 ** 20, 2 ** -20 + 2 ** -21 + 2 ** -40),
    expected: 'never',
  },
  {
    name: '18: the same inside the rim',
    query: toPoint(arc({ speed: 2 ** 30, turnRate: 2 ** -30 }), 2 ** -20, 2 ** 20, 2 ** -20 + 2 ** -21 - 2 ** -40),
    given: { p: 2 ** 60, w: 2 ** -30, h: 0, x: 2 ** 20, y: 2 ** -20 + 2 ** -21 - 2 ** -40, R: 2 ** -20 },
    expected: arcToPoint(),
  },
  {
    name: '18: slowly clockwise and backwards',
    query: toPoint(arc({ speed: -1, turnRate: -(2 ** -30) }), 1, -10, 0),
    given: { p: 2 ** 30, w: 2 ** -30, h: 0, x: 10, y: 0, R: 1 },
    expected: arcToPoint(),
  },
  // Arcs and walls.
  { name: '17: a face from the left', query: toWall(wheel, 0.5, 1.5, -5, 1.5, 5), expected: 'asin(1/2)' },
  {
    name: '17: a face from the right, on the second half',
    query: toWall(wheel, 0.5, -1, -5, -1, 5),
    expected: 'pi + asin(1/4)',
  },
  { name: '17: a face from below', query: toWall(wheel, 0.5, -5, 4.25, 5, 4.25), expected: 'acos(-7/8)' },
  { name: '17: grazes a face', query: toWall(wheel, 0.5, -5, 4.5, 5, 4.5), expected: 'never' },
  {
    name: '17: 2^-40 deeper than grazing a face',
    query: toWall(wheel, 0.5, -5, 4.5 - 2 ** -40, 5, 4.5 - 2 ** -40),
    expected: 'acos(-1 + 2^-41)',
  },
  {
    name: '17: a slanted face',
    query: toWall(wheel, 1, -3, -5, 8, 6),
    // The centre is (2 - x + y) / sqrt(2) from the line, and x - y is 2 sqrt(2) sin(t + pi / 4) - 2.
    expected: 'asin((4 - sqrt(2)) / (2 * sqrt(2))) - pi / 4',
  },
  { name: '17: a slanted face out of reach', query: toWall(wheel, 0.5, 0, -4, 8, 4), expected: 'never' },
  {
    name: '17: from the middle of a slanted wall, out below it and back',
    query: toWall(wheel, 0.5, -2, -2, 8, 8),
    expected: '3 * pi / 4 - asin((2 + sqrt(2) / 2) / (2 * sqrt(2)))',
  },
  { name: '17: the end of a wall', query: toWall(wheel, 0.5, 2, 2, 10, 2), expected: 'pi / 2 - 2 * asin(1/8)' },
  { name: '17: the other end of a wall', query: toWall(wheel, 0.5, 10, 2, 2, 2), expected: 'pi / 2 - 2 * asin(1/8)' },
  {
    name: '17: a joint belongs to the neighbour over whose face it comes',
    query: toWall(wheel, 0.5, 2, 2, 10, 2, { beforeA: { x: -6, y: 2 } }),
    expected: 'never',
  },
  {
    name: '17: that neighbour',
    query: toWall(wheel, 0.5, -6, 2, 2, 2, { afterB: { x: 10, y: 2 } }),
    expected: 'acos(1/4)',
  },
  { name: '17: the foot exactly at the end', query: toWall(wheel, 0.5, 0, 4.25, 5, 4.25), expected: 'acos(-7/8)' },
  { name: '17: touching a wall and curving away', query: toWall(wheel, 0.5, -5, -0.5, 5, -0.5), expected: 'touching' },
  { name: '17: touching a wall and curving into it', query: toWall(wheel, 0.5, -5, 0.5, 5, 0.5), expected: 'now' },
  {
    name: '17: within a wall, leaving, and back',
    query: toWall(wheel, 0.5, -0.25, -5, -0.25, 5),
    expected: 'pi - asin(1/8)',
  },
  {
    name: '14, 17: touching a corner, past it and over the face from the side',
    query: toWall(wheel, 0.5, 2 ** -24, 0.5, 5, 0.5),
    expected: 'asin(2^-25)',
  },
  {
    name: '14, 17: the other end of the wall, which has a corner with another one',
    query: toWall(wheel, 0.5, 5, 0.5, 2 ** -24, 0.5, { afterB: { x: 2 ** -24, y: 5 } }),
    expected: 'asin(2^-25)',
  },
  {
    name: '14, 17: an arc level with the end of a wall that it touches, round that, and back over the other side',
    query: toWall(wheel, 0.5, -5, 0.5, 0, 0.5),
    expected: '5 * pi / 3',
  },
  {
    name: '14, 17: closely round the end of a wall, to its other side',
    query: toWall(arc({ speed: 1, turnRate: 1 }), 1, 0, 1, -2, 1),
    expected: 'pi',
  },
  {
    name: '17: never out of reach, and closing from the farthest point, where the gap is 0 to within its last bits',
    query: toWall(
      arcLeg({
        x: 0.22573483557228569,
        y: 0.476927827423462,
        heading: 4.7123889803846915,
        start: 21.91898989956826,
        speed: -0.4310390923161826,
        turnRate: 0.17653770516320255,
      }),
      0.8055214820536589,
      -0.5797866464813732,
      0.47692782742346207,
      -0.579786646481373,
      3.507526814983242,
    ),
    expected: 'now',
  },
  {
    name: '18: a slow turn, straight at a wall',
    query: toWall(arc({ speed: 1, turnRate: 2 ** -30 }), 1, 10, -5, 10, 5),
    expected: '2^30 * asin(9 * 2^-30)',
  },
  {
    name: '18: a slow turn into a wall that it runs along',
    query: toWall(arc({ speed: 1, turnRate: 2 ** -30 }), 0.5, -(2 ** 20), 1.5, 2 ** 20, 1.5),
    expected: '2^30 * acos(1 - 2^-30)',
  },
  {
    name: '18: a circle of 2^60 m along a wall',
    query: toWall(arc({ speed: 2 ** 30, turnRate: 2 ** -30 }), 0.5, -(2 ** 30), 1, 2 ** 30, 1),
    expected: '2^30 * acos(1 - 2^-61)',
  },
  {
    name: '18: the same, beyond the end of the wall',
    query: toWall(arc({ speed: 2 ** 30, turnRate: 2 ** -30 }), 0.5, -(2 ** 29), 1, 2 ** 29, 1),
    expected: 'never',
  },
];

const moving: Fixture[] = [
  {
    name: '17: two arcs at the same rate: again a circle',
    query: discs(arc({ speed: 1, turnRate: 1 }), 1.5, arc({ speed: -1, turnRate: 1, x: 4 }), 1.5),
    // Relative to the first, the second moves on a circle of radius 2 around (4, -2), from its top to the left.
    expected: 'pi / 2 - atan(1/2) - acos(15 / (4 * sqrt(20)))',
  },
  {
    name: '17: two arcs at the same rate, of different age',
    query: discs(arc({ speed: 1, turnRate: 1, start: 1 }), 1, arc({ speed: 3, turnRate: 1, x: 0, y: -6 }), 1),
    // At t the second is at the angle t on a circle of 3 around (0, -3), the first at t - 1 on one of 1 around (0, 1).
    expected: {
      root: '(3 * sin(t) - sin(t - 1))^2 + (-3 - 3 * cos(t) - (1 - cos(t - 1)))^2 - 4',
      near: 2.36,
    },
  },
  {
    name: '6, 17: two arcs in convoy, touching',
    query: discs(arc({ speed: 1, turnRate: 1 }), 1, arc({ speed: 1, turnRate: 1, x: 2 }), 1),
    expected: 'touching',
  },
  {
    name: '6, 17: two arcs in convoy, apart',
    query: discs(arc({ speed: 1, turnRate: 1 }), 1, arc({ speed: 1, turnRate: 1, x: 3 }), 1),
    expected: 'never',
  },
  {
    name: '17: two arcs, one the mirror image of the other above it',
    query: discs(arc({ speed: 1, turnRate: 1, y: -2 }), 0.5, arc({ speed: 1, turnRate: -1, y: 2 }), 0.5),
    expected: '2 * pi / 3',
  },
  {
    name: '17: two arcs, mirrored left and right',
    query: discs(arc({ speed: 1, turnRate: 1, x: -3 }), 2.5, arc({ speed: -1, turnRate: -1, x: 3 }), 2.5),
    expected: 'pi / 6',
  },
  {
    name: '5, 17: two mirrored arcs that graze, again and again',
    query: discs(
      arcLeg({ x: -3, y: 0, heading: 0, start: 0, end: 100, speed: 1, turnRate: 1 }),
      2,
      arc({ speed: -1, turnRate: -1, x: 3 }),
      2,
    ),
    expected: 'never',
  },
  {
    name: '17: two mirrored arcs, 2^-30 deeper than a graze',
    query: discs(arc({ speed: 1, turnRate: 1, x: -3 }), 2, arc({ speed: -1, turnRate: -1, x: 3 }), 2 + 2 ** -30),
    expected: 'asin(1 - 2^-31)',
  },
  {
    name: '17: two mirrored arcs, 2^-48 deeper than a graze',
    query: discs(arc({ speed: 1, turnRate: 1, x: -3 }), 2, arc({ speed: -1, turnRate: -1, x: 3 }), 2 + 2 ** -48),
    expected: 'asin(1 - 2^-49)',
  },
  {
    name: '2, 17: two mirrored arcs that overlap and part: met again after a turn',
    query: discs(arc({ speed: 1, turnRate: 1, y: 2 }), 2.25, arc({ speed: 1, turnRate: -1, y: -2 }), 2.25),
    // 4 + 2 (1 - cos t) apart: out of reach between acos(3/4) and 2 pi - acos(3/4).
    expected: '2 * pi - acos(3/4)',
  },
  {
    name: '17: two arcs that overlap and close',
    query: discs(arc({ speed: 1, turnRate: 1, x: -1 }), 2, arc({ speed: -1, turnRate: -1, x: 1 }), 2),
    expected: 'now',
  },
  {
    name: '17: two arcs whose circles are too far apart',
    query: discs(arc({ speed: 1, turnRate: 1 }), 1, arc({ speed: 1, turnRate: 2, x: 10 }), 1),
    expected: 'never',
  },
  {
    name: '17: an arc within another, out of reach',
    query: discs(arc({ speed: 10, turnRate: 1 }), 1, arc({ speed: 1, turnRate: 2, y: 9.5 }), 1),
    expected: 'never',
  },
  {
    name: '11, 17: two mirrored arcs at a late clock',
    query: discs(
      arc({ speed: 1, turnRate: 1, x: -3, start: 2 ** 26 }),
      2.5,
      arc({ speed: -1, turnRate: -1, x: 3, start: 2 ** 26 }),
      2.5,
    ),
    expected: '2^26 + pi / 6',
  },
  {
    name: '18: two slow mirrored arcs',
    query: discs(
      arc({ speed: 1, turnRate: 2 ** -30, y: -2 }),
      0.5,
      arc({ speed: 1, turnRate: -(2 ** -30), y: 2 }),
      0.5,
    ),
    expected: '2^30 * acos(1 - 3/2 * 2^-30)',
  },
  {
    name: '17: an arc and a line',
    query: discs(wheel, 0.5, line(6, 1, -1, 0), 0.5),
    expected: { root: '(2 * sin(t) - 6 + t)^2 + (1 - 2 * cos(t))^2 - 1', near: 3.5 },
  },
  {
    name: '17: a line that crosses a circle when the arc is elsewhere',
    query: discs(wheel, 0.25, line(-40, 4, 20, 0), 0.25),
    expected: 'never',
  },
  {
    name: '17: a line that never comes near the circle',
    query: discs(wheel, 0.25, line(-40, 5, 1, 0), 0.25),
    expected: 'never',
  },
  {
    name: '11, 17: a line that started long before the arc',
    query: discs(line(-994, 1, 1, 0, 0), 0.5, arc({ speed: 2, turnRate: 1, start: 1000 }), 0.5),
    // It is 6 m to the right of the origin when the arc starts, and goes away from it.
    expected: 'never',
  },
  {
    name: '11, 17: a line that started long before the arc, and meets it',
    query: discs(line(-1003, 1, 1, 0, 0), 0.5, arc({ speed: -2, turnRate: -1, start: 1000 }), 0.5),
    expected: { root: '(-2 * sin(t - 1000) + 3 - (t - 1000))^2 + (1 - 2 * cos(t - 1000))^2 - 1', near: 1000.9 },
  },
];

const curveUlps = {
  allowed: 32,
  why:
    'a curve is given by plain doubles, whose gap is trusted to 2^-48 of the coordinates: the search stops where the ' +
    'gap is within that, which at speeds and coordinates of about 1 is some 16 ulp before the contact',
};

function curve(spec: Pick<CurveLeg, 'position' | 'velocity' | 'maxSpeed' | 'maxAcceleration'> & { end?: number }): Leg {
  return curveLeg({ start: 0, end: 10, headingAt: () => 0, ...spec });
}

const parabola = curve({
  position: (t) => ({ x: t, y: (t * t) / 2 }),
  velocity: (t) => ({ x: 1, y: t }),
  maxSpeed: Math.sqrt(1 + 100),
  maxAcceleration: 1,
});
const wave = curve({
  position: (t) => ({ x: t, y: Math.sin(t) }),
  velocity: (t) => ({ x: 1, y: Math.cos(t) }),
  maxSpeed: Math.SQRT2,
  maxAcceleration: 1,
  end: 20,
});
const ellipse = curve({
  position: (t) => ({ x: 3 * Math.cos(t), y: 2 * Math.sin(t) }),
  velocity: (t) => ({ x: -3 * Math.sin(t), y: 2 * Math.cos(t) }),
  maxSpeed: 3,
  maxAcceleration: 3,
});
const straight = curve({
  position: (t) => ({ x: t, y: 1 }),
  velocity: () => ({ x: 1, y: 0 }),
  maxSpeed: 1,
  maxAcceleration: 0,
});
const faster = curve({
  position: (t) => ({ x: (t * t) / 2, y: 1 }),
  velocity: (t) => ({ x: t, y: 0 }),
  maxSpeed: 10,
  maxAcceleration: 1,
});
const round = curve({
  position: (t) => ({ x: 2 * Math.cos(t), y: 2 * Math.sin(t) }),
  velocity: (t) => ({ x: -2 * Math.sin(t), y: 2 * Math.cos(t) }),
  maxSpeed: 2,
  maxAcceleration: 2,
});
/** The wheel, given by functions. */
const circle = curve({
  position: (t) => ({ x: 2 * Math.sin(t), y: 4 * Math.sin(t / 2) ** 2 }),
  velocity: (t) => ({ x: 2 * Math.cos(t), y: 2 * Math.sin(t) }),
  maxSpeed: 2.000001,
  maxAcceleration: 2.000001,
});
const standing = curve({
  position: () => ({ x: 0, y: 1 }),
  velocity: () => ({ x: 0, y: 0 }),
  maxSpeed: 0,
  maxAcceleration: 0,
});

const curves: Fixture[] = (
  [
    { name: '17: a parabola and a wall', query: toWall(parabola, 1, -9, 8, 99, 8), expected: 'sqrt(14)' },
    { name: '17: a parabola past the end of a wall', query: toWall(parabola, 1, -9, 8, 2, 8), expected: 'never' },
    {
      name: '17: a parabola and a point above it',
      query: toPoint(parabola, 2, 0, 4),
      // With s = t²: s + (s / 2 - 4)² = 4.
      expected: 'never',
    },
    {
      name: '17: a parabola and a point that it reaches',
      query: toPoint(parabola, 3, 0, 4),
      expected: 'sqrt(6 - sqrt(8))',
    },
    { name: '17: a wave and a wall above it', query: toWall(wave, 1, -9, 1.5, 99, 1.5), expected: 'pi / 6' },
    { name: '17: a wave and a wall below it', query: toWall(wave, 1, -9, -1.5, 99, -1.5), expected: '7 * pi / 6' },
    {
      name: '5, 17: a wave that grazes a wall, again and again',
      query: toWall(wave, 1, -9, 2, 99, 2),
      expected: 'never',
    },
    {
      name: '17: a wave and a wall that begins later',
      query: toWall(wave, 1, 6.5, 1.5, 99, 1.5),
      expected: '13 * pi / 6',
    },
    {
      name: '14, 17: a circle level with the end of a wall that it touches, round that, and back over the other side',
      query: toWall(circle, 0.5, -5, 0.5, 0, 0.5),
      expected: '5 * pi / 3',
    },
    {
      name: '17: a wave and the end of a wall',
      query: toWall(wave, 0.5, 9.5, 0, 99, 0),
      expected: { root: '(t - 19/2)^2 + sin(t)^2 - 1/4', near: 9.1 },
    },
    {
      name: '15, 17: a wave and a joint, which its neighbour covers',
      query: toWall(wave, 1, 6.5, 1.5, 99, 1.5, { beforeA: { x: -9, y: 1.5 } }),
      // The neighbour was hit long before; this wall's own face is met in the next period.
      expected: '13 * pi / 6',
    },
    { name: '17: an ellipse and a wall', query: toWall(ellipse, 1, -3.5, -9, -3.5, 9), expected: 'acos(-5/6)' },
    {
      name: '17: an ellipse and a disc',
      query: discs(ellipse, 1, rest(0, 3), 0.5),
      expected: 'asin((-12 + sqrt(459)) / 10)',
    },
    {
      name: '17: an ellipse and a disc inside it, out of reach',
      query: discs(ellipse, 0.5, rest(0, 0), 1.25),
      expected: 'never',
    },
    {
      name: '17: an ellipse and a disc inside it',
      query: discs(ellipse, 0.5, rest(0, 0), 2),
      // 9 cos² + 4 sin² = 25/4
      expected: 'asin(sqrt(11/20))',
    },
    {
      name: '17: an ellipse and a line',
      query: discs(ellipse, 0.5, line(-6, 0, 1, 0), 0.5),
      expected: { root: '(3 * cos(t) + 6 - t)^2 + 4 * sin(t)^2 - 1', near: 2.7 },
    },
    {
      name: '17: a wave and an arc',
      query: discs(wave, 0.5, arc({ speed: 1, turnRate: 0.5, x: 4, y: -1 }), 0.5),
      expected: 'never',
    },
    {
      name: '17: a wave and an arc that meet',
      query: discs(wave, 0.5, arc({ speed: -1, turnRate: 0.5, x: 5 }), 2),
      // Backwards on a circle of radius 2 around (5, -2).
      expected: { root: '(5 - 2 * sin(t / 2) - t)^2 + (-2 + 2 * cos(t / 2) - sin(t))^2 - 25/4', near: 1.65 },
    },
    {
      name: '6, 17: a straight curve that slides along a wall',
      query: toWall(straight, 1, -9, 0, 99, 0),
      expected: 'touching',
    },
    {
      name: '6, 17: a curve that slides along a wall faster and faster',
      query: toWall(faster, 1, -9, 0, 99, 0),
      expected: 'touching',
    },
    {
      name: '6, 17: a curve that slides along a wall into another',
      query: toWall(faster, 1, 9, -9, 9, 9),
      expected: '4',
    },
    {
      name: '6, 17: a curve that goes round a disc and touches it all the way',
      query: discs(round, 1, rest(0, 0), 1),
      expected: 'touching',
    },
    { name: '17: a straight curve, straight at a wall', query: toWall(straight, 1, 5, -9, 5, 9), expected: '4' },
    {
      name: '6, 17: a curve that stands, touching a wall',
      query: toWall(standing, 1, -9, 0, 9, 0),
      expected: 'touching',
    },
    {
      name: '6, 17: a curve that stands, touching a disc',
      query: discs(standing, 1, rest(2, 1), 1),
      expected: 'touching',
    },
    { name: '17: a curve that stands, and a line', query: discs(standing, 1, line(9, 1, -1, 0), 1), expected: '7' },
  ] satisfies Fixture[]
).map((fixture) => ({ ...fixture, ulps: curveUlps }));

export const fixtures: readonly Fixture[] = [...uniform, ...arcs, ...moving, ...curves];
