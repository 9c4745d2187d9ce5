/** The generator of `java.util.Random`, to reproduce runs of the original: 48 bits of state, kept in two halves. */
import { CLONE } from './runtime/clone.js';

const HALF = 0x1000000;
const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;
const INCREMENT = 0xb;

export class JavaRandom {
  private high: number;
  private low: number;

  /** @param seed A 64-bit integer. */
  constructor(seed: number | bigint) {
    const bits = BigInt.asUintN(48, BigInt(seed));
    this.high = Number(bits >> 24n) ^ MULTIPLIER_HIGH;
    this.low = Number(bits & 0xffffffn) ^ MULTIPLIER_LOW;
  }

  /** Returns a number in [0, 1) with 53 random bits. */
  nextDouble(): number {
    const first = this.next(0x40_0000);
    return (first * 134_217_728 + this.next(0x20_0000)) / 9_007_199_254_740_992;
  }

  [CLONE](): JavaRandom {
    const copy = new JavaRandom(0);
    copy.high = this.high;
    copy.low = this.low;
    return copy;
  }

  /**
   * Returns the upper bits of the next state: 26 for a divisor of 2^22, 27 for 2^21. The products of halves are exact, because
   * they have at most 48 bits.
   */
  private next(divisor: number): number {
    const low = this.low * MULTIPLIER_LOW + INCREMENT;
    const carry = Math.floor(low / HALF);
    this.high = (this.high * MULTIPLIER_LOW + this.low * MULTIPLIER_HIGH + carry) % HALF;
    this.low = low % HALF;
    return Math.floor((this.high * HALF + this.low) / divisor);
  }
}
