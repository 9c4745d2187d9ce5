import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Random, type RandomStream } from './random.js';

const SEED = 42;
const NAME = 'robot/3/algorithm';

describe('streams', () => {
  test('of the same seed and name draw the same, to the last bit, in every version', () => {
    const stream = new Random(SEED).stream(NAME);
    expect([stream.uniform(), stream.uniform(), stream.uniform(-5, 5)]).toEqual([
      0.2642031126750839, 0.16731794123650867, -0.2537838022228893,
    ]);
    expect([stream.normal(), stream.normal(), stream.normal(10, 2)]).toEqual([
      0.3671975575598474, 0.3180297410619041, 6.842315129209452,
    ]);
    expect([stream.exponential(), stream.exponential(3)]).toEqual([1.148942407281567, 11.475581225289933]);
    expect([stream.integer(1, 6), stream.integer(1, 6), stream.integer(0, 9007199254740990)]).toEqual([
      5, 3, 6292633031833697,
    ]);
    expect(stream.integer(-3, 3)).toBe(3);
    expect(stream.shuffle([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([7, 6, 1, 3, 2, 5, 4, 8]);
    expect(stream.save()).toEqual({
      generator: [-1649344222, -1588199964, 1237376177, 1730056233],
      spareNormal: -1.0452145911502884,
    });
    expect(new Random(-7).stream('').uniform()).toBe(0.9808646465700174);
    expect(new Random(Number.MAX_SAFE_INTEGER).stream('Ω 𝛀').uniform()).toBe(0.7270936331659835);
  });

  test('do not depend on others, whenever those are made and however much they draw', () => {
    const alone = draws(new Random(SEED).stream(NAME), 100);
    const random = new Random(SEED);
    const stream = random.stream(NAME);
    const crowded = Array.from({ length: 100 }, (_, i) => {
      random.stream(`other ${i}`).normal();
      random.stream('a hungry one').shuffle([1, 2, 3, 4, 5]);
      return stream.uniform();
    });
    expect(crowded).toEqual(alone);
  });

  test('of one name are one and the same', () => {
    const random = new Random(SEED);
    expect(random.stream('a')).toBe(random.stream('a'));
    expect(random.stream('a')).not.toBe(random.stream('b'));
  });

  test('of neighbouring seeds and names have nothing in common', () => {
    const streams = [
      ...Array.from({ length: 40 }, (_, i) => new Random(i).stream(NAME)),
      ...Array.from({ length: 40 }, (_, i) => new Random(SEED).stream(`robot/${i}`)),
      ...['', ' ', '  ', 'a', 'b', 'ab', 'ba', 'aa', '\0', '\0\0'].map((name) => new Random(SEED).stream(name)),
    ].map((stream) => draws(stream, 400));
    let largest = 0;
    for (const [i, a] of streams.entries()) {
      for (const b of streams.slice(i + 1)) largest = Math.max(largest, Math.abs(correlation(a, b)));
    }
    // The largest correlation among 4,005 pairs of independent streams of 400 is 0.19 ± 0.02.
    expect(largest).toBeLessThan(0.26);
  });

  test('begin anywhere, not with tiny numbers', () => {
    const firsts = Array.from({ length: 10_000 }, (_, seed) => new Random(seed).stream('x').uniform());
    expectUniform(firsts, 100);
    const seconds = Array.from({ length: 10_000 }, (_, i) => draws(new Random(1).stream(`robot ${i}`), 2)[1]!);
    expectUniform(seconds, 100);
  });

  test('differ in about half of the bits of their state when one bit of the name differs', () => {
    let differing = 0;
    const names = Array.from({ length: 200 }, (_, i) => `robot ${i * 2}`);
    for (const name of names) {
      const other = name.slice(0, -1) + String.fromCharCode(name.charCodeAt(name.length - 1) ^ 1);
      const [a, b] = [name, other].map((each) => new Random(SEED).stream(each).save().generator);
      for (const [word, bits] of a!.entries()) differing += countBits(bits ^ b![word]!);
    }
    expect(Math.abs(differing / names.length - 64)).toBeLessThan(2);
  });

  test.each([1.5, NaN, Infinity, 2 ** 53, '7' as unknown as number])('reject the seed %p', (seed) => {
    expect(() => new Random(seed)).toThrow(
      new RangeError(`seed: expected an integer between -2^53 and 2^53, got ${seed}`),
    );
  });
});

describe('streams of pairs', () => {
  test('draw what the streams of their names draw', () => {
    const pairs = new Random(SEED).pairStreams('link/', '/delay');
    const named = new Random(SEED);
    for (const [a, b] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [12, 345],
      [99_999, 7],
    ] as const) {
      expect(draws(pairs.of(a, b), 3)).toEqual(draws(named.stream(`link/${a}-${b}/delay`), 3));
    }
  });

  test('are the streams of their names, whichever way they are requested first', () => {
    const random = new Random(SEED);
    const earlier = random.stream('link/1-2/delay');
    const others = ['link/1-2/loss', 'link/01-2/delay', 'link/1-2/x/delay'].map((name) => random.stream(name));
    const pairs = random.pairStreams('link/', '/delay');
    expect(pairs.of(1, 2)).toBe(earlier);
    expect(random.stream('link/3-4/delay')).toBe(pairs.of(3, 4));
    expect(random.pairStreams('link/', '/delay')).toBe(pairs);
    expect(others).toEqual(['link/1-2/loss', 'link/01-2/delay', 'link/1-2/x/delay'].map((name) => random.stream(name)));
  });

  test('are saved and restored by name', () => {
    const random = new Random(SEED);
    draws(random.pairStreams('link/', '/delay').of(1, 2), 3);
    const saved = random.save();
    expect([...saved.keys()]).toEqual(['link/1-2/delay']);
    const expected = draws(random.stream('link/1-2/delay'), 3);
    draws(random.stream('link/5-6/delay'), 3);
    random.restore(saved);
    expect(draws(random.pairStreams('link/', '/delay').of(1, 2), 3)).toEqual(expected);
    expect(draws(random.stream('link/5-6/delay'), 3)).toEqual(draws(new Random(SEED).stream('link/5-6/delay'), 3));
  });
});

describe('saving and restoring', () => {
  test('continues exactly where it was, including the unused normal number', () => {
    const stream = new Random(SEED).stream(NAME);
    stream.normal();
    const state = structuredClone(stream.save());
    const expected = mixture(stream);
    expect(state.spareNormal).toBeDefined();
    stream.restore(state);
    expect(mixture(stream)).toEqual(expected);
    const elsewhere = new Random(1).stream('another');
    elsewhere.restore(state);
    expect(mixture(elsewhere)).toEqual(expected);
  });

  test('restores all streams, also those made later and those not made yet', () => {
    const random = new Random(SEED);
    draws(random.stream('a'), 3);
    random.stream('b').normal();
    const saved = random.save();
    const expected = ['a', 'b', 'c'].map((name) => mixture(random.stream(name)));
    random.restore(saved);
    expect(['a', 'b', 'c'].map((name) => mixture(random.stream(name)))).toEqual(expected);
    const copy = new Random(SEED);
    copy.restore(saved);
    expect(['a', 'b', 'c'].map((name) => mixture(copy.stream(name)))).toEqual(expected);
  });

  test('further draws do not change a saved state', () => {
    const stream = new Random(SEED).stream(NAME);
    const state = stream.save();
    const copy = structuredClone(state);
    draws(stream, 10);
    expect(state).toEqual(copy);
  });
});

describe('uniform numbers', () => {
  test('lie in their range, the upper end excluded, however narrow it is', () => {
    const stream = new Random(SEED).stream('range');
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.nat(3), (low, ulps) => {
        const high = low + ulps * Number.EPSILON * Math.max(1, Math.abs(low));
        const u = stream.uniform(low, high);
        expect(u >= low && (u < high || low === high)).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('are spread evenly, alone and in pairs, and have the right moments', () => {
    const numbers = draws(new Random(SEED).stream('moments'), 100_000);
    expectUniform(numbers, 1_000);
    const pairs = Array.from({ length: 50_000 }, (_, i) => {
      const [x, y] = [numbers[2 * i]!, numbers[2 * i + 1]!];
      return (Math.floor(x * 20) * 20 + Math.floor(y * 20) + 0.5) / 400;
    });
    expectUniform(pairs, 400);
    expect(mean(numbers)).toBeCloseTo(1 / 2, 2);
    expect(variance(numbers)).toBeCloseTo(1 / 12, 2);
  });

  test.each([
    [1, 0],
    [NaN, 1],
    [0, Infinity],
    [-1.7e308, 1.7e308],
  ])('from %d to %d are refused', (low, high) => {
    expect(() => new Random(SEED).stream('x').uniform(low, high)).toThrow(
      new RangeError(`uniform(${low}, ${high}) needs two finite numbers, the lower one first`),
    );
  });
});

describe('whole numbers', () => {
  test.each([
    [0, 0],
    [1, 6],
    [-2, 2],
    [0, 255],
  ])('from %d to %d come equally often, both ends included', (low, high) => {
    const stream = new Random(SEED).stream(`integer ${low} ${high}`);
    const count = high - low + 1;
    const drawn = Array.from({ length: 200 * count }, () => stream.integer(low, high));
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([low, high]);
    expectUniform(
      drawn.map((n) => (n - low + 0.5) / count),
      count,
    );
  });

  test('of a range that does not divide 2^53 are not biased', () => {
    // For two thirds of 2^53 numbers, a plain remainder would give the lower half twice as often as the upper.
    const count = 6004799503160661;
    const stream = new Random(SEED).stream('huge');
    const drawn = Array.from({ length: 20_000 }, () => stream.integer(0, count - 1) / count);
    expectUniform(drawn, 50);
  });

  test('of the largest range there is are whole and within it', () => {
    const stream = new Random(SEED).stream('largest');
    const drawn = Array.from({ length: 10_000 }, () => stream.integer(-4503599627370496, 4503599627370495));
    expect(drawn.every((n) => Number.isSafeInteger(n) && n >= -4503599627370496 && n <= 4503599627370495)).toBe(true);
    expectUniform(
      drawn.map((n) => n / 9007199254740992 + 0.5),
      50,
    );
  });

  test('of two values do not repeat the weakness of the lowest bit', () => {
    const stream = new Random(SEED).stream('coins');
    const coins = Array.from({ length: 64_000 }, () => stream.integer(0, 1));
    const bytes = Array.from({ length: 8_000 }, (_, i) =>
      coins.slice(8 * i, 8 * i + 8).reduce((byte, coin) => 2 * byte + coin, 0),
    );
    expectUniform(
      bytes.map((byte) => (byte + 0.5) / 256),
      256,
    );
  });

  test.each([
    [1, 0],
    [0.5, 2],
    [0, NaN],
    [-9007199254740991, 9007199254740991],
    [0, 2 ** 53],
  ])('from %d to %d are refused', (low, high) => {
    expect(() => new Random(SEED).stream('x').integer(low, high)).toThrow(
      new RangeError(`integer(${low}, ${high}) needs two integers, the lower one first, less than 2^53 apart`),
    );
  });
});

test('normal numbers have mean, deviation, symmetry and tails of a normal distribution', () => {
  const stream = new Random(SEED).stream('normal');
  const numbers = Array.from({ length: 100_000 }, () => stream.normal(3, 2));
  const standard = numbers.map((x) => (x - 3) / 2);
  expect(mean(numbers)).toBeCloseTo(3, 1);
  expect(variance(numbers)).toBeCloseTo(4, 1);
  expect(mean(standard.map((x) => x ** 3))).toBeCloseTo(0, 1);
  expect(mean(standard.map((x) => x ** 4))).toBeCloseTo(3, 0);
  // One in 15.8, and one in 370, lie beyond 2 and 3 deviations: 4550 and 270 expected.
  expect(standard.filter((x) => Math.abs(x) > 2).length / 100_000).toBeCloseTo(0.0455, 2);
  expect(standard.filter((x) => Math.abs(x) > 3).length).toBeGreaterThan(220);
  expect(standard.filter((x) => Math.abs(x) > 3).length).toBeLessThan(320);
});

test('exponential numbers are positive, with the mean asked for and no memory', () => {
  const stream = new Random(SEED).stream('exponential');
  const numbers = Array.from({ length: 100_000 }, () => stream.exponential(5));
  expect(Math.min(...numbers.slice(0, 1000))).toBeGreaterThanOrEqual(0);
  expect(mean(numbers)).toBeCloseTo(5, 0);
  expectUniform(
    numbers.map((x) => 1 - Math.exp(-x / 5)),
    200,
  );
});

describe('a shuffle', () => {
  test('keeps every item, in the array it was given', () => {
    const stream = new Random(SEED).stream('keep');
    const items = Array.from({ length: 100 }, (_, i) => i);
    const shuffled = stream.shuffle(items);
    expect(shuffled).toBe(items);
    expect(shuffled).not.toEqual([...shuffled].sort((a, b) => a - b));
    expect([...shuffled].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([stream.shuffle([]), stream.shuffle(['one'])]).toEqual([[], ['one']]);
  });

  test('gives each of the 3! orders equally often', () => {
    const stream = new Random(SEED).stream('orders');
    const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'];
    const drawn = Array.from({ length: 12_000 }, () => orders.indexOf(stream.shuffle(['a', 'b', 'c']).join('')));
    expectUniform(
      drawn.map((order) => (order + 0.5) / 6),
      6,
    );
  });
});

function draws(stream: RandomStream, count: number): number[] {
  return Array.from({ length: count }, () => stream.uniform());
}

function mixture(stream: RandomStream): number[] {
  return [
    stream.normal(),
    stream.uniform(),
    stream.integer(1, 1000),
    stream.normal(),
    stream.normal(),
    stream.exponential(),
  ];
}

/** Chi-square over equal cells of [0, 1): a deviation of more than 4.5 standard deviations fails. */
function expectUniform(numbers: readonly number[], cells: number): void {
  const counts = new Array<number>(cells).fill(0);
  for (const x of numbers) counts[Math.floor(x * cells)]!++;
  const expected = numbers.length / cells;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = cells - 1;
  expect(Math.abs(chiSquare - freedom)).toBeLessThanOrEqual(4.5 * Math.sqrt(2 * freedom));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

function variance(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return mean(numbers.map((x) => (x - middle) ** 2));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((x, i) => (x - meanA) * (b[i]! - meanB)));
  return covariance / Math.sqrt(variance(a) * variance(b));
}

function countBits(word: number): number {
  let count = 0;
  for (let bits = word >>> 0; bits !== 0; bits >>>= 1) count += bits & 1;
  return count;
}

test('rejects invalid parameters and names them', () => {
  const stream = new Random(1).stream('x');
  expect(() => stream.normal(NaN)).toThrow('normal(NaN, 1) needs two finite numbers, the second not negative');
  expect(() => stream.normal(0, -1)).toThrow('normal(0, -1)');
  expect(() => stream.exponential(-1)).toThrow('exponential(-1) needs a finite number that is not negative');
  expect(() => stream.exponential(NaN)).toThrow('exponential(NaN)');
});

test.each([[[0, 0, 0, 0]], [[1, 2, 3]], [[1, 2, 3, NaN]]])('rejects the state %j', (generator) => {
  const stream = new Random(1).stream('x');
  expect(() => stream.restore({ generator, spareNormal: undefined })).toThrow(
    'stream state: expected a state from save()',
  );
});
