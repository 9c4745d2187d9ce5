/** The generator of `java.util.Random`, for runs that are to go as they went there. */
import { CLONE } from './runtime/clone.js';

const MULTIPLIER = 0x5deece66dn;
const INCREMENT = 0xbn;
const MASK = (1n << 48n) - 1n;

export class JavaRandom {
  #state: bigint;

  /** A whole number of 64 bits. */
  constructor(seed: number | bigint) {
    this.#state = (BigInt(seed) ^ MULTIPLIER) & MASK;
  }

  /** From 0 to 1, without 1; 53 bits. */
  nextDouble(): number {
    return (this.#next(26) * 134_217_728 + this.#next(27)) / 9_007_199_254_740_992;
  }

  [CLONE](): JavaRandom {
    const copy = new JavaRandom(0);
    copy.#state = this.#state;
    return copy;
  }

  #next(bits: number): number {
    this.#state = (this.#state * MULTIPLIER + INCREMENT) & MASK;
    return Number(this.#state >> BigInt(48 - bits));
  }
}
