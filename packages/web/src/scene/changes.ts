/** Something that has one value from a time on, until it has another: a tag, whether a process is crashed. */
export class Changes<T> {
  private readonly times: number[] = [];
  private readonly values: T[] = [];

  constructor(private readonly before: T) {}

  add(time: number, value: T): void {
    this.times.push(time);
    this.values.push(value);
  }

  at(t: number): T {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.times[middle]! <= t) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? this.before : this.values[low - 1]!;
  }
}
