// Globals are slow inside Jest, so this one is read only once.
const { imul } = Math;

/** Doubles of all kinds for tests, from Mulberry32, which is not one of the tested generators. */
export class RandomDoubles {
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

  sign(): number {
    return this.next() >= 2 ** 31 ? 1 : -1;
  }

  oneOf(values: readonly number[]): number {
    return values[this.below(values.length)]!;
  }

  /** Any double; all exponents are equally likely. */
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

  /** The number or one of its neighbours. */
  near(x: number): number {
    this.double[0] = x;
    this.long[0]! += BigInt(this.below(9) - 4);
    return this.double[0];
  }
}
