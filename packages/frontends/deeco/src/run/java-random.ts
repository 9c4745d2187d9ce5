/** The generator of `java.util.Random`, for runs that are to go as they went there: 48 bits, kept in two halves. */
import { CLONE } from './runtime/clone.js';

const HALF = 0x1000000;
const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;
const INCREMENT = 0xb;

export class JavaRandom {
  private high: number;
  private low: number;

  /** A whole number of 64 bits. */
  constructor(seed: number | bigint) {
    const bits = BigInt.asUintN(48, BigInt(seed));
    this.high = Number(bits >> 24n) ^ MULTIPLIER_HIGH;
    this.low = Number(bits & 0xffffffn) ^ MULTIPLIER_LOW;
  }

  /** From 0 to 1, without 1; 53 bits. */
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
   * The upper of the next 48 bits: 26 of them for a divisor of 2^22, 27 for 2^21. Every product of halves is exact, for it
   * has 48 bits at the most.
   */
  private next(divisor: number): number {
    const low = this.low * MULTIPLIER_LOW + INCREMENT;
    const carry = Math.floor(low / HALF);
    this.high = (this.high * MULTIPLIER_LOW + this.low * MULTIPLIER_HIGH + carry) % HALF;
    this.low = low % HALF;
    return Math.floor((this.high * HALF + this.low) / divisor);
  }
}
