import type { Vector } from '@kineko/geometry';

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

/** Finds discs by place while they are placed one by one: square cells as wide as the largest disc. */
export class DiscGrid {
  private readonly cells = new Map<number, PlacedDisc[]>();

  /** @param largestRadius No disc is larger. */
  constructor(private readonly largestRadius: number) {}

  add(disc: PlacedDisc): void {
    const key = this.keyOf(this.cellOf(disc.x), this.cellOf(disc.y));
    const cell = this.cells.get(key);
    if (cell === undefined) this.cells.set(key, [disc]);
    else cell.push(disc);
  }

  remove(disc: PlacedDisc): void {
    const cell = this.cells.get(this.keyOf(this.cellOf(disc.x), this.cellOf(disc.y)));
    const index = cell?.indexOf(disc) ?? -1;
    if (index >= 0) cell?.splice(index, 1);
  }

  /** Whether a new disc would overlap one of them. Touching is no overlap. */
  isTaken(x: number, y: number, radius: number, except?: PlacedDisc): boolean {
    for (const cell of this.cellsNear(x, y)) {
      for (const disc of cell) if (disc !== except && overlapDepth(x, y, radius, disc) > 0) return true;
    }
    return false;
  }

  /** The disc that a new one would overlap most deeply; of two equal overlaps, that with the lower id. */
  deepestOverlap(x: number, y: number, radius: number): Overlap<PlacedDisc> | undefined {
    let deepest: Overlap<PlacedDisc> | undefined;
    for (const cell of this.cellsNear(x, y)) {
      for (const disc of cell) {
        const depth = overlapDepth(x, y, radius, disc);
        if (depth > 0 && (deepest === undefined || isDeeper(depth, disc, deepest))) deepest = { with: disc, depth };
      }
    }
    return deepest;
  }

  private cellsNear(x: number, y: number): PlacedDisc[][] {
    const column = this.cellOf(x);
    const row = this.cellOf(y);
    const near: PlacedDisc[][] = [];
    for (let cx = column - 1; cx <= column + 1; cx++) {
      for (let cy = row - 1; cy <= row + 1; cy++) {
        const cell = this.cells.get(this.keyOf(cx, cy));
        if (cell !== undefined) near.push(cell);
      }
    }
    return near;
  }

  private cellOf(coordinate: number): number {
    return Math.floor(coordinate / (2 * this.largestRadius));
  }

  /** Distant cells may share a key, which only makes a search slightly longer. */
  private keyOf(column: number, row: number): number {
    return column * 67_108_864 + row;
  }
}

/** Positive if two discs overlap. Compares squares, so that discs that touch exactly do not overlap. */
function overlapDepth(x: number, y: number, radius: number, disc: PlacedDisc): number {
  const dx = disc.x - x;
  const dy = disc.y - y;
  const sum = radius + disc.radius;
  const square = dx * dx + dy * dy;
  return square < sum * sum ? sum - Math.sqrt(square) : 0;
}

function isDeeper(depth: number, disc: PlacedDisc, than: Overlap<PlacedDisc>): boolean {
  return depth > than.depth || (depth === than.depth && disc.id < than.with.id);
}
