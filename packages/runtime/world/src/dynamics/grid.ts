import type { Vector } from '@kineko/geometry';
import { State } from './body-layout.js';

/** End of a list. */
const NONE = -1;

/** Layout of a body's integers in a grid: those of the finest one are part of the body's state, since an event needs both. */
export const enum Link {
  /** The next body of the list. */
  NEXT = State.LINKS,
  PREVIOUS = State.LINKS + 1,
  /** Column and row of its cell from the first ones of the grid on, 16 bits each, the row above: see `isVast`. */
  CELL = State.LINKS + 2,
  /** log2 of the number of integers. */
  BITS = 3,
}

/** The sides of a cell are left, right, down and up. */
export const enum Side {
  DOWN = 2,
  /** No side in particular: all around. */
  ALL = 4,
}

/** Columns and rows of a body that are at least as far from the first ones make its grid vast. */
const VAST = 32_000;
/** Columns and rows are known modulo this. */
const MODULUS = 1 << 16;

/** Column and row as one integer. */
function cellOf(column: number, row: number): number {
  return (row << 16) | (column & 0xffff);
}

/** Numbers of neighbours of a cell: in all directions, the cell itself included, and beyond one side. */
const enum Around {
  ALL_AROUND = 9,
  AHEAD = 3,
}

/**
 * The neighbours of a cell, each as columns and rows: the three beyond each side, in the order of the sides, then all nine.
 */
export const surroundings = new Int32Array([
  -1, -1, -1, 0, -1, 1, 1, -1, 1, 0, 1, 1, -1, -1, 0, -1, 1, -1, -1, 1, 0, 1, 1, 1, -1, -1, 0, -1, 1, -1, -1, 0, 0, 0,
  1, 0, -1, 1, 0, 1, 1, 1,
]);

/** The first neighbour beyond a side, or of those all around. */
export function firstStep(side: number): number {
  return side * Around.AHEAD;
}

/** The number after that of the last one. */
export function endOfSteps(side: number): number {
  return firstStep(side) + (side === Side.ALL ? Around.ALL_AROUND : Around.AHEAD);
}

/** The side over which a body leaves its cell: computed rather than chosen, since no processor can predict it. */
export function sideOf(isRight: number, isUp: number, isSideways: boolean): number {
  const upOrDown = Side.DOWN + isUp;
  return upOrDown + +isSideways * (isRight - upOrDown);
}

/**
 * Finds the bodies near a place: square cells, each with a list of the bodies whose centres are in it. Bodies whose home is
 * a finer grid are in separate lists.
 *
 * The grid wraps around: cells whose columns (or rows) differ by a multiple of their number share a list. So it has no
 * border, and its size depends on the number of bodies, not on the size of the world. Sharing adds candidates to a search
 * but never hides one.
 */
export class Grid {
  // Fields are only declared, not defined, as in `Bodies`.

  /** The first body of each list. The lists of smaller bodies follow the others, once there are any. */
  declare heads: Int32Array;
  /** By body, see `Link`. In the finest grid these are the states of the bodies, which may be replaced by a larger array. */
  declare links: Int32Array;
  /** Offset of the lists of smaller bodies. */
  declare readonly smaller: number;
  declare readonly columnMask: number;
  declare readonly columnBits: number;
  declare private readonly rowMask: number;
  /** The first column and row: multiples of their numbers, so that the lists of cells do not depend on them. */
  declare readonly firstColumn: number;
  declare readonly firstRow: number;
  /** Whether a body may be in a column or row that does not fit into 16 bits: far outside the area. */
  isVast = false;

  /**
   * @param cellSize Metres.
   * @param columnCount rowCount Powers of two, at least 4, so that the cells around one are different cells.
   * @param capacity Initial number of slots.
   * @param corner The lowest coordinates of the area in which most bodies will be.
   * @param links Shared with the bodies; otherwise made here.
   */
  constructor(
    readonly cellSize: number,
    readonly columnCount: number,
    readonly rowCount: number,
    capacity: number,
    corner: Vector,
    links?: Int32Array,
  ) {
    this.columnMask = columnCount - 1;
    this.rowMask = rowCount - 1;
    this.columnBits = 31 - Math.clz32(columnCount);
    this.smaller = columnCount * rowCount;
    this.firstColumn = Math.floor(this.placeOf(corner.x) / columnCount) * columnCount;
    this.firstRow = Math.floor(this.placeOf(corner.y) / rowCount) * rowCount;
    this.heads = new Int32Array(this.smaller).fill(NONE);
    this.links = links ?? new Int32Array(capacity << Link.BITS);
  }

  /** The list of the cell in a column and row. */
  cellAt(column: number, row: number): number {
    return ((row & this.rowMask) << this.columnBits) | (column & this.columnMask);
  }

  /** The list of the cell at an offset in columns and rows from that of a body. */
  cellBeside(body: number, columns: number, rows: number): number {
    return this.cellNextTo(this.listOf(body), columns, rows);
  }

  /** The list of the cell at an offset from another one. */
  cellNextTo(own: number, columns: number, rows: number): number {
    const row = (own & ~this.columnMask) + (rows << this.columnBits);
    return (row & (this.smaller - 1)) + ((own + columns) & this.columnMask);
  }

