import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  arcLeg,
  cos,
  type CurveLeg,
  discDiscContact,
  discSegmentContact,
  exp,
  poseAt,
  restLeg,
  type Segment,
  sin,
  velocityAt,
} from '@kineko/geometry';
import { type EquationRequest, loadEquations } from './equation.js';
import { MotionError, type MotionModule } from './motion-module.js';

let equations: MotionModule<EquationRequest>;

beforeAll(async () => {
  equations = await loadEquations();
});

const origin = { x: 0, y: 0, heading: 0 };

/** The leg of an equation that begins at t = 0, by default from the origin. */
function legOf(x: string, y: string, duration: number, from = origin, start = 0): CurveLeg {
  const phases = equations.plan({ kind: 'equation', x, y, duration }, from, start);
  expect(phases.map((phase) => phase.name)).toEqual(['equation']);
  return phases[0]!.leg as CurveLeg;
}

function messageFor(x: string, y = '0', duration = 10): string {
  try {
    equations.plan({ kind: 'equation', x, y, duration }, origin, 0);
  } catch (error) {
    if (error instanceof MotionError) return error.message;
    throw error;
  }
  throw new Error(`${x} was not refused`);
}

describe('where it is', () => {
  const paths: readonly [string, string, (t: number) => number, (t: number) => number][] = [
    ['2 * cos(t)', '2 * sin(t)', (t) => 2 * cos(t), (t) => 2 * sin(t)],
    ['3 sin(2 t)', '2 cos(3t + pi / 4)', (t) => 3 * sin(2 * t), (t) => 2 * cos(3 * t + Math.PI / 4)],
    ['t * cos(t) / 5', 't * sin(t) / 5', (t) => (t * cos(t)) / 5, (t) => (t * sin(t)) / 5],
    ['t^3 / 10 - t^2 + 2', 'sqrt(t + 1)', (t) => (t * (t * t)) / 10 - t * t + 2, (t) => Math.sqrt(t + 1)],
    ['exp(-t / 10)', 'tan(t / 10)', (t) => exp(-t / 10), (t) => sin(t / 10) / cos(t / 10)],
  ];

  test.each(paths)('from (x(0), y(0)), (%s, %s) is followed to the last bit', (x, y, xAt, yAt) => {
    const leg = legOf(x, y, 10, { x: xAt(0), y: yAt(0), heading: 1 });
    for (let t = 0; t <= 10; t += 1 / 16) expect(leg.position(t)).toEqual({ x: xAt(t), y: yAt(t) });
  });

  test.each(paths)('from elsewhere and later, (%s, %s) is the same way from there', (x, y, xAt, yAt) => {
    const from = { x: 0.1, y: -70.3, heading: 1 };
    const leg = legOf(x, y, 10, from, 100);
    expect(leg.position(100)).toEqual({ x: 0.1, y: -70.3 });
    for (let t = 0; t <= 10; t += 1 / 16) {
      const { x: px, y: py } = leg.position(100 + t);
      expect(px).toBeCloseTo(0.1 + xAt(t) - xAt(0), 12);
      expect(py).toBeCloseTo(-70.3 + yAt(t) - yAt(0), 12);
    }
    expect([leg.start, leg.end]).toEqual([100, 110]);
  });

  test('the velocity is that of the equations', () => {
    const leg = legOf('2 * cos(3 * t)', 't^2 / 4', 10);
    const { x, y } = velocityAt(leg, 1.5);
    expect(x).toBeCloseTo(-6 * Math.sin(4.5), 12);
    expect(y).toBeCloseTo(0.75, 12);
  });

  test('powers of e are the exponential function, and named constants are numbers', () => {
    const leg = legOf('e^(-t) + tau', 'square(t) + cube(t)', 2, { x: 1 + 2 * Math.PI, y: 0, heading: 0 });
    expect(leg.position(1)).toEqual({ x: exp(-1) + 2 * Math.PI, y: 2 });
  });

  test('a plan is the same whatever was planned before', () => {
    const before = poseAt(legOf('sin(t) * t', 'cos(t)', 5), 2.5);
    for (let i = 0; i < 300; i++) legOf(`${i} * t`, '0', 1);
    expect(poseAt(legOf('sin(t) * t', 'cos(t)', 5), 2.5)).toEqual(before);
  });
});

