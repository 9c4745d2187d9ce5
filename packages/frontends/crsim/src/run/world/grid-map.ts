/**
 * The grid world of the report: objects and robots are rasterised, and a robot does not move into an occupied cell. Everything
 * outside the grid is free.
 */
import { cos, type Pose, sin } from '@kineko/geometry';
import type { World } from '@kineko/world';
import type { CrsimModel } from '../../format/model.js';

/** Limits how far a robot may move, before the world checks for contacts. */
export interface EnvironmentMap {
  /** A step begins with all robots at their current poses. */
  beginStep(): void;
  /** The allowed part of a move, with the same sign. */
  allowed(robot: number, from: Pose, distance: number): number;
}

/** Contents of a cell; FIRST_ROBOT is added to the id of a robot. */
const EMPTY = 0;
const THING = 1;
const FIRST_ROBOT = 2;
/** Several robots: free only for those that are there already. */
const SEVERAL = 1;

/** Samples along a move. */
const SAMPLES_PER_CELL = 4;
const MAX_SAMPLES = 4096;

export class GridMap implements EnvironmentMap {
  private readonly size: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly still: Int32Array;
  private readonly cells: Int32Array;

  constructor(
    { width, depth, grid = 1 }: CrsimModel,
    private readonly world: World,
  ) {
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
    // It may leave cells that it shares with others.
    this.eachCell(x, y, radius, (cell) => own.add(cell) !== undefined);
    const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.ceil((Math.abs(distance) / this.size) * SAMPLES_PER_CELL)));
    const [c, s] = [cos(heading), sin(heading)];
    let allowed = 0;
    for (let sample = 1; sample <= samples; sample++) {
      const travelled = distance * (sample / samples);
      const isFree = this.eachCell(x + travelled * c, y + travelled * s, radius, (cell) => {
        const content = this.cells[cell]!;
        return content === EMPTY || content === robot + FIRST_ROBOT || own.has(cell);
      });
      if (!isFree) return allowed;
      allowed = travelled;
    }
    return distance;
  }

  /** Visits the cells that a disc overlaps until `visit` returns false; returns whether it never did. */
  private eachCell(x: number, y: number, radius: number, visit: (cell: number) => boolean): boolean {
    const size = this.size;
    // Rows count down, as z does.
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

  /** An object occupies a cell if it overlaps the disc in its middle. */
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
