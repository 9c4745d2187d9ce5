/**
 * The measured quality of service of failure detectors (Chen, Toueg and Aguilera, 2002):
 * - T_D, detection time: from a crash to the start of the lasting suspicion; 0 if it was suspected already;
 * - T_MR, mistake recurrence: from the start of a wrong suspicion to the start of the next one of the same pair;
 * - T_M, mistake duration: from the start of a wrong suspicion to its end, unless a crash makes it right.
 *
 * Input is given in the order of time: as records (`observe`), or by listeners of detectors and processes (`suspected`,
 * `crashed`). Pairs whose detector is crashed are left out meanwhile.
 */
import { expected } from '@kineko/formats/problem';
import { getOrAdd } from '../get-or-add.js';
import type { NekoRecord } from '../records.js';

export interface DetectorQosOptions {
  readonly n: number;
  /** Id of the detector in the records. Default: any. */
  readonly detector?: string;
}

class Durations {
  private readonly values: number[] = [];

  add(seconds: number): void {
    this.values.push(seconds);
  }

  get count(): number {
    return this.values.length;
  }

  /** NaN if there are none, like the others. */
  get mean(): number {
    return this.values.reduce((sum, value) => sum + value, 0) / this.values.length;
  }

  get min(): number {
    return this.quantile(0);
  }

  get max(): number {
    return this.quantile(1);
  }

  /** The least value that a fraction of all values (0 to 1) does not exceed. */
  quantile(share: number): number {
    const sorted = this.values.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  }

  /** Number of values in each interval of a width, from 0; the last interval has at least one. */
  histogram(width: number): number[] {
    if (!(width > 0)) throw new RangeError(`histogram width: ${expected('a number above 0', width)}`);
    const counts: number[] = [];
    for (const value of this.values) {
      const interval = Math.floor(value / width);
      while (counts.length <= interval) counts.push(0);
      counts[interval]!++;
    }
    return counts;
  }
}

/** The opinion of one process about another. */
interface Pair {
  suspectedSince: number | undefined;
  /** Start of the last wrong suspicion. */
  lastMistake: number | undefined;
}

export class DetectorQos {
  readonly detectionTimes = new Durations();
  readonly mistakeRecurrences = new Durations();
  readonly mistakeDurations = new Durations();
  /** Pairs of a working process and a crashed one that it does not suspect at the end. */
  undetected = 0;
  private readonly pairs = new Map<number, Pair>();
  private readonly crashedSince = new Map<number, number>();

  constructor(private readonly options: DetectorQosOptions) {}

  observe(record: NekoRecord): void {
    if (record.type === 'crash') this.crashed(record.time, record.process, true);
    else if (record.type === 'recover') this.crashed(record.time, record.process, false);
    else if (record.type === 'suspect' && record.detector === (this.options.detector ?? record.detector)) {
      this.suspected(record.time, record.process, record.other, record.isSuspected);
    }
  }

  suspected(time: number, by: number, other: number, isSuspected: boolean): void {
    const pair = this.pairOf(by, other);
    if (isSuspected) {
      pair.suspectedSince ??= time;
      if (!this.crashedSince.has(other)) this.mistakeBegins(pair, time);
    } else {
      if (!this.crashedSince.has(other)) this.mistakeEnds(pair, time);
      pair.suspectedSince = undefined;
    }
  }

  crashed(time: number, process: number, isCrashed: boolean): void {
    if (isCrashed) this.crashedSince.set(process, time);
    else {
      this.detectionsOf(process);
      this.crashedSince.delete(process);
      // A suspicion from before the recovery is wrong now, but was right when it started.
      for (let by = 0; by < this.options.n; by++) this.pairOf(by, process).suspectedSince = undefined;
    }
  }

  /** Counts suspicions at the end of a run as lasting. To be called once, at the end. */
  finish(): void {
    for (const process of this.crashedSince.keys()) this.detectionsOf(process);
  }

  private mistakeBegins(pair: Pair, time: number): void {
    if (pair.lastMistake !== undefined) this.mistakeRecurrences.add(time - pair.lastMistake);
    pair.lastMistake = time;
  }

  private mistakeEnds({ suspectedSince }: Pair, time: number): void {
    if (suspectedSince !== undefined) this.mistakeDurations.add(time - suspectedSince);
  }

  private detectionsOf(process: number): void {
    const crash = this.crashedSince.get(process)!;
    for (let by = 0; by < this.options.n; by++) {
      if (by === process || this.crashedSince.has(by)) continue;
      const { suspectedSince } = this.pairOf(by, process);
      if (suspectedSince === undefined) this.undetected++;
      else this.detectionTimes.add(Math.max(0, suspectedSince - crash));
    }
  }

  private pairOf(by: number, other: number): Pair {
    const key = by * this.options.n + other;
    return getOrAdd(this.pairs, key, () => ({ suspectedSince: undefined, lastMistake: undefined }));
  }
}