describe('where it heads', () => {
  test('along its velocity', () => {
    const leg = legOf('2 * cos(t)', '2 * sin(t)', 3);
    expect(leg.heading).toBeCloseTo(Math.PI / 2, 15);
    expect(leg.headingAt(1)).toBeCloseTo(Math.PI / 2 + 1, 14);
    expect(legOf('-t', '0', 1).headingAt(0.5)).toBe(Math.PI);
  });

  test('while it stands, where it is about to go', () => {
    expect(legOf('t^2', '-t^2', 1).heading).toBeCloseTo(-Math.PI / 4, 15);
  });

  test('if it goes nowhere, as before', () => {
    expect(legOf('5', '7', 1, { ...origin, heading: 0.3 }).headingAt(0.5)).toBe(0.3);
  });
});

describe('bounds', () => {
  const paths: readonly [string, string, number][] = [
    ['2 * cos(t)', '2 * sin(t)', 6.3],
    ['2 * cos(t)', '2 * sin(t)', 200],
    ['3 sin(2 t)', '2 cos(3 t)', 20],
    ['t * cos(t) / 5', 't * sin(t) / 5', 30],
    ['exp(-t / 10) * cos(3 t)', 'exp(-t / 10) * sin(3 t)', 20],
    ['t^3 / 10 - t^2 + 2', 't', 10],
    ['16 sin(t)^3', '13 cos(t) - 5 cos(2 t) - 2 cos(3 t) - cos(4 t)', 6.3],
    ['cos(t) / (1 + sin(t)^2)', 'sin(t) * cos(t) / (1 + sin(t)^2)', 6.3],
    ['tan(t)', 'sqrt(t + 0.01)', 1.5],
  ];

  test.each(paths)('of (%s, %s) within %d s are true, and tight', (x, y, duration) => {
    const leg = legOf(x, y, duration);
    let speed = 0;
    let acceleration = 0;
    const count = 5000;
    const step = 1e-5;
    for (let i = 0; i <= count; i++) {
      const v = leg.velocity((i / count) * duration);
      speed = Math.max(speed, Math.sqrt(v.x * v.x + v.y * v.y));
      const t = Math.min((i / count) * duration, duration - step);
      const [a, b] = [leg.velocity(t), leg.velocity(t + step)];
      acceleration = Math.max(acceleration, Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) / step);
    }
    expect(leg.maxSpeed).toBeGreaterThanOrEqual(speed);
    expect(leg.maxSpeed).toBeLessThanOrEqual(1.15 * speed);
    expect(leg.maxAcceleration).toBeGreaterThanOrEqual(acceleration * (1 - 1e-6));
    expect(leg.maxAcceleration).toBeLessThanOrEqual(1.15 * acceleration);
  });

  test('a body at rest has hardly any', () => {
    const { maxSpeed, maxAcceleration } = legOf('5', '0 * t', 10);
    expect([maxSpeed, maxAcceleration]).toEqual([0, 0]);
  });
});