  /** Number of the column or row of a coordinate; may be negative. */
  placeOf(coordinate: number): number {
    return Math.floor(coordinate / this.cellSize);
  }

  /** The column in which a body is listed. */
  columnOf(body: number): number {
    return this.firstColumn + ((this.links[(body << Link.BITS) | Link.CELL]! << 16) >> 16);
  }

  /** The row in which a body is listed. */
  rowOf(body: number): number {
    return this.firstRow + (this.links[(body << Link.BITS) | Link.CELL]! >> 16);
  }

  /** Whether smaller bodies have been listed. */
  get hasSmaller(): boolean {
    return this.heads.length > this.smaller;
  }

  /** The list of the cell in which a body is listed; bodies of finer grids are in the list `smaller` places further on. */
  listOf(body: number): number {
    return this.listAt(this.links[(body << Link.BITS) | Link.CELL]!);
  }

  private listAt(cell: number): number {
    return (((cell >> 16) & this.rowMask) << this.columnBits) | (cell & this.columnMask);
  }

  /** Puts a body into the cell where it is. */
  enter(body: number, x: number, y: number, isSmaller: boolean): void {
    if (body << Link.BITS >= this.links.length) {
      this.links = withRoom(this.links, new Int32Array((2 * (body + 1)) << Link.BITS));
    }
    if (isSmaller && !this.hasSmaller) {
      this.heads = withRoom(this.heads, new Int32Array(2 * this.smaller).fill(NONE));
    }
    const column = this.placeOf(x) - this.firstColumn;
    const row = this.placeOf(y) - this.firstRow;
    if (!(Math.abs(column) < VAST && Math.abs(row) < VAST)) this.isVast = true;
    this.link(body, cellOf(column, row), isSmaller ? this.smaller : 0);
  }

  leave(body: number, isSmaller: boolean): void {
    this.unlink(body, isSmaller ? this.smaller : 0);
  }

  /** Moves a body to the cell of a position, unless it is there. */
  move(body: number, x: number, y: number, isSmaller: boolean): void {
    const cell = cellOf(this.placeOf(x) - this.firstColumn, this.placeOf(y) - this.firstRow);
    if (cell === this.links[(body << Link.BITS) | Link.CELL]) return;
    this.leave(body, isSmaller);
    this.enter(body, x, y, isSmaller);
  }

  /** Moves a body into the next cell over a side; returns the list of that cell. Written out, since it is the most frequent event of all. */
  moveOver(body: number, side: number, isSmaller: boolean): number {
    const { heads, links, columnMask, smaller } = this;
    const offset = isSmaller ? smaller : 0;
    const isVertical = side >> 1;
    const step = 2 * (side & 1) - 1;
    const rows = isVertical * step;
    const columns = step - rows;
    const at = body << Link.BITS;
    const cell = links[at | Link.CELL]!;
    const next = links[at | Link.NEXT]!;
    const previous = links[at | Link.PREVIOUS]!;
    const row = (cell >> 16) + rows;
    const column = ((cell << 16) >> 16) + columns;
    if (Math.abs(isVertical === 0 ? column : row) === VAST) this.isVast = true;
    const own = (((cell >> 16) & this.rowMask) << this.columnBits) | (cell & columnMask);
    const list = ((row & this.rowMask) << this.columnBits) | (column & columnMask);
    if (previous !== NONE) links[(previous << Link.BITS) | Link.NEXT] = next;
    else heads[offset + own] = next;
    if (next !== NONE) links[(next << Link.BITS) | Link.PREVIOUS] = previous;
    const head = heads[offset + list]!;
    links[at | Link.NEXT] = head;
    links[at | Link.PREVIOUS] = NONE;
    links[at | Link.CELL] = (row << 16) | (column & 0xffff);
    if (head !== NONE) links[(head << Link.BITS) | Link.PREVIOUS] = body;
    heads[offset + list] = body;
    return list;
  }

  /** The column or row that a number stands for in a vast grid: the one near a coordinate. */
  exactPlace(place: number, coordinate: number): number {
    return place + MODULUS * Math.round((this.placeOf(coordinate) - place) / MODULUS);
  }

  private unlink(body: number, offset: number): void {
    const { heads, links } = this;
    const at = body << Link.BITS;
    const next = links[at | Link.NEXT]!;
    const previous = links[at | Link.PREVIOUS]!;
    if (previous !== NONE) links[(previous << Link.BITS) | Link.NEXT] = next;
    else heads[offset + this.listAt(links[at | Link.CELL]!)] = next;
    if (next !== NONE) links[(next << Link.BITS) | Link.PREVIOUS] = previous;
  }

  private link(body: number, cell: number, offset: number): void {
    const { heads, links } = this;
    const list = offset + this.listAt(cell);
    const at = body << Link.BITS;
    const head = heads[list]!;
    links[at | Link.NEXT] = head;
    links[at | Link.PREVIOUS] = NONE;
    links[at | Link.CELL] = cell;
    if (head !== NONE) links[(head << Link.BITS) | Link.PREVIOUS] = body;
    heads[list] = body;
  }
}

/** Copies numbers into a larger array. */
export function withRoom<A extends Float64Array | Int32Array | Uint8Array>(numbers: A, larger: A): A {
  larger.set(numbers);
  return larger;
}
