import { describe, expect, test } from '@jest/globals';
import { digestOf, show } from '@kineko/tools/shared/bits';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { log } from './log.js';

const COUNT = 1_000_000;

// Globals are slow inside jest, so they are read once.
const isSame = Object.is;
const mathLog = Math.log;

/** 2^-1022. */
const MIN_NORMAL = 2.2250738585072014e-308;

// Node 20 computes `Math.log` by fdlibm; later versions may not. On other versions, the pinned bits below, taken from Node
// 20, are the test.
const isNode20 = process.versions.node.startsWith('20.');

const numbers = someNumbers();

(isNode20 ? describe : noComparison)('on a million arguments', () => {
  test('the logarithm has the bits of Math.log', () => {
    expect(differences()).toEqual([]);
  });
});

test('all bits are the same on every Node version', () => {
  expect(digestOf(numbers.map((x) => log(x)))).toBe('53b54add');
});

test('the ends of the domain have their limits', () => {
  expect(log(0)).toBe(-Infinity);
  expect(log(-0)).toBe(-Infinity);
  expect(log(1)).toBe(0);
  expect(log(Infinity)).toBe(Infinity);
  for (const x of [NaN, -1, -Infinity, -Number.MIN_VALUE]) expect(log(x)).toBeNaN();
});

function someNumbers(): Float64Array {
  const random = new RandomDoubles(1);
  // Fractions where the method changes; near 1, it changes on both sides.
  const fractions = [1, 1 + 2 ** -20, 1.3799991607666016, 1.4142112731933594, 1.419999122619629, 1.4200000762939453];
  const belowTwo = [2 - 2 ** -19, 2 - 2 ** -20];
  const special = [0, -1, NaN, Infinity, -Infinity, Number.MIN_VALUE, MIN_NORMAL, Number.MAX_VALUE];
  const kinds: readonly (() => number)[] = [
    () => random.between(0, 1),
    () => random.between(0, 2),
    () => random.between(0, 1e6),
    () => random.bits(),
    () => Math.abs(random.bits()),
    () => random.near(random.oneOf([...fractions, ...belowTwo]) * random.powerOfTwo()),
    () => random.near(random.oneOf([...fractions, ...belowTwo]) / 2),
    () => 1 + random.between(-1, 1) / (1 << random.below(31)),
    () => random.powerOfTwo(),
    () => MIN_NORMAL * random.between(0, 2),
    () => Number.MIN_VALUE * (1 + random.below(1 << random.below(31))),
    () => random.near(random.oneOf(special)),
  ];
  return Float64Array.from({ length: COUNT }, (_, i) => kinds[i % kinds.length]!());
}

/** Where our result differs from that of `Math`: the first few arguments, and the number of the others. */
function differences(): string[] {
  const found: string[] = [];
  let count = 0;
  for (const x of numbers) {
    const our = log(x);
    const their = mathLog(x);
    if (isSame(our, their)) continue;
    count++;
    if (count <= 10) found.push(`log(${show(x)}) is ${show(our)}, of Math ${show(their)}`);
  }
  if (count > found.length) found.push(`and ${count - found.length} more`);
  return found;
}

function noComparison(): void {}
