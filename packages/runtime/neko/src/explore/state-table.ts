const { imul } = Math;

/** A set of states, each a fixed number of integers, numbered in the order of their addition. */
export class StateTable {
  size = 0;
  private words: Int32Array;
  private slots: Int32Array;

  constructor(readonly width: number) {
    this.words = new Int32Array(width * 1024);
    this.slots = new Int32Array(2048);
  }

  /** Adds a state; returns its number, or -1 - its number if it was there before. */
  add(state: Int32Array): number {
    if (this.size * 2 >= this.slots.length) this.grow();
    const { width, words, slots } = this;
    const mask = slots.length - 1;
    for (let slot = this.hash(state, 0) & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (number < 0) {
        slots[slot] = ++this.size;
        words.set(state, (this.size - 1) * width);
        return this.size - 1;
      }
      const start = number * width;
      let i = 0;
      while (i < width && words[start + i] === state[i]) i++;
      if (i === width) return -1 - number;
    }
  }

  read(number: number, into: Int32Array): void {
    const { width, words } = this;
    const start = number * width;
    for (let i = 0; i < width; i++) into[i] = words[start + i]!;
  }

  private hash(words: Int32Array, start: number): number {
    let hash = 0x9e3779b9;
    for (let i = 0; i < this.width; i++) {
      hash = imul(hash ^ words[start + i]!, 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    hash = imul(hash, 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const words = new Int32Array(this.words.length * 2);
    words.set(this.words);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = this.hash(words, number * this.width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
    this.words = words;
  }
}

/** A list of integers that grows. */
export class IntList {
  private items = new Int32Array(1024);

  get(index: number): number {
    return this.items[index]!;
  }

  set(index: number, value: number): void {
    if (index >= this.items.length) {
      const items = new Int32Array(this.items.length * 2);
      items.set(this.items);
      this.items = items;
    }
    this.items[index] = value;
  }
}
