/** Growing columns of numbers, and a table of pairs of agents: plans may have millions of them. */

const EMPTY = -1;

/** A list of doubles that grows. */
export class Column {
  length = 0;
  private values = new Float64Array(64);

  push(value: number): void {
    if (this.length === this.values.length) {
      const more = new Float64Array(2 * this.length);
      more.set(this.values);
      this.values = more;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index]!;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** The numbers, without copying them. */
  toArray(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}

/** Numbers the pairs that it is given from 0, in the order of their first appearance. */
export class PairTable {
  /** Keys by number. */
  readonly keys = new Column();
  private numbers = new Int32Array(256).fill(EMPTY);

  get size(): number {
    return this.keys.length;
  }

  /** The number of a pair, which is added if it is new. */
  add(key: number): number {
    const place = this.placeOf(key);
    const number = this.numbers[place]!;
    if (number !== EMPTY) return number;
    this.numbers[place] = this.size;
    this.keys.push(key);
    if (2 * this.size > this.numbers.length) this.grow();
    return this.size - 1;
  }

  has(key: number): boolean {
    return this.numbers[this.placeOf(key)] !== EMPTY;
  }

  clear(): void {
    this.keys.length = 0;
    this.numbers.fill(EMPTY);
  }

  private grow(): void {
    this.numbers = new Int32Array(2 * this.numbers.length).fill(EMPTY);
    for (let number = 0; number < this.size; number++) this.numbers[this.placeOf(this.keys.at(number))] = number;
  }

  private placeOf(key: number): number {
    const mask = this.numbers.length - 1;
    const mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 0x1_0000_0000) | 0, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (this.numbers[place] !== EMPTY && this.keys.at(this.numbers[place]!) !== key) place = (place + 1) & mask;
    return place;
  }
}
