import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { log } from './log.js';

/** The state of a stream as plain numbers, for continuing exactly where it was. */
export interface StreamState {
  readonly generator: readonly number[];
  /** The unused one of a pair of normal numbers. */
  readonly spareNormal: number | undefined;
}

/**
 * The randomness of a run: one stream per consumer, derived from the run's seed and the consumer's name. Streams are
 * independent, so adding a robot or a fault does not change the draws of others.
 */
export class Random {
  private readonly streams = new Map<string, RandomStream>();
  private readonly pairs: PairStreams[] = [];

  /** @param seed An integer; the same seed always gives the same streams. */
  constructor(readonly seed: number) {
    if (!Number.isSafeInteger(seed)) {
      throw new RangeError(`seed: expected an integer between -2^53 and 2^53, got ${seed}`);
    }
  }

  /** The stream of a name, such as `robot/3/algorithm`; always the same one. */
  stream(name: string): RandomStream {
    return this.streams.get(name) ?? this.pairStream(name) ?? this.newStream(name);
  }

  /** The streams of pairs of numbers, `<prefix>3-7<suffix>`; they are found without their names. */
  pairStreams(prefix: string, suffix: string): PairStreams {
    const known = this.pairs.find((each) => each.prefix === prefix && each.suffix === suffix);
    if (known !== undefined) return known;
    const pairs = new PairStreams(this.seed, prefix, suffix);
    for (const [name, stream] of this.streams) if (pairs.adopt(name, stream)) this.streams.delete(name);
    this.pairs.push(pairs);
    return pairs;
  }

  /** The states of all streams used so far, by name. */
  save(): Map<string, StreamState> {
    return new Map([...this.all()].map(([name, stream]) => [name, stream.save()]));
  }

  /** Restores every stream; streams without a saved state start again. */
  restore(states: ReadonlyMap<string, StreamState>): void {
    for (const [name, stream] of this.all()) {
      stream.restore(states.get(name) ?? new RandomStream(seedOf(this.seed, name)).save());
    }
    for (const [name, state] of states) this.stream(name).restore(state);
  }

  private *all(): Iterable<[string, RandomStream]> {
    yield* this.streams;
    for (const pairs of this.pairs) yield* pairs.all();
  }

  private pairStream(name: string): RandomStream | undefined {
    for (const pairs of this.pairs) {
      const stream = pairs.named(name);
      if (stream !== undefined) return stream;
    }
    return undefined;
  }

  private newStream(name: string): RandomStream {
    const stream = new RandomStream(seedOf(this.seed, name));
    this.streams.set(name, stream);
    return stream;
  }
}

/** The streams of one first number, and the hash of the part of their names that they have in common. */
interface Row {
  readonly start: TextHash;
  readonly streams: (RandomStream | undefined)[];
}

/**
 * Streams that are named by two numbers, such as those of links. There may be millions, so they are kept without their names,
 * which take more memory and time than the streams themselves.
 */
export class PairStreams {
  /** By the first number: few have many partners. */
  private readonly rows: (Row | undefined)[] = [];

  /** @internal */
  constructor(
    private readonly seed: number,
    readonly prefix: string,
    readonly suffix: string,
  ) {}

  /** @param a An integer, 0 or more. @param b The same. */
  of(a: number, b: number): RandomStream {
    const { streams, start } = (this.rows[a] ??= this.newRow(a));
    return (streams[b] ??= new RandomStream(start.copy().add(String(b)).add(this.suffix).words()));
  }

  /** The stream of a name; undefined if it is not one of these. */
  named(name: string): RandomStream | undefined {
    const numbers = this.numbersIn(name);
    return numbers && this.of(...numbers);
  }

  /** Takes a stream that was made by its name; returns whether it is one of these. */
  adopt(name: string, stream: RandomStream): boolean {
    const numbers = this.numbersIn(name);
    if (numbers === undefined) return false;
    const [a, b] = numbers;
    (this.rows[a] ??= this.newRow(a)).streams[b] = stream;
    return true;
  }

  /** Those made so far, by name. */
  *all(): Iterable<[string, RandomStream]> {
    for (const [a, row] of Object.entries(this.rows)) {
      for (const [b, stream] of Object.entries(row!.streams)) yield [`${this.prefix}${a}-${b}${this.suffix}`, stream!];
    }
  }

  private newRow(a: number): Row {
    return { start: new TextHash().add(`${this.seed} ${this.prefix}${a}-`), streams: [] };
  }

  private numbersIn(name: string): [number, number] | undefined {
    const { prefix, suffix } = this;
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) return undefined;
    const numbers = /^(0|[1-9]\d{0,8})-(0|[1-9]\d{0,8})$/.exec(name.slice(prefix.length, name.length - suffix.length));
    return numbers === null ? undefined : [Number(numbers[1]), Number(numbers[2])];
  }
}

const TWO_53 = Number.MAX_SAFE_INTEGER + 1;

/** A sequence of random numbers (xoroshiro128+). */
export class RandomStream {
  private generator;
  private spareNormal: number | undefined;