describe('the circle of an equation touches when an arc does', () => {
  // A circle of radius 2, anticlockwise from (2, 0), one turn in tau seconds.
  const from = { x: 2, y: 0, heading: Math.PI / 2 };
  const arc = arcLeg({ ...from, start: 3, end: 9, speed: 2, turnRate: 1 });
  const circle = (): CurveLeg => legOf('2 * cos(t)', '2 * sin(t)', 6, from, 3);

  test.each([
    [-2, 0.5, 0.3],
    [0, 2.7, 0.5],
    [-1, -1, 0.25],
    [0, 0, 1.2],
  ])('a disc at (%d, %d) of radius %d', (x, y, radius) => {
    const rest = restLeg({ x, y, heading: 0, start: 0 });
    expectSame(discDiscContact(circle(), 0.5, rest, radius), discDiscContact(arc, 0.5, rest, radius));
  });

  const walls: readonly Segment[] = [
    { ax: -5, ay: 1.5, bx: 5, by: 1.5 },
    { ax: -1.4, ay: -3, bx: -1.4, by: 0.9 },
    { ax: -9, ay: -1, bx: -2.2, by: 0 },
    { ax: 5, ay: -5, bx: 5, by: 5 },
  ];

  test.each(walls)('a wall from ($ax, $ay) to ($bx, $by)', (wall) => {
    expectSame(discSegmentContact(circle(), 0.25, wall), discSegmentContact(arc, 0.25, wall));
  });

  test.each([
    ['far from the robot', '10000 + 2 * cos(t)', '2 * sin(t) - 1000000', 2, 1],
    ['with terms that cancel', '1000000 * cos(t / 1000000) - 999998', '1000000 * sin(t / 1000000)', 1, 1e-6],
    [
      'with a quotient of terms that cancel',
      '(2000000 * cos(t / 1000000) - 1999996) / 2',
      '1000000 * sin(t / 1000000)',
      1,
      1e-6,
    ],
    [
      'with powers of them',
      '(1000000 * cos(t / 1000000) - 999998) ^ 3 / (1000000 * cos(t / 1000000) - 999998) ^ 2',
      '1000000 * sin(t / 1000000)',
      1,
      1e-6,
    ],
  ])('also if it is computed from large numbers: %s', (_, x, y, speed, turnRate) => {
    const ours = legOf(x, y, 6, from, 3);
    const theirs = arcLeg({ ...from, start: 3, end: 9, speed, turnRate });
    for (let k = 0; k < 64; k++) {
      const wall = { ax: -5, ay: 1 + k / 128, bx: 5, by: 1 + k / 64 };
      expectSame(discSegmentContact(ours, 0.25, wall), discSegmentContact(theirs, 0.25, wall));
    }
  });

  function expectSame(ours: ReturnType<typeof discDiscContact>, theirs: ReturnType<typeof discDiscContact>): void {
    expect(ours.state).toBe(theirs.state);
    if (ours.state !== 'hit' || theirs.state !== 'hit') return;
    expect(Math.abs(ours.time - theirs.time)).toBeLessThan(1e-9);
    expect(Math.abs(ours.normal.x - theirs.normal.x)).toBeLessThan(1e-9);
    expect(Math.abs(ours.normal.y - theirs.normal.y)).toBeLessThan(1e-9);
  }
});

describe('typical mistakes', () => {
  const allowed =
    'expected numbers, t (seconds), pi, e, tau, brackets, + - * /, ^ with a constant whole exponent, and the ' +
    'functions sin, cos, tan, sqrt, exp, square, cube';

  test.each([
    ['2 * abs(t)', `x(t) = "2 * abs(t)": the function abs (column 5) is not allowed; ${allowed}`],
    [
      '3 t + 2 s',
      'x(t) = "3 t + 2 s": s (column 9) is not known: the only variable is t, in seconds since the motion began, and ' +
        `lengths are in metres, without a unit; ${allowed}`,
    ],
    ['2 * sin(t', 'x(t) = "2 * sin(t": it cannot be read at column 10: Parenthesis ) expected'],
    ['2 t (t + 1)', 'x(t) = "2 t (t + 1)": t (column 3) before a bracket reads as a function: write t * (t + 1)'],
    [
      't^0.5',
      'x(t) = "t^0.5": the exponent 0.5 must be a constant whole number from -100 to 100: write sqrt(t) for t^0.5, and ' +
        'exp(t) for a power that grows with t',
    ],
    ['sin t', 'x(t) = "sin t": sin is a function and needs its argument in brackets: sin(t), sin(t)^2'],
    [
      'x = 2 t',
      'x(t) = "x = 2 t": "=" (column 3) is an assignment or a comparison: only the right side of the equation is ' +
        `given; ${allowed}`,
    ],
    ['t % 2', `x(t) = "t % 2": "%" (column 3) is a remainder, and jumps; ${allowed}`],
    ['', 'x(t) = "": it is empty: write 0 for a coordinate that does not change'],
    [
      'sqrt(t)',
      'the speed of x(t) = "sqrt(t)" has no bound at t = 0: 1 / (2 * sqrt(t)) divides by 2 * sqrt(t), ' +
        'which comes to 0 there',
    ],
    [
      '1 / (t - 3)',
      'the value of x(t) = "1 / (t - 3)" has no bound at t = 3: 1 / (t - 3) divides by t - 3, which comes ' +
        'to 0 there',
    ],
    [
      'sqrt(5 - t)',
      'the value of x(t) = "sqrt(5 - t)" has no bound at t = 5.3125: sqrt(5 - t) is a root of a value ' +
        'that becomes negative there',
    ],
    ['exp(3 * t)', 'x(t) = "exp(3 * t)": expected at most 2^30 m from 0, got about 10686474580000 within 10 s'],
    [
      'sin(1e10 * t)',
      'x(t) = "sin(1e10 * t)": the speed: expected at most 2^30 m/s, got about 10000000000 within 10 s',
    ],
  ])('%s', (text, message) => {
    expect(messageFor(text)).toBe(message);
  });

  test('the other coordinate is named', () => {
    expect(messageFor('t', 'floor(t)')).toMatch(/^y\(t\) = "floor\(t\)": the function floor \(column 1\)/);
    expect(messageFor('t', 'sqrt(t)')).toMatch(/^the speed of y\(t\) = "sqrt\(t\)" has no bound/);
  });

  test('times and places outside the domain', () => {
    expect(messageFor('t', 't', 0)).toBe(
      'the duration of an equation: expected a finite number of seconds above 0, got 0',
    );
    expect(messageFor('t', 't', NaN)).toBe(
      'the duration of an equation: expected a finite number of seconds above 0, got NaN',
    );
    expect(() => legOf('t', 't', 10, origin, 2 ** 31)).toThrow(
      'the end of an equation from t = 2147483648 for 10 s: expected 0 to 2^31 s, got 2147483658',
    );
    expect(() => legOf('2 t', '0', 10, { x: 2 ** 30 - 5, y: 0, heading: 0 })).toThrow(
      'x(t) = "2 t", moved by 1073741819 m: expected at most 2^30 m from 0, got about 1073741839 within 10 s',
    );
    expect(() => legOf('t', '0', 10, { x: NaN, y: 0, heading: 0 })).toThrow(
      'the x of a curve: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => legOf(5 as unknown as string, '0', 1)).toThrow(
      'the x of an equation: expected a text such as "2 * cos(t)", got 5',
    );
  });
});

