/** An axis-aligned bounding box. */
export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export class GrowingBounds implements Bounds {
  minX = Infinity;
  minY = Infinity;
  maxX = -Infinity;
  maxY = -Infinity;

  include(x: number, y: number, reach = 0): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    this.minX = Math.min(this.minX, x - reach);
    this.minY = Math.min(this.minY, y - reach);
    this.maxX = Math.max(this.maxX, x + reach);
    this.maxY = Math.max(this.maxY, y + reach);
  }

  includeAll({ minX, minY, maxX, maxY }: Bounds): void {
    this.include(minX, minY);
    this.include(maxX, maxY);
  }
}
