import { describe, expect, test } from '@jest/globals';
import { digestOf, show } from '@kineko/tools/shared/bits';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { atan2, cos, exp, sin } from './elementary.js';

const COUNT = 1_000_000;

// Globals are slow inside Jest, so this one is read only once.
const { PI } = Math;
const isSame = Object.is;

/** 2^-1022. */
const MIN_NORMAL = 2.2250738585072014e-308;

// Node 20 computes all four by fdlibm; later versions may compute sine and cosine differently. On them, the pinned bits
// below, taken from Node 20, are the test.
const isNode20 = process.versions.node.startsWith('20.');

const angles = someAngles();
const [ys, xs] = someVectors();
const exponents = someExponents();

(isNode20 ? describe : noComparison)('on a million arguments', () => {
  test('the sine has the bits of Math.sin', () => {
    expect(differences('sin', sin, Math.sin, angles)).toEqual([]);
  });

  test('the cosine has the bits of Math.cos', () => {
    expect(differences('cos', cos, Math.cos, angles)).toEqual([]);
  });

  test('the angle of a vector has the bits of Math.atan2', () => {
    expect(differences('atan2', atan2, Math.atan2, ys, xs)).toEqual([]);
  });

  test('the exponential function has the bits of Math.exp', () => {
    expect(differences('exp', exp, Math.exp, exponents)).toEqual([]);
  });
});

test('all bits are the same on every Node version', () => {
  const part = COUNT / 5;
  expect(digest(sin, angles.subarray(0, part))).toBe('7fc37fa7');
  expect(digest(cos, angles.subarray(0, part))).toBe('be73c86c');
  expect(digest(atan2, ys.subarray(0, part), xs.subarray(0, part))).toBe('563d8462');
  expect(digest(exp, exponents.subarray(0, part))).toBe('1c6d7d6c');
});

test('the sine of a value that is not finite is NaN', () => {
  for (const x of [NaN, Infinity, -Infinity]) {
    expect(sin(x)).toBeNaN();
    expect(cos(x)).toBeNaN();
  }
});

test('the exponential function ends where the doubles do', () => {
  expect(exp(0)).toBe(1);
  expect(exp(1)).toBe(Math.E);
  expect(exp(-Infinity)).toBe(0);
  expect(exp(Infinity)).toBe(Infinity);
  expect(exp(NaN)).toBeNaN();
  expect(exp(709.782712893384)).toBe(1.7976931348622732e308);
  expect(exp(709.7827128933841)).toBe(Infinity);
  expect(exp(-745.1332191019411)).toBe(Number.MIN_VALUE);
  expect(exp(-745.1332191019412)).toBe(0);
});

test('the sign of zero is kept', () => {
  expect(sin(-0)).toBe(-0);
  expect(atan2(-0, 1)).toBe(-0);
  expect(atan2(-0, 0)).toBe(-0);
  expect(atan2(-0, -0)).toBe(-PI);
  expect(atan2(0, -1)).toBe(PI);
});

function someAngles(): Float64Array {
  const random = new RandomDoubles(1);
  // Points at which the method changes, for the angle itself and for its remainder after whole quarter turns.
  const thresholds = [MIN_NORMAL, 2 ** -27, 2 ** -16, 0.3, 0.2999999523162842, 0.5, 0.78125, 0.7812504768371582];
  const limits = [PI / 4, 0.7853984832763672, (3 * PI) / 4, 2 ** 19 * PI, 1647100, 2 ** 19, 2 ** 20];
  // Doubles that come closest to a multiple of π/2, from the continued fraction of π.
  const hard = [
    5.319372648326541e255, 1.0638745296653083e256, 14461176.67027838, 3.576149729694266e39, 3.924293714572882e298,
    6.426511099577231e173, 1.3930726336834465e259, 9.312926614229972e204, 3.8281827772588983e59, 1.1248520745804428e89,
  ];
  const special = [0, NaN, Infinity, 1, Number.MIN_VALUE, 2 ** -1023, Number.MAX_VALUE, ...hard];
  const kinds: readonly (() => number)[] = [
    () => random.between(-2 * PI, 2 * PI),
    () => random.between(-100, 100),
    () => random.between(-2e6, 2e6),
    () => random.between(-1e12, 1e12),
    () => random.bits(),
    () => random.near(random.below(1 << 21) * (PI / 4)),
    // Closer and closer to a multiple: more and more bits cancel.
    () => random.near(random.below(64) * (PI / 2) * (1 + random.between(-1, 1) / (1 << random.below(31)))),
    () => random.near(random.below(2048) * (PI / 2) + random.between(-1, 1) / (1 << random.below(31))),
    () => random.near(random.oneOf(thresholds) + random.below(12) * (PI / 2)),
    () => random.near(random.oneOf(thresholds)),
    () => random.near(random.oneOf(limits)),
    () => random.near(random.oneOf(special)),
  ];
  return Float64Array.from({ length: COUNT }, (_, i) => kinds[i % kinds.length]!() * random.sign());
}

