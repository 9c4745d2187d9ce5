import type { MissingReport, OrderPairReport } from './report.js';

const MAX_EXAMPLES = 5;

/** The relation of two sequences of deliveries, without the ids of the processes. */
export type Comparison = Omit<OrderPairReport, 'a' | 'b'>;

/**
 * Compares sequences of messages, which are indexes of `names`. It reuses its tables, so that a comparison costs time in
 * proportion to the two sequences only.
 */
export class OrderComparer {
  /** Per message, the last comparison in which a has it. */
  private readonly inA: Int32Array;
  private readonly inB: Int32Array;
  /** Per message, the last sequence in which it was counted as missing from the other one. */
  private readonly missed: Int32Array;
  private comparison = 0;

  constructor(private readonly names: readonly string[]) {
    this.inA = new Int32Array(names.length);
    this.inB = new Int32Array(names.length);
    this.missed = new Int32Array(names.length);
  }

  compare(a: readonly number[], b: readonly number[]): Comparison {
    this.comparison++;
    for (const message of a) this.inA[message] = this.comparison;
    for (const message of b) this.inB[message] = this.comparison;
    const commonPrefix = lengthOfCommonPrefix(a, b);
    const isEqual = commonPrefix === a.length && commonPrefix === b.length;
    const missingAtA = this.missing(b, this.inA, 2 * this.comparison);
    const missingAtB = this.missing(a, this.inB, 2 * this.comparison + 1);
    // This step comes last, since it clears the marks.
    const firstDisorder = this.firstDisorder(a, b);
    return {
      relation: relationOf(a.length, b.length, commonPrefix),
      commonPrefix,
      firstDifference: isEqual
        ? null
        : { place: commonPrefix + 1, atA: this.nameOf(a[commonPrefix]), atB: this.nameOf(b[commonPrefix]) },
      missingAtA,
      missingAtB,
      ordersAgree: firstDisorder === null,
      firstDisorder,
    };
  }

  private nameOf(message: number | undefined): string | null {
    return message === undefined ? null : this.names[message]!;
  }

  private missing(sequence: readonly number[], marks: Int32Array, number: number): MissingReport {
    let count = 0;
    const examples: string[] = [];
    for (const message of sequence) {
      if (marks[message] === this.comparison || this.missed[message] === number) continue;
      this.missed[message] = number;
      if (++count <= MAX_EXAMPLES) examples.push(this.names[message]!);
    }
    return { count, examples };
  }

  /**
   * Walks through the common messages of both, each at its first delivery: then its marks are cleared, so that a second
   * delivery is skipped like a message that the other process lacks.
   */
  private firstDisorder(a: readonly number[], b: readonly number[]): Comparison['firstDisorder'] {
    const { inA, inB, comparison } = this;
    let i = 0;
    let j = 0;
    for (;;) {
      while (i < a.length && inB[a[i]!] !== comparison) i++;
      while (j < b.length && inA[b[j]!] !== comparison) j++;
      if (i === a.length || j === b.length) return null;
      const atA = a[i]!;
      const atB = b[j]!;
      if (atA !== atB) return { atA: this.names[atA]!, atB: this.names[atB]! };
      inA[atA] = 0;
      inB[atA] = 0;
    }
  }
}

function lengthOfCommonPrefix(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

function relationOf(a: number, b: number, commonPrefix: number): Comparison['relation'] {
  if (a === b && a === commonPrefix) return 'equal';
  if (a === commonPrefix) return 'aIsPrefix';
  return b === commonPrefix ? 'bIsPrefix' : 'differ';
}
