import { countWhile } from './search.js';

/** A value that changes at certain times, such as a tag or whether a process is crashed. */
export class Changes<T> {
  private readonly times: number[] = [];
  private readonly values: T[] = [];
  /** Number of changes up to the last queried time; nearly always the same for the next query. */
  private known = 0;

  constructor(private readonly before: T) {}

  /** Times never decrease. */
  add(time: number, value: T): void {
    const { values } = this;
    if (value === (values.length === 0 ? this.before : values.at(-1))) return;
    this.times.push(time);
    values.push(value);
  }

  at(t: number): T {
    const { times } = this;
    if (times.length === 0) return this.before;
    let { known } = this;
    const isSame = (known === 0 || times[known - 1]! <= t) && (known === times.length || times[known]! > t);
    if (!isSame) this.known = known = this.countAt(t);
    return known === 0 ? this.before : this.values[known - 1]!;
  }

  /** Times of the changes in (from, to]. */
  timesBetween(from: number, to: number): readonly number[] {
    return this.times.slice(this.countAt(from), this.countAt(to));
  }

  /** The value at `from`, and the changes in (from, to]. */
  *between(from: number, to: number): Generator<{ readonly time: number; readonly value: T }, void> {
    yield { time: from, value: this.at(from) };
    for (let k = this.countAt(from); k < this.times.length && this.times[k]! <= to; k++) {
      yield { time: this.times[k]!, value: this.values[k]! };
    }
  }

  private countAt(t: number): number {
    return countWhile(this.times.length, (k) => this.times[k]! <= t);
  }
}
