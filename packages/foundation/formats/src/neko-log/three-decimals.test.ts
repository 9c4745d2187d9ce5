import { describe, expect, test } from '@jest/globals';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { NumberRun } from './number-run.js';
import { ascii } from './template.js';
import { TextSink } from './text-sink.js';
import { threeDecimals } from './three-decimals.js';

const SEED = 31_059;

const view = new DataView(new ArrayBuffer(8));

/** The reference, by integers: a double is a mantissa times a power of two, and the remainder is compared with a half. */
function exactly(x: number): string {
  view.setFloat64(0, Math.abs(x));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const mantissa = (bits & ((1n << 52n) - 1n)) | (exponent === 0 ? 0n : 1n << 52n);
  const power = BigInt(Math.max(exponent, 1) - 1075);
  const numerator = mantissa * 1000n * (power > 0n ? 1n << power : 1n);
  const denominator = power < 0n ? 1n << -power : 1n;
  let count = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  if (twice > denominator || (twice === denominator && count % 2n === 1n)) count++;
  const sign = x < 0 && count > 0n ? '-' : '';
  return `${sign}${count / 1000n}.${String(count % 1000n).padStart(3, '0')}`;
}

/** Finite doubles of all kinds, and many that lie on or beside the middle between two thousandths. */
function doubles(count: number): number[] {
  const random = new RandomDoubles(SEED);
  const all = Array.from({ length: count }, () => [
    random.bits(),
    random.between(-1000, 1000),
    (random.sign() * random.next()) / 16,
    random.near((random.sign() * random.below(2 ** 31)) / 2000),
    random.near((random.next() * random.below(2 ** 20)) / 16),
    random.near(random.sign() * 2 ** random.below(60)),
    random.near(random.below(1000) / 2000),
  ]);
  return all.flat().filter(Number.isFinite);
}

test.each([
  [0, '0.000'],
  [-0, '0.000'],
  [0.0625, '0.062'],
  [0.1875, '0.188'],
  [-0.0625, '-0.062'],
  [0.0005, '0.001'],
  [0.00049999, '0.000'],
  [-0.0001, '0.000'],
  [1.0005, '1.000'],
  [53.71, '53.710'],
  [-1234.5678, '-1234.568'],
  [2 ** 31, '2147483648.000'],
  [2 ** 33 + 0.0625, '8589934592.062'],
  [2 ** 45 + 0.1875, '35184372088832.188'],
  [2 ** 53 + 2, '9007199254740994.000'],
  [1e21, '1000000000000000000000.000'],
  [-1e23, '-99999999999999991611392.000'],
  [NaN, 'NaN'],
  [Infinity, 'Infinity'],
  [-Infinity, '-Infinity'],
])('%d is %s', (x, text) => {
  expect(threeDecimals(x)).toBe(text);
});

test('every double is rounded exactly, and ties to the even thousandth', () => {
  const wrong = doubles(8_000).filter((x) => threeDecimals(x) !== exactly(x));
  expect(wrong).toEqual([]);
});

describe('the quick ways into bytes', () => {
  const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

  test('a sink writes as the text is', () => {
    const sink = new TextSink();
    const wrong = doubles(2_000).filter((x) => {
      sink.decimal(x);
      return text(sink.take()) !== threeDecimals(x);
    });
    expect(wrong).toEqual([]);
  });

  test('a run writes the same, or nothing', () => {
    const run = new NumberRun([ascii('')], ['decimal']);
    const bytes = new Uint8Array(run.room);
    const all = doubles(2_000);
    const written = all.filter((x) => run.print(Float64Array.of(x), bytes, 0) >= 0);
    const wrong = written.filter((x) => {
      const end = run.print(Float64Array.of(x), bytes, 0);
      return text(bytes.subarray(0, end)) !== threeDecimals(x);
    });
    expect(wrong).toEqual([]);
    expect(written.length).toBeGreaterThan(all.length / 3);
  });

  test.each(['direction', 'turn'] as const)('a run writes a %s as a sink does, and never 360', (kind) => {
    const run = new NumberRun([ascii('')], [kind]);
    const bytes = new Uint8Array(run.room);
    const sink = new TextSink();
    const wrong = doubles(1_000).filter((x) => {
      sink[kind](x / (Math.PI / 180));
      const expected = text(sink.take());
      const end = run.print(Float64Array.of(x), bytes, 0);
      return Math.abs(Number(expected)) >= 360 || (end >= 0 && text(bytes.subarray(0, end)) !== expected);
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    [0, '0.000'],
    [-1e-9, '0.000'],
    [360, '0.000'],
    [359.9994, '359.999'],
    [359.9996, '0.000'],
    [-0.25, '359.750'],
    [725.5, '5.500'],
    [NaN, 'NaN'],
  ])('a direction of %d is %s', (degrees, expected) => {
    const sink = new TextSink();
    sink.direction(degrees);
    expect(text(sink.take())).toBe(expected);
  });

  test.each([
    [317.529, '317.529'],
    [-42.471, '-42.471'],
    [359.9996, '0.000'],
    [-359.9996, '0.000'],
    [-0.0001, '0.000'],
    [450, '90.000'],
    [-450, '-90.000'],
    [Infinity, 'NaN'],
  ])('a turn of %d is %s', (degrees, expected) => {
    const sink = new TextSink();
    sink.turn(degrees);
    expect(text(sink.take())).toBe(expected);
  });
});