describe('hostile texts are refused, soon', () => {
  test.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'constructor(t)',
    'import(t)',
    'import("fs")',
    'eval(t)',
    'parse(t)',
    'createUnit(t)',
    'f(x) = x',
    't.__proto__',
    't.constructor(t)',
    'sin.constructor',
    'sin.apply(t)',
    't["x"]',
    '"a"',
    "'a'",
    '`a`',
    '[1, 2]',
    '{a: 1}',
    '1 m',
    '5 kg',
    't to m',
    'NaN',
    'Infinity',
    '1e999',
    'true',
    'null',
    'undefined',
    'i',
    't > 1 ? 1 : 2',
    't == 1',
    't mod 2',
    'not t',
    't!',
    "t'",
    '1:3',
    't; t',
    't\nt',
    '# t',
    't .* 2',
    '2 ** t',
    't²',
    '0b12',
    'if(t, 1, 2)',
    'sin(t, 2)',
    'sin()',
    '\u0000',
    '1 / 0',
    'sqrt(-1)',
    '1e308 * 1e308',
    't^101',
    '(1 / t)^3',
  ])('%j', (text) => {
    expect(messageFor(text)).toMatch(/x\(t\) = "/);
  });

  test.each([
    ['characters', 't+'.repeat(600), 'it has 1200 characters, and may have 1000 at most'],
    ['brackets', '('.repeat(100_000), 'it has 100000 characters'],
    ['deep brackets', '('.repeat(900), 'at column 41 more than 40 brackets are open at once'],
    ['minus signs', `${'-'.repeat(999)}t`, 'it is nested, or chained, more than 200 times'],
    ['powers', `${'t^'.repeat(499)}t`, 'it is nested, or chained, more than 200 times'],
    ['factors', `${'t*'.repeat(150)}t`, 'the derivative has 22949 terms and operations, and may have 1000 at most'],
    ['nested functions', 'sin('.repeat(25) + 't' + ')'.repeat(25), 'the second derivative has'],
    ['points', `t${'.a'.repeat(499)}`, 'is not allowed'],
  ])('many %s', (_, text, message) => {
    expect(messageFor(text)).toContain(message);
  });

  test('while long sums are fine', () => {
    expect(legOf('+t'.repeat(190), '0', 1).position(1).x).toBe(190);
  });
});
