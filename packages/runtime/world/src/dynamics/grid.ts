import { State } from './body-layout.js';

/** End of a list. */
const NONE = -1;

/** Layout of a body's integers in a grid: those of the finest one are part of the body's state, since an event needs both. */
export const enum Link {
  /** The next body of the list. */
  NEXT = State.LINKS,
  PREVIOUS = State.LINKS + 1,
  /** The list that the body is in. */
  LIST = State.LINKS + 2,
  /** Column and row of its cell, modulo 2^32: see `isVast`. */
  COLUMN = State.LINKS + 3,
  ROW = State.LINKS + 4,
  /** log2 of the number of integers. */
  BITS = State.BITS,
}

/** The sides of a cell are left, right, down and up. */
export const enum Side {
  DOWN = 2,
  /** No side in particular: all around. */
  ALL = 4,
}

/** Columns and rows from here on make a grid vast: far less than 2^31, so that no body gets there from a smaller one unnoticed. */
const VAST = 2 ** 30;
const MODULUS = 2 ** 32;

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
  /** Whether a body may be in a column or row that does not fit into its integer: only in tiny cells far away. */
  isVast = false;

  /**
   * @param cellSize Metres.
   * @param columnCount rowCount Powers of two, at least 4, so that the cells around one are different cells.
   * @param capacity Initial number of slots.
   * @param links Shared with the bodies; otherwise made here.
   */
  constructor(
    readonly cellSize: number,
    readonly columnCount: number,
    readonly rowCount: number,
    capacity: number,
    links?: Int32Array,
  ) {
    this.columnMask = columnCount - 1;
    this.rowMask = rowCount - 1;
    this.columnBits = 31 - Math.clz32(columnCount);
    this.smaller = columnCount * rowCount;
    this.heads = new Int32Array(this.smaller).fill(NONE);
    this.links = links ?? new Int32Array(capacity << Link.BITS);
  }

  /** The list of the cell in a column and row. */
  cellAt(column: number, row: number): number {
    return ((row & this.rowMask) << this.columnBits) | (column & this.columnMask);
  }

  /** The list of the cell at an offset in columns and rows from that of a body. */
  cellBeside(body: number, columns: number, rows: number): number {
    return this.cellNextTo(this.listOf(body) & (this.smaller - 1), columns, rows);
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

  /** Whether smaller bodies have been listed. */
  get hasSmaller(): boolean {
    return this.heads.length > this.smaller;
  }

  /** The list that a body is in. */
  listOf(body: number): number {
    return this.links[(body << Link.BITS) + Link.LIST]!;
  }

  /** Puts a body into the cell where it is. */
  enter(body: number, x: number, y: number, isSmaller: boolean): void {
    if (body << Link.BITS >= this.links.length) {
      this.links = withRoom(this.links, new Int32Array((2 * (body + 1)) << Link.BITS));
    }
    if (isSmaller && !this.hasSmaller) {
      this.heads = withRoom(this.heads, new Int32Array(2 * this.smaller).fill(NONE));
    }
    const column = this.placeOf(x);
    const row = this.placeOf(y);
    this.setPlace(body, column, row);
    this.link(body, this.cellAt(column, row) + (isSmaller ? this.smaller : 0));
  }

  leave(body: number): void {
    const { links } = this;
    const at = body << Link.BITS;
    const next = links[at + Link.NEXT]!;
    const previous = links[at + Link.PREVIOUS]!;
    if (previous !== NONE) links[(previous << Link.BITS) + Link.NEXT] = next;
    else this.heads[links[at + Link.LIST]!] = next;
    if (next !== NONE) links[(next << Link.BITS) + Link.PREVIOUS] = previous;
  }

  /** Moves a body to the cell of a position, unless it is there. */
  move(body: number, x: number, y: number): void {
    const at = body << Link.BITS;
    const column = this.placeOf(x);
    const row = this.placeOf(y);
    if (this.links[at + Link.COLUMN] === (column | 0) && this.links[at + Link.ROW] === (row | 0)) return;
    const offset = this.listOf(body) & this.smaller;
    this.leave(body);
    this.setPlace(body, column, row);
    this.link(body, this.cellAt(column, row) + offset);
  }

  /** Number of the column or row in which a body is listed, which is near a coordinate, from its integer. */
  exactPlace(place: number, coordinate: number): number {
    return place + MODULUS * Math.round((this.placeOf(coordinate) - place) / MODULUS);
  }

  private setPlace(body: number, column: number, row: number): void {
    const at = body << Link.BITS;
    this.links[at + Link.COLUMN] = column;
    this.links[at + Link.ROW] = row;
    if (!(Math.abs(column) < VAST && Math.abs(row) < VAST)) this.isVast = true;
  }

  /** Moves a body into the next cell over a side; short, since that is the most frequent event of all. */
  moveOver(body: number, side: number): void {
    const { heads, links, columnMask } = this;
    const isVertical = side >> 1;
    const step = 2 * (side & 1) - 1;
    const rows = isVertical * step;
    const columns = step - rows;
    const at = body << Link.BITS;
    const place = (links[at + Link.COLUMN + isVertical]! + step) | 0;
    links[at + Link.COLUMN + isVertical] = place;
    if (place === VAST || place === -VAST) this.isVast = true;
    const list = links[at | Link.LIST]!;
    const next = links[at | Link.NEXT]!;
    const previous = links[at | Link.PREVIOUS]!;
    if (previous !== NONE) links[(previous << Link.BITS) | Link.NEXT] = next;
    else heads[list] = next;
    if (next !== NONE) links[(next << Link.BITS) | Link.PREVIOUS] = previous;
    const cell = list & (this.smaller - 1);
    const row = ((cell & ~columnMask) + (rows << this.columnBits)) & (this.smaller - 1);
    this.link(body, (list & this.smaller) | row | ((cell + columns) & columnMask));
  }

  private link(body: number, list: number): void {
    const { heads, links } = this;
    const at = body << Link.BITS;
    const head = heads[list]!;
    links[at + Link.NEXT] = head;
    links[at + Link.PREVIOUS] = NONE;
    links[at + Link.LIST] = list;
    if (head !== NONE) links[(head << Link.BITS) + Link.PREVIOUS] = body;
    heads[list] = body;
  }
}

/** Copies numbers into a larger array. */
export function withRoom<A extends Float64Array | Int32Array | Uint8Array>(numbers: A, larger: A): A {
  larger.set(numbers);
  return larger;
}
