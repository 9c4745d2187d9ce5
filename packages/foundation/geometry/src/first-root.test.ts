import { describe, expect, test } from '@jest/globals';
import { entries, type Gap, SearchError } from './first-root.js';

const NOISE = 1e-15;

/** A gap with these roots, as a polynomial times a factor, and a bound on its second derivative up to `limit`. */
function polynomial(roots: readonly number[], factor: number, limit: number): Gap {
  const value = (t: number): number => roots.reduce((product, root) => product * (t - root), factor);
  const slope = (t: number): number =>
    roots.reduce(
      (sum, _, i) => sum + roots.reduce((product, root, j) => (i === j ? product : product * (t - root)), factor),
      0,
    );
  const n = roots.length;
  const bend = Math.abs(factor) * n * (n - 1) * limit ** Math.max(0, n - 2);
  return { value, slope, noise: () => NOISE, horizon: () => Infinity, bend: () => bend };
}

function expectTimes(found: Iterable<number>, expected: readonly number[]): void {
  const times = [...found];
  expect(times).toHaveLength(expected.length);
  for (const [index, time] of times.entries()) {
    expect(time).toBeLessThanOrEqual(expected[index]! * (1 + 1e-14));
    expect(time).toBeCloseTo(expected[index]!, 9);
  }
}

describe('finds every entry, in order', () => {
  test('of a line', () => {
    expectTimes(entries(polynomial([3], -1, 10), 0, 10), [3]);
    expectTimes(entries(polynomial([3], 1, 10), 0, 10), []);
  });

  test('of a parabola', () => {
    expectTimes(entries(polynomial([2, 4], 1, 10), 0, 10), [2]);
    // Upside down it is inside at first, opening until 3 and closing from there on: an entry without a root.
    expectTimes(entries(polynomial([2, 4], -1, 10), 0, 10), [4]);
  });

  test('of a gap that is all but closed, opens and returns', () => {
    for (const closed of [1e-14, 1e-13, 1e-12]) expectTimes(entries(polynomial([-closed, 1], -0.9, 10), 0, 10), [1]);
  });

  test('of a curve that comes and goes', () => {
    expectTimes(entries(polynomial([1, 2, 5, 7, 8], -1, 10), 0, 10), [1, 5, 8]);
  });

  test('of a wave, thousands of them', () => {
    const wave: Gap = {
      value: (t) => Math.cos(t) + 0.5,
      slope: (t) => -Math.sin(t),
      noise: () => NOISE,
      horizon: () => Infinity,
      bend: () => 1,
    };
    expectTimes(
      entries(wave, 0, 5000),
      Array.from({ length: 796 }, (_, turn) => (2 * Math.PI) / 3 + turn * 2 * Math.PI),
    );
  });

  test('one a millionth of a millionth deep', () => {
    const depth = 1e-12;
    const half = Math.sqrt(depth);
    expectTimes(entries(polynomial([3 - half, 3 + half], 1, 10), 0, 10), [3 - half]);
  });

  test('the same with bounds that are a thousand times too large', () => {
    const gap = polynomial([2, 4], 1, 10);
    expectTimes(entries({ ...gap, bend: () => 2000 }, 0, 10), [2]);
  });
});

describe('gaps of at most 0', () => {
  test('at the beginning, and closing, is an entry then', () => {
    expectTimes(entries(polynomial([2, 4], 1, 10), 2, 10), [2]);
    expectTimes(entries(polynomial([2, 4], 1, 10), 2.5, 10), [2.5]);
  });

  test('a gap that is closed at the beginning and opening has no entry', () => {
    expectTimes(entries(polynomial([2, 4], 1, 10), 3.5, 10), []);
    expectTimes(entries(polynomial([2, 4], 1, 10), 3, 10), []);
  });

  test('all along, and closes again after opening, is an entry where it turns', () => {
    const gap: Gap = {
      value: (t) => Math.cos(t) - 3,
      slope: (t) => -Math.sin(t),
      noise: () => NOISE,
      horizon: () => Infinity,
      bend: () => 1,
    };
    expectTimes(entries(gap, 4, 10), [2 * Math.PI]);
  });

  test('a gap of exactly 0 all along is a resting contact, and no entry', () => {
    const flat = { value: () => 0, slope: () => 0, noise: () => NOISE, horizon: () => Infinity, bend: () => 0 };
    expectTimes(entries(flat, 0, 10), []);
    expectTimes(entries({ ...flat, bend: () => 1, horizon: () => 1 }, 0, 10), []);
    // Also where rounding makes it seem to close, or to tremble, and also far inside.
    const bent = { ...flat, bend: () => 1, horizon: () => 1 };
    const tremble = (t: number): number => 1e-18 * Math.sin(1e9 * t);
    for (const value of [() => 0, () => -0.001, (t: number) => 1e3 * tremble(t)]) {
      expectTimes(entries({ ...bent, value, slope: () => -1e-18 }, 0, 1e6), []);
      expectTimes(entries({ ...bent, value, slope: tremble }, 0, 1e6), []);
    }
  });
});