  /** @param state Four 32-bit words, not all zero. */
  constructor(state: readonly [number, number, number, number]) {
    this.generator = xoroshiro128plusFromState(state);
  }

  /** A number in [low, high), by default [0, 1), in steps of 2^-53 of the range. */
  uniform(low = 0, high = 1): number {
    if (!(low <= high && high - low < Infinity)) {
      throw new RangeError(`uniform(${low}, ${high}) needs two finite numbers, the lower one first`);
    }
    const u = low + (high - low) * (this.bits53() / TWO_53);
    // Rounding may reach the upper end, which is excluded.
    return u < high || low === high ? u : low;
  }

  /** An integer from low to high, inclusive, all equally likely. */
  integer(low: number, high: number): number {
    if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high) && low <= high && high - low < TWO_53)) {
      throw new RangeError(`integer(${low}, ${high}) needs two integers, the lower one first, less than 2^53 apart`);
    }
    const count = high - low + 1;
    const fair = TWO_53 - (TWO_53 % count);
    let bits = this.bits53();
    while (bits >= fair) bits = this.bits53();
    return low + (bits % count);
  }

  /** Marsaglia's polar method: no trigonometry, one logarithm for two numbers. */
  normal(mean = 0, standardDeviation = 1): number {
    if (!(Number.isFinite(mean) && standardDeviation >= 0 && standardDeviation < Infinity)) {
      throw new RangeError(`normal(${mean}, ${standardDeviation}) needs two finite numbers, the second not negative`);
    }
    if (this.spareNormal !== undefined) {
      const spare = this.spareNormal;
      this.spareNormal = undefined;
      return mean + standardDeviation * spare;
    }
    for (;;) {
      const x = this.uniform(-1, 1);
      const y = this.uniform(-1, 1);
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * log(square)) / square);
      this.spareNormal = y * factor;
      return mean + standardDeviation * x * factor;
    }
  }

  exponential(mean = 1): number {
    if (!(mean >= 0 && mean < Infinity)) {
      throw new RangeError(`exponential(${mean}) needs a finite number that is not negative`);
    }
    // 1 - u is never 0, so the logarithm is finite.
    return -mean * log(1 - this.bits53() / TWO_53);
  }

  /** Shuffles an array in place (Fisher–Yates). */
  shuffle<T>(items: T[]): T[] {
    for (let last = items.length - 1; last > 0; last--) {
      const chosen = this.integer(0, last);
      const item = items[last]!;
      items[last] = items[chosen]!;
      items[chosen] = item;
    }
    return items;
  }

  save(): StreamState {
    return { generator: [...this.generator.getState()], spareNormal: this.spareNormal };
  }

  restore(state: StreamState): void {
    const { generator } = state;
    if (generator.length !== 4 || generator.every((word) => word === 0) || !generator.every(Number.isInteger)) {
      throw new RangeError(`stream state: expected a state from save(), got [${generator.join(', ')}]`);
    }
    this.generator = xoroshiro128plusFromState(state.generator);
    this.spareNormal = state.spareNormal;
  }

  /** 53 random bits; the lowest bits of each draw are weak and are dropped. */
  private bits53(): number {
    const high = this.generator.next() >>> 5;
    const low = this.generator.next() >>> 6;
    return high * 67_108_864 + low;
  }
}

type Words = [number, number, number, number];

function seedOf(seed: number, name: string): Words {
  return new TextHash().add(`${seed} ${name}`).words();
}

/**
 * A 128-bit hash of a text. Similar names and small seeds must give unrelated streams, and a generator started from a
 * nearly empty state would begin with tiny numbers.
 */
class TextHash {
  private a = 0x243f6a88;
  private b = 0x85a308d3 | 0;
  private c = 0x13198a2e;
  private d = 0x03707344;

  copy(): TextHash {
    const copy = new TextHash();
    copy.a = this.a;
    copy.b = this.b;
    copy.c = this.c;
    copy.d = this.d;
    return copy;
  }

  add(text: string): this {
    let { a, b, c, d } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const next = (avalanche(a ^ unit) + d) | 0;
      a = Math.imul(b + unit, 0x9e3779b1);
      b = c ^ next;
      c = Math.imul(d ^ next, 0x85ebca6b);
      d = next;
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    return this;
  }

  /** Four 32-bit words, not all zero. */
  words(): Words {
    let { a, b, c, d } = this;
    for (let round = 0; round < 4; round++) {
      const next = avalanche(a + round) ^ d;
      a = (b + next) | 0;
      b = avalanche(c ^ a);
      c = (d + b) | 0;
      d = next;
    }
    return a === 0 && b === 0 && c === 0 && d === 0 ? [1, 0, 0, 0] : [a, b, c, d];
  }
}

/** Every bit of the result depends on every bit of the word (the finalizer of MurmurHash3). */
function avalanche(word: number): number {
  let w = word ^ (word >>> 16);
  w = Math.imul(w, 0x85ebca6b);
  w ^= w >>> 13;
  w = Math.imul(w, 0xc2b2ae35);
  return w ^ (w >>> 16);
}
