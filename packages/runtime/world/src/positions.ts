import type { Vector } from '@kineko/geometry';

/**
 * The positions of all robots, one frozen list per instant: all robots that ask for it at one instant get the same one. A robot
 * that has not moved since the list before keeps its object.
 */
export class Positions {
  private at = NaN;
  private list: readonly Vector[] = [];
  /** Created on first use. */
  private places: Float64Array | undefined = undefined;

  /** @param read Writes x and y of each robot, in the order of ids. */
  constructor(
    private readonly count: number,
    private readonly read: (places: Float64Array, now: number) => void,
  ) {}

  /** Whether robots have asked for it. */
  get areShared(): boolean {
    return this.places !== undefined;
  }

  now(now: number): readonly Vector[] {
    if (this.at === now) return this.list;
    const places = (this.places ??= new Float64Array(2 * this.count));
    this.read(places, now);
    const before = this.list;
    const list = new Array<Vector>(this.count);
    for (let i = 0; i < this.count; i++) {
      const x = places[2 * i]!;
      const y = places[2 * i + 1]!;
      const old = before[i];
      list[i] = old !== undefined && old.x === x && old.y === y ? old : Object.freeze({ x, y });
    }
    this.at = now;
    return (this.list = Object.freeze(list));
  }
}
