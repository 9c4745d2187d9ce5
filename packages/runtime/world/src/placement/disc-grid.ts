import { MIN_RADIUS, type Vector } from '@kineko/geometry';

/** A disc with a position. */
export interface PlacedDisc extends Vector {
  readonly id: number;
  readonly radius: number;
}

/** An overlap and its depth. */
export interface Overlap<T> {
  readonly with: T;
  /** Metres. */
  readonly depth: number;
}

/** Obstacles to placement, other than robots. */
export interface Ground {
  /** The obstacle that a disc would overlap most deeply, by name; undefined if there is none. */
  overlapOf(x: number, y: number, radius: number): Overlap<string> | undefined;
}

export const OPEN_GROUND: Ground = { overlapOf: () => undefined };

/** Length of the record of a disc: x, y, radius, id. */
const DISC = 4;
const NONE = -1;

/**
 * Finds discs by place while they are placed one by one: square cells as wide as the largest disc, in a hash table. Discs are
 * numbered in the order of their addition, and stored as numbers, since there may be a million of them.
 */
export class DiscGrid {
  private size = 0;
  /** Width of a cell (m). */
  private readonly cell: number;
  private discs: Float64Array;
  /** The next disc of the same bucket. */
  private next: Int32Array;
  /** The first disc of each bucket; cells that share one only make a search slightly longer. */
  private buckets: Int32Array;

  /**
   * @param largestRadius No disc is larger.
   * @param expected Number of discs to make room for; there may be more.
   */
  constructor(largestRadius: number, expected = 16) {
    // All discs may be points.
    this.cell = 2 * Math.max(largestRadius, MIN_RADIUS);
    let room = 16;
    while (room < expected) room *= 2;
    this.discs = new Float64Array(DISC * room);
    this.next = new Int32Array(room);
    this.buckets = new Int32Array(2 * room).fill(NONE);
  }

  get count(): number {
    return this.size;
  }

  disc(index: number): PlacedDisc {
    const at = DISC * index;
    const { discs } = this;
    return { id: discs[at + 3]!, radius: discs[at + 2]!, x: discs[at]!, y: discs[at + 1]! };
  }

  add(id: number, x: number, y: number, radius: number): void {
    if (this.size === this.next.length) this.grow();
    const index = this.size++;
    const at = DISC * index;
    this.discs[at] = x;
    this.discs[at + 1] = y;
    this.discs[at + 2] = radius;
    this.discs[at + 3] = id;
    this.link(index);
  }

  move(index: number, x: number, y: number): void {
    this.unlink(index);
    this.discs[DISC * index] = x;
    this.discs[DISC * index + 1] = y;
    this.link(index);
  }

  /** Whether a disc would overlap one of them, except the one of an index. Touching is no overlap. */
  isTaken(x: number, y: number, radius: number, except = NONE): boolean {
    const column = this.cellOf(x);
    const row = this.cellOf(y);
    for (let cy = row - 1; cy <= row + 1; cy++) {
      for (let cx = column - 1; cx <= column + 1; cx++) {
        for (let disc = this.buckets[this.bucketOf(cx, cy)]!; disc !== NONE; disc = this.next[disc]!) {
          if (disc !== except && this.overlapDepth(x, y, radius, disc) > 0) return true;
        }
      }
    }
    return false;
  }

  /** The disc that a new one would overlap most deeply; of two equal overlaps, that with the lower id. */
  deepestOverlap(x: number, y: number, radius: number): Overlap<PlacedDisc> | undefined {
    let deepest = NONE;
    let depth = 0;
    const column = this.cellOf(x);
    const row = this.cellOf(y);
    for (let cy = row - 1; cy <= row + 1; cy++) {
      for (let cx = column - 1; cx <= column + 1; cx++) {
        for (let disc = this.buckets[this.bucketOf(cx, cy)]!; disc !== NONE; disc = this.next[disc]!) {
          const own = this.overlapDepth(x, y, radius, disc);
          if (own > depth || (own > 0 && own === depth && this.idOf(disc) < this.idOf(deepest))) {
            deepest = disc;
            depth = own;
          }
        }
      }
    }
    return deepest === NONE ? undefined : { with: this.disc(deepest), depth };
  }

  private idOf(disc: number): number {
    return this.discs[DISC * disc + 3]!;
  }

  /** Positive if two discs overlap. Compares squares, so that discs that touch exactly do not overlap. */
  private overlapDepth(x: number, y: number, radius: number, disc: number): number {
    const { discs } = this;
    const at = DISC * disc;
    const dx = discs[at]! - x;
    const dy = discs[at + 1]! - y;
    const sum = radius + discs[at + 2]!;
    const square = dx * dx + dy * dy;
    return square < sum * sum ? sum - Math.sqrt(square) : 0;
  }

  private cellOf(coordinate: number): number {
    return Math.floor(coordinate / this.cell);
  }

  /** Adjacent cells of a row are in adjacent buckets. */
  private bucketOf(column: number, row: number): number {
    return (Math.imul(row, 0x9e3779b1) + column) & (this.buckets.length - 1);
  }

  private bucketOfDisc(index: number): number {
    const at = DISC * index;
    return this.bucketOf(this.cellOf(this.discs[at]!), this.cellOf(this.discs[at + 1]!));
  }

  private link(index: number): void {
    const bucket = this.bucketOfDisc(index);
    this.next[index] = this.buckets[bucket]!;
    this.buckets[bucket] = index;
  }

  private unlink(index: number): void {
    const bucket = this.bucketOfDisc(index);
    if (this.buckets[bucket] === index) {
      this.buckets[bucket] = this.next[index]!;
      return;
    }
    let before = this.buckets[bucket]!;
    while (this.next[before] !== index) before = this.next[before]!;
    this.next[before] = this.next[index]!;
  }

  private grow(): void {
    const room = 2 * this.next.length;
    const discs = new Float64Array(DISC * room);
    discs.set(this.discs);
    this.discs = discs;
    this.next = new Int32Array(room);
    this.buckets = new Int32Array(2 * room).fill(NONE);
    for (let index = 0; index < this.size; index++) this.link(index);
  }
}
