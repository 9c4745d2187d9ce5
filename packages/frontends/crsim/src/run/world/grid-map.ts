/**
 * The report's grid world: things and robots are rasterised, and a robot does not move into a cell in which something else is. All
 * that is outside the grid is one open region.
 */
import { cos, type Pose, sin } from '@kineko/geometry';
import type { World } from '@kineko/world';
import type { CrsimModel } from '../../format/model.js';
import type { EnvironmentMap } from './environment-map.js';

/** Nobody, and what stands still; robots have their id and this. */
const EMPTY = 0;
const THING = 1;
const FIRST_ROBOT = 2;
/** Several robots at once: then it is free for none of them that is not there already. */
const SEVERAL = 1;

/** Places along a move that are looked at, by the size of a cell; and at most so many. */
const LOOKS_PER_CELL = 4;
const MAX_LOOKS = 4096;

export class GridMap implements EnvironmentMap {
  private readonly size: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly still: Int32Array;
  private readonly cells: Int32Array;
  private readonly world: World;

  constructor({ width, depth, grid = 1 }: CrsimModel, world: World) {
    this.world = world;
    this.size = grid;
    this.columns = Math.ceil(width / grid);
    this.rows = Math.ceil(depth / grid);
    this.still = new Int32Array(this.columns * this.rows);
    this.rasterise();
    this.cells = this.still.slice();
  }

  beginStep(): void {
    this.cells.set(this.still);
    for (const robot of this.world.robots) {
      const { x, y } = this.world.poseOf(robot);
      this.eachCell(x, y, this.world.radiusOf(robot), (cell) => {
        this.cells[cell] = this.cells[cell] === EMPTY ? robot + FIRST_ROBOT : SEVERAL;
        return true;
      });
    }
  }

  allowed(robot: number, { x, y, heading }: Pose, distance: number): number {
    const radius = this.world.radiusOf(robot);
    const own = new Set<number>();
    // Where it is already, it is with others; it may leave.
    this.eachCell(x, y, radius, (cell) => own.add(cell) !== undefined);
    const looks = Math.min(MAX_LOOKS, Math.max(1, Math.ceil((Math.abs(distance) / this.size) * LOOKS_PER_CELL)));
    const [c, s] = [cos(heading), sin(heading)];
    let allowed = 0;
    for (let look = 1; look <= looks; look++) {
      const gone = distance * (look / looks);
      const isFree = this.eachCell(x + gone * c, y + gone * s, radius, (cell) => {
        const who = this.cells[cell]!;
        return who === EMPTY || who === robot + FIRST_ROBOT || own.has(cell);
      });
      if (!isFree) return allowed;
      allowed = gone;
    }
    return distance;
  }

  /** Calls for the cells that a disc reaches into, as long as that is answered with true; whether it always was. */
  private eachCell(x: number, y: number, radius: number, visit: (cell: number) => boolean): boolean {
    const size = this.size;
    // Rows count down the page, as z does.
    const [fromColumn, toColumn] = [
      Math.max(0, Math.floor((x - radius) / size)),
      Math.min(this.columns - 1, Math.floor((x + radius) / size)),
    ];
    const [fromRow, toRow] = [
      Math.max(0, Math.floor((-y - radius) / size)),
      Math.min(this.rows - 1, Math.floor((-y + radius) / size)),
    ];
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        const dx = Math.max(column * size - x, 0, x - (column + 1) * size);
        const dy = Math.max(-(row + 1) * size - y, 0, y + row * size);
        if (dx * dx + dy * dy >= radius * radius) continue;
        if (!visit(row * this.columns + column)) return false;
      }
    }
    return true;
  }

  /** A thing is in a cell if it reaches into the disc in its middle. */
  private rasterise(): void {
    const size = this.size;
    const { obstacles } = this.world;
    if (obstacles.shapes.length === 0) return;
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const overlap = obstacles.overlapOf((column + 0.5) * size, -(row + 0.5) * size, size / 2);
        if (overlap !== undefined) this.still[row * this.columns + column] = THING;
      }
    }
  }
}
