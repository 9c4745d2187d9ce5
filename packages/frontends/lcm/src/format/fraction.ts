/** Exact rational numbers. */

export class Fraction {
  /** In lowest terms; the denominator is positive. */
  private constructor(
    readonly numerator: bigint,
    readonly denominator: bigint,
  ) {}

  static of(numerator: bigint | number, denominator: bigint | number = 1): Fraction {
    const [n, d] = [BigInt(numerator), BigInt(denominator)];
    let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
    while (b > 0n) [a, b] = [b, a % b];
    const divisor = d < 0n ? -a : a;
    return new Fraction(n / divisor, d / divisor);
  }

  /** Reads `-3`, `0.25` or `1/3`; undefined if the text is something else, or longer than any sensible number. */
  static read(text: string): Fraction | undefined {
    const [, sign, whole, decimals = '', divisor = '1'] =
      /^(-?)(?=\.?\d)(\d{0,40})(?:\.(\d{1,40})|\/(\d{1,40}))?$/.exec(text.trim()) ?? [];
    if (whole === undefined || BigInt(divisor) === 0n) return undefined;
    const scale = BigInt(`1${'0'.repeat(decimals.length)}`);
    return Fraction.of(BigInt(`${sign}${whole}${decimals}`), scale * BigInt(divisor));
  }

  /** The value of a finite double, exactly. */
  static ofDouble(value: number): Fraction {
    let [numerator, denominator] = [value, 1n];
    while (!Number.isInteger(numerator)) [numerator, denominator] = [numerator * 2, denominator * 2n];
    return Fraction.of(BigInt(numerator), denominator);
  }

  plus({ numerator: n, denominator: d }: Fraction): Fraction {
    return Fraction.of(this.numerator * d + n * this.denominator, this.denominator * d);
  }

  minus(other: Fraction): Fraction {
    return this.plus(Fraction.of(-other.numerator, other.denominator));
  }

  times({ numerator, denominator }: Fraction): Fraction {
    return Fraction.of(this.numerator * numerator, this.denominator * denominator);
  }

  /** @param divisor Not 0. */
  over({ numerator, denominator }: Fraction): Fraction {
    return Fraction.of(this.numerator * denominator, this.denominator * numerator);
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  equals({ numerator, denominator }: Fraction): boolean {
    return this.numerator === numerator && this.denominator === denominator;
  }

  isLess(other: Fraction): boolean {
    return this.minus(other).numerator < 0n;
  }

  toString(): string {
    return this.denominator === 1n ? String(this.numerator) : `${this.numerator}/${this.denominator}`;
  }
}

export const ZERO = Fraction.of(0);
export const HALF = Fraction.of(1, 2);
export const ONE = Fraction.of(1);