describe('grazes are no entries', () => {
  test('a double root', () => {
    expectTimes(entries(polynomial([3, 3], 1, 10), 0, 10), []);
  });

  test('a double root, and then a real one', () => {
    expectTimes(entries(polynomial([3, 3, 6], -1, 10), 0, 10), [6]);
  });

  test('a near miss', () => {
    const gap = polynomial([3, 3], 1, 10);
    expectTimes(entries({ ...gap, value: (t) => gap.value(t) + 1e-12 }, 0, 10), []);
  });
});

test('a dip that is shorter than a step of a late clock is no broken promise', () => {
  const begin = 1_000_000_000;
  const middle = begin + 0.3;
  const gap: Gap = {
    value: (t) => 500_000 * ((t - middle) ** 2 - 6e-16),
    slope: (t) => 1_000_000 * (t - middle),
    noise: () => NOISE,
    horizon: () => Infinity,
    bend: () => 1_000_000,
  };
  expectTimes(entries(gap, begin, begin + 2), []);
});

describe('the span', () => {
  test('an entry at the very end counts if the motion continues or closes there', () => {
    const gap = polynomial([2, 4], 1, 10);
    const [time] = entries(gap, 0, 10);
    expect([...entries(gap, 0, time!, 10)]).toEqual([time]);
    expect([...entries(gap, 0, time!)]).toEqual([time]);
    expect([...entries(gap, 0, time! - 1e-9)]).toEqual([]);
  });

  test('an empty span has no entry', () => {
    expectTimes(entries(polynomial([2, 4], 1, 10), 3, 2), []);
  });
});

describe('bounds that are far too large do not stop a search', () => {
  test('of a gap that closes', () => {
    expectTimes(entries({ ...polynomial([9], -1, 10), bend: () => 1e30 }, 0, 10), [9]);
  });

  test.each([1e-6, 1e-9, 1e-13])('of a gap that stays at %p', (size) => {
    const constant = { ...polynomial([], size, 10), bend: () => 1000 };
    expectTimes(entries(constant, 0, 10), []);
  });

  test.each([1e-6, 1e-9, 1e-11])('of a gap that stays at %p for a while, and then closes', (size) => {
    const late = (t: number): number => Math.max(t - 5, 0);
    const gap: Gap = {
      value: (t) => size - late(t) ** 2,
      slope: (t) => -2 * late(t),
      noise: () => NOISE,
      horizon: () => Infinity,
      bend: () => 1000,
    };
    expectTimes(entries(gap, 0, 10), [5 + Math.sqrt(size)]);
  });

  test('of an overlap that shrinks slowly for a while, and then grows', () => {
    const late = (t: number): number => Math.max(t - 50, 0);
    const gap: Gap = {
      value: (t) => -1e-6 + 1e-9 * (t - late(t)) - late(t) ** 2,
      slope: (t) => (t < 50 ? 1e-9 : -2 * late(t)),
      noise: () => NOISE,
      horizon: () => Infinity,
      bend: () => 1000,
    };
    expectTimes(entries(gap, 0, 60), [50]);
  });
});

describe('a search that cannot be trusted throws', () => {
  test('bounds that are too small', () => {
    const gap = polynomial([2, 40], 1, 10);
    const lying = { ...gap, bend: () => 0.01, slope: (t: number) => gap.slope(t) / 100 };
    expect(() => [...entries(lying, 0, 30)]).toThrow(SearchError);
    expect(() => [...entries(lying, 0, 30)]).toThrow(/promise that it is not yet closed: they are too small/);
  });

  test('absurdly large bounds on a gap whose slope is noise', () => {
    const gap = { ...polynomial([9], -1, 10), slope: (t: number) => 1e6 * Math.sin(1e9 * t), bend: () => 1e30 };
    expect(() => [...entries(gap, 0, 10)]).toThrow(/100000 steps .* only to t = .*: set an earlier `until`/);
  });

  test.each([NaN, Infinity])('a motion that is nowhere: %p', (nowhere) => {
    const gap = polynomial([9], -1, 10);
    const lost = { ...gap, value: (t: number) => (t > 1 ? nowhere : gap.value(t)), bend: () => 1 };
    expect(() => [...entries(lost, 0, 10)]).toThrow(/has no place or velocity at t = .*: the gap is (NaN|Infinity)/);
  });
});