function someVectors(): [ys: Float64Array, xs: Float64Array] {
  const random = new RandomDoubles(2);
  const slopes = [0.4375, 0.5, 0.6875, 1, 1.1875, 1.5, 2.4375];
  const special = [0, NaN, Infinity, 1, Number.MIN_VALUE, MIN_NORMAL, 2 ** 60, 2 ** 61, 2 ** 66, Number.MAX_VALUE];
  const kinds: readonly ((x: number) => [y: number, x: number])[] = [
    () => [random.between(-10, 10), random.between(-10, 10)],
    () => [random.between(-1, 1), random.between(-1000, 1000)],
    () => [random.bits(), random.bits()],
    () => [random.near(random.oneOf(special)), random.near(random.oneOf(special))],
    () => [random.oneOf(special), random.oneOf(special)],
    (x) => [random.near(x * random.oneOf(slopes)), x],
    (x) => [random.near(x * 2 ** 61 * random.between(0.25, 4)), x],
    (x) => [random.near(x * 2 ** 61), x],
    (x) => [random.near(x), x * 2 ** 61 * random.between(0.25, 4)],
    (x) => [random.near(x), x * 2 ** 27 * random.between(0.25, 4)],
    // Among the subnormal numbers, whose exponents say nothing about their size.
    () => [MIN_NORMAL * random.between(0, 2 ** 62), MIN_NORMAL * random.between(0, 2)],
    () => [Number.MIN_VALUE * random.below(1 << 20), Number.MIN_VALUE * random.below(1 << 20)],
  ];
  const ys = new Float64Array(COUNT);
  const xs = new Float64Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    const [y, x] = kinds[i % kinds.length]!(random.between(0.1, 10));
    ys[i] = y * random.sign();
    xs[i] = x * random.sign();
  }
  return [ys, xs];
}

function someExponents(): Float64Array {
  const random = new RandomDoubles(3);
  // Points at which the method changes, and at which results overflow, become subnormal, and vanish.
  const thresholds = [2 ** -28, Math.LN2 / 2, 0.3465735912322998, 1, 1.0397205352783203, 1.5 * Math.LN2, 2 ** -54];
  const limits = [708, 709.436, 709.782712893384, -708.3964185322641, -707.7, -745.1332191019411, -744.4400719213812];
  const special = [0, NaN, Infinity, Number.MIN_VALUE, MIN_NORMAL, Number.MAX_VALUE];
  const kinds: readonly (() => number)[] = [
    () => random.between(-1, 1),
    () => random.between(-10, 10),
    () => random.between(-750, 720),
    () => random.between(-746, -707),
    () => random.bits(),
    () => random.sign() / (1 << random.below(31)),
    // Points at which the number of doublings changes, and at which only doublings remain.
    () => random.near((random.below(4300) - 2150) * (Math.LN2 / 2)),
    () => random.near(random.oneOf(thresholds) * random.sign()),
    () => random.near(random.oneOf(limits)),
    () => random.near(random.oneOf(special) * random.sign()),
    () => random.below(1500) - 750,
  ];
  return Float64Array.from({ length: COUNT }, (_, i) => kinds[i % kinds.length]!());
}

/** Differences between the two functions: the first few arguments, and the number of the others. */
function differences(
  name: string,
  ours: (...args: [number, number]) => number,
  theirs: (...args: [number, number]) => number,
  firsts: Float64Array,
  seconds?: Float64Array,
): string[] {
  const found: string[] = [];
  let count = 0;
  for (let i = 0; i < firsts.length; i++) {
    const first = firsts[i]!;
    const second = seconds === undefined ? 0 : seconds[i]!;
    const our = ours(first, second);
    const their = theirs(first, second);
    if (isSame(our, their)) continue;
    count++;
    if (count > 10) continue;
    const place = seconds === undefined ? show(first) : `${show(first)}, ${show(second)}`;
    found.push(`${name}(${place}) is ${show(our)}, of Math ${show(their)}`);
  }
  if (count > found.length) found.push(`and ${count - found.length} more`);
  return found;
}

function digest(ours: (...args: [number, number]) => number, firsts: Float64Array, seconds?: Float64Array): string {
  return digestOf(firsts.map((first, i) => ours(first, seconds === undefined ? 0 : seconds[i]!)));
}

/** Replaces a group of tests that have no reference on this version of Node. */
function noComparison(): void {}
