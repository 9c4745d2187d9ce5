import { describe, expect, test } from '@jest/globals';
import { log } from './log.js';

const COUNT = 1_000_000;

// Globals are slow inside jest: looked up once, not a million times.
const { imul } = Math;
const isSame = Object.is;
const mathLog = Math.log;

/** 2^-1022. */
const MIN_NORMAL = 2.2250738585072014e-308;

// Node 20 computes it by fdlibm; a later version may not.
const describeOnNode20 = process.versions.node.startsWith('20.') ? describe : describe.skip;

/** Mulberry32, and what is drawn from it. */
class RandomNumbers {
  private readonly double = new Float64Array(1);
  private readonly words = new Uint32Array(this.double.buffer);
  private readonly long = new BigInt64Array(this.double.buffer);

  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  below(limit: number): number {
    return this.next() % limit;
  }

  between(low: number, high: number): number {
    const unit = (this.next() * 2 ** 21 + (this.next() >>> 11)) / 2 ** 53;
    return low + unit * (high - low);
  }

  oneOf(values: readonly number[]): number {
    return values[this.below(values.length)]!;
  }

  /** Any double, every exponent as likely as the next. */
  bits(): number {
    this.words[0] = this.next();
    this.words[1] = this.next();
    return this.double[0]!;
  }

  /** Any power of two that is not subnormal. */
  powerOfTwo(): number {
    this.words[0] = 0;
    this.words[1] = (1 + this.below(2046)) << 20;
    return this.double[0]!;
  }

  /** The number itself, or one of the few before and after it. */
  near(x: number): number {
    this.double[0] = x;
    this.long[0]! += BigInt(this.below(9) - 4);
    return this.double[0];
  }
}

const numbers = someNumbers();

describeOnNode20('on a million arguments', () => {
  test('the logarithm has the bits of Math.log', () => {
    expect(differences()).toEqual([]);
  });
});

test('all bits are the same on every Node version', () => {
  expect(digest()).toBe('53b54add');
});

test('the ends of the domain have their limits', () => {
  expect(log(0)).toBe(-Infinity);
  expect(log(-0)).toBe(-Infinity);
  expect(log(1)).toBe(0);
  expect(log(Infinity)).toBe(Infinity);
  for (const x of [NaN, -1, -Infinity, -Number.MIN_VALUE]) expect(log(x)).toBeNaN();
});

function someNumbers(): Float64Array {
  const random = new RandomNumbers(1);
  // Fractions where the method changes; near 1 it does so on both sides.
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

/** Where ours differs from that of `Math`, ready to be repeated: the first few places and the number of the others. */
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

/** A hash (FNV-1a by words of 32 bits) over the bits of all results. */
function digest(): string {
  const results = new Float64Array(numbers.length);
  for (let i = 0; i < results.length; i++) {
    const result = log(numbers[i]!);
    results[i] = result === result ? result : 0.5; // a NaN's bits are not specified
  }
  let hash = 0x811c9dc5;
  const words = new Uint32Array(results.buffer);
  for (let i = 0; i < words.length; i++) hash = imul(hash ^ words[i]!, 0x01000193);
  return (hash >>> 0).toString(16);
}

function show(x: number): string {
  const [bits] = new BigUint64Array(Float64Array.of(x).buffer);
  return `${x} [0x${bits!.toString(16).padStart(16, '0')}]`;
}
