import { WALL_LENGTH } from '@kineko/geometry';

/** Ends of lists. */
export const NOBODY = -1;

/**
 * Which bodies and walls are near a place: square cells, each with a list of the bodies whose centres are in it.
 *
 * The plane is rolled up: cells a whole number of `columns` (or `rows`) apart share a list. So the grid has no border,
 * bodies may go anywhere, and its size follows their number, not that of the world. Sharing only brings more candidates
 * to a search, never fewer.
 */
export class Grid {
  /** The first body of each cell, and the one after each body. */
  readonly heads: Int32Array;
  readonly next: Int32Array;
  // Of each body.
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  private readonly previous: Int32Array;
  /** The walls of cell c are `walls[wallStarts[c]]` up to, not including, `walls[wallStarts[c + 1]]`. */
  readonly wallStarts: Int32Array;
  readonly walls: Int32Array;
  private readonly columnMask: number;
  private readonly rowMask: number;
  private readonly columnBits: number;

  /**
   * @param cellSize Metres.
   * @param columns rows Powers of two, at least 4, so that the cells around one are different cells.
   * @param bodies How many there will be.
   * @param wallRecords As the solvers read them.
   */
  constructor(
    readonly cellSize: number,
    columns: number,
    rows: number,
    bodies: number,
    wallRecords: Float64Array,
  ) {
    this.columnMask = columns - 1;
    this.rowMask = rows - 1;
    this.columnBits = 31 - Math.clz32(columns);
    this.heads = new Int32Array(columns * rows).fill(NOBODY);
    this.next = new Int32Array(bodies);
    this.previous = new Int32Array(bodies);
    this.columns = new Int32Array(bodies);
    this.rows = new Int32Array(bodies);
    this.wallStarts = new Int32Array(columns * rows + 1);
    this.walls = this.register(wallRecords);
  }

  /** The list that the cell in that column and row has. */
  cellAt(column: number, row: number): number {
    return ((row & this.rowMask) << this.columnBits) | (column & this.columnMask);
  }

  /** Puts a body into the cell where it is. */
  enter(body: number, x: number, y: number): void {
    this.columns[body] = this.placeOf(x);
    this.rows[body] = this.placeOf(y);
    this.link(body);
  }

  /** Moves a body to the cell so many columns and rows further. */
  move(body: number, columns: number, rows: number): void {
    this.unlink(body);
    this.columns[body]! += columns;
    this.rows[body]! += rows;
    this.link(body);
  }

  private link(body: number): void {
    const cell = this.cellAt(this.columns[body]!, this.rows[body]!);
    const head = this.heads[cell]!;
    this.next[body] = head;
    this.previous[body] = NOBODY;
    if (head !== NOBODY) this.previous[head] = body;
    this.heads[cell] = body;
  }

  private unlink(body: number): void {
    const next = this.next[body]!;
    const previous = this.previous[body]!;
    if (previous !== NOBODY) this.next[previous] = next;
    else this.heads[this.cellAt(this.columns[body]!, this.rows[body]!)] = next;
    if (next !== NOBODY) this.previous[next] = previous;
  }

  /** Counts the walls of each cell, then lists them: two passes instead of an array for each cell. */
  private register(records: Float64Array): Int32Array {
    const count = records.length / WALL_LENGTH;
    const { wallStarts } = this;
    for (let wall = 0; wall < count; wall++) this.forCellsOf(records, wall, (cell) => wallStarts[cell + 1]!++);
    for (let cell = 1; cell < wallStarts.length; cell++) wallStarts[cell]! += wallStarts[cell - 1]!;
    const walls = new Int32Array(wallStarts[wallStarts.length - 1]!);
    const next = wallStarts.slice();
    for (let wall = 0; wall < count; wall++) {
      this.forCellsOf(records, wall, (cell) => {
        walls[next[cell]!++] = wall;
      });
    }
    return walls;
  }

  /** Number of the column or row that a coordinate is in; negative ones exist. */
  private placeOf(coordinate: number): number {
    return Math.floor(coordinate / this.cellSize);
  }

  /** The cells that a wall passes through, and those within rounding of it. */
  private forCellsOf(records: Float64Array, wall: number, visit: (cell: number) => void): void {
    const at = wall * WALL_LENGTH;
    const [ax, ay, bx, by] = [records[at]!, records[at + 1]!, records[at + 2]!, records[at + 3]!];
    const slack = 1e-9 * (Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by) + this.cellSize);
    const firstColumn = this.placeOf(Math.min(ax, bx) - slack);
    const lastColumn = this.placeOf(Math.max(ax, bx) + slack);
    for (let column = firstColumn; column <= lastColumn; column++) {
      // The part of the wall within this column.
      const left = Math.max(Math.min(ax, bx), column * this.cellSize - slack);
      const right = Math.min(Math.max(ax, bx), (column + 1) * this.cellSize + slack);
      const isSteep = ax === bx;
      const yLeft = isSteep ? ay : ay + ((by - ay) * (left - ax)) / (bx - ax);
      const yRight = isSteep ? by : ay + ((by - ay) * (right - ax)) / (bx - ax);
      const firstRow = this.placeOf(Math.max(Math.min(yLeft, yRight), Math.min(ay, by)) - slack);
      const lastRow = this.placeOf(Math.min(Math.max(yLeft, yRight), Math.max(ay, by)) + slack);
      for (let row = firstRow; row <= lastRow; row++) visit(this.cellAt(column, row));
    }
  }
}
