/** End of a list. */
const NONE = -1;

/**
 * Finds the bodies near a place: square cells, each with a list of the bodies whose centres are in it. Bodies whose home is
 * a finer grid are in separate lists.
 *
 * The grid wraps around: cells whose columns (or rows) differ by a multiple of their number share a list. So it has no
 * border, and its size depends on the number of bodies, not on the size of the world. Sharing adds candidates to a search
 * but never hides one.
 */
export class Grid {
  /** The first body of each list, and the one after each body. The lists of smaller bodies follow the others. */
  readonly heads: Int32Array;
  next: Int32Array;
  // Column and row of each body; doubles, since tiny cells far away have large numbers.
  columns: Float64Array;
  rows: Float64Array;
  /** Offset of the lists of smaller bodies. */
  readonly smaller: number;
  /** The list that each body is in. */
  lists: Int32Array;
  readonly columnMask: number;
  readonly columnBits: number;
  private previous: Int32Array;
  private readonly rowMask: number;

  /**
   * @param cellSize Metres.
   * @param columnCount rowCount Powers of two, at least 4, so that the cells around one are different cells.
   * @param capacity Initial number of slots.
   */
  constructor(
    readonly cellSize: number,
    readonly columnCount: number,
    readonly rowCount: number,
    capacity: number,
  ) {
    this.columnMask = columnCount - 1;
    this.rowMask = rowCount - 1;
    this.columnBits = 31 - Math.clz32(columnCount);
    this.smaller = columnCount * rowCount;
    this.heads = new Int32Array(2 * this.smaller).fill(NONE);
    this.next = new Int32Array(capacity);
    this.previous = new Int32Array(capacity);
    this.columns = new Float64Array(capacity);
    this.rows = new Float64Array(capacity);
    this.lists = new Int32Array(capacity);
  }

  /** The list of the cell in a column and row. */
  cellAt(column: number, row: number): number {
    return ((row & this.rowMask) << this.columnBits) | (column & this.columnMask);
  }

  /** The list of the cell at an offset in columns and rows from that of a body. */
  cellBeside(body: number, columns: number, rows: number): number {
    const own = this.lists[body]! & (this.smaller - 1);
    const row = (own & ~this.columnMask) + (rows << this.columnBits);
    return (row & (this.smaller - 1)) + ((own + columns) & this.columnMask);
  }

  /** Number of the column or row of a coordinate; may be negative. */
  placeOf(coordinate: number): number {
    return Math.floor(coordinate / this.cellSize);
  }

  /** Puts a body into the cell where it is. */
  enter(body: number, x: number, y: number, isSmaller: boolean): void {
    if (body >= this.next.length) this.grow(body);
    this.columns[body] = this.placeOf(x);
    this.rows[body] = this.placeOf(y);
    this.link(body, this.cellAt(this.columns[body], this.rows[body]) + (isSmaller ? this.smaller : 0));
  }

  leave(body: number): void {
    const next = this.next[body]!;
    const previous = this.previous[body]!;
    if (previous !== NONE) this.next[previous] = next;
    else this.heads[this.lists[body]!] = next;
    if (next !== NONE) this.previous[next] = previous;
  }

  /** Moves a body to the cell at an offset in columns and rows. */
  move(body: number, columns: number, rows: number): void {
    const offset = this.lists[body]! >= this.smaller ? this.smaller : 0;
    this.leave(body);
    this.columns[body]! += columns;
    this.rows[body]! += rows;
    this.link(body, this.cellAt(this.columns[body]!, this.rows[body]!) + offset);
  }

  private link(body: number, list: number): void {
    const head = this.heads[list]!;
    this.lists[body] = list;
    this.next[body] = head;
    this.previous[body] = NONE;
    if (head !== NONE) this.previous[head] = body;
    this.heads[list] = body;
  }

  private grow(body: number): void {
    const capacity = 2 * (body + 1);
    this.next = withRoom(this.next, new Int32Array(capacity));
    this.previous = withRoom(this.previous, new Int32Array(capacity));
    this.columns = withRoom(this.columns, new Float64Array(capacity));
    this.rows = withRoom(this.rows, new Float64Array(capacity));
    this.lists = withRoom(this.lists, new Int32Array(capacity));
  }
}

/** Copies numbers into a larger array. */
export function withRoom<A extends Float64Array | Int32Array | Uint8Array>(numbers: A, larger: A): A {
  larger.set(numbers);
  return larger;
}
