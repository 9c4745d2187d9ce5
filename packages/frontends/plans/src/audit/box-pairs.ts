/** Pairs of boxes that are near each other, by a hashed grid in space. */

/** Boxes in columns. */
export class Boxes {
  readonly minX: Float64Array;
  readonly maxX: Float64Array;
  readonly minY: Float64Array;
  readonly maxY: Float64Array;
  private readonly cellX: Float64Array;
  private readonly cellY: Float64Array;
  private readonly next: Int32Array;
  private readonly heads: Int32Array;

  constructor(readonly count: number) {
    this.minX = new Float64Array(count);
    this.maxX = new Float64Array(count);
    this.minY = new Float64Array(count);
    this.maxY = new Float64Array(count);
    this.cellX = new Float64Array(count);
    this.cellY = new Float64Array(count);
    this.next = new Int32Array(count);
    let slots = 64;
    while (slots < 2 * count) slots *= 2;
    this.heads = new Int32Array(slots);
  }

  /** Makes a box empty. */
  reset(index: number): void {
    this.minX[index] = this.minY[index] = Infinity;
    this.maxX[index] = this.maxY[index] = -Infinity;
  }

  extend(index: number, x: number, y: number): void {
    if (x < this.minX[index]!) this.minX[index] = x;
    if (x > this.maxX[index]!) this.maxX[index] = x;
    if (y < this.minY[index]!) this.minY[index] = y;
    if (y > this.maxY[index]!) this.maxY[index] = y;
  }

  /** Visits each pair of boxes whose gap is at most `reach`, and some others, once each. Empty boxes are left out. */
  visitNear(reach: number, visit: (a: number, b: number) => void): void {
    const { count, heads, next, cellX, cellY } = this;
    const usual = this.usualSize();
    // Boxes of the usual size that are near each other have their centres in neighbouring cells.
    const side = (usual + reach) * (1 + 1e-9) || 1;
    const large: number[] = [];
    heads.fill(-1);
    for (let i = 0; i < count; i++) {
      if (this.maxX[i]! < this.minX[i]!) continue;
      if (this.sizeOf(i) > usual) {
        for (let j = 0; j < i; j++) this.visitIfNear(j, i, reach, visit);
        large.push(i);
        continue;
      }
      for (const j of large) this.visitIfNear(j, i, reach, visit);
      const x = (cellX[i] = Math.floor((this.minX[i]! + this.maxX[i]!) / 2 / side));
      const y = (cellY[i] = Math.floor((this.minY[i]! + this.maxY[i]!) / 2 / side));
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          for (let j = heads[this.slotOf(x + dx, y + dy)]!; j >= 0; j = next[j]!) {
            if (cellX[j] === x + dx && cellY[j] === y + dy) this.visitIfNear(j, i, reach, visit);
          }
        }
      }
      const slot = this.slotOf(x, y);
      next[i] = heads[slot]!;
      heads[slot] = i;
    }
  }

  private visitIfNear(a: number, b: number, reach: number, visit: (a: number, b: number) => void): void {
    if (this.sizeOf(a) < 0 || this.sizeOf(b) < 0) return;
    const x = Math.max(this.minX[b]! - this.maxX[a]!, this.minX[a]! - this.maxX[b]!, 0);
    const y = Math.max(this.minY[b]! - this.maxY[a]!, this.minY[a]! - this.maxY[b]!, 0);
    // Widened for the rounding of the boxes themselves.
    const size = Math.abs(this.minX[a]!) + Math.abs(this.minY[a]!) + Math.abs(this.maxX[b]!) + Math.abs(this.maxY[b]!);
    if (Math.max(x, y) <= reach + 1e-12 * size) visit(a, b);
  }

  private sizeOf(index: number): number {
    return Math.max(this.maxX[index]! - this.minX[index]!, this.maxY[index]! - this.minY[index]!);
  }

  /** Four times the mean size, so that few boxes are larger. */
  private usualSize(): number {
    let sum = 0;
    let present = 0;
    for (let i = 0; i < this.count; i++) {
      const size = this.sizeOf(i);
      if (size < 0) continue;
      sum += size;
      present++;
    }
    return present === 0 ? 0 : (4 * sum) / present;
  }

  private slotOf(x: number, y: number): number {
    return (Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca6b)) & (this.heads.length - 1);
  }
}
