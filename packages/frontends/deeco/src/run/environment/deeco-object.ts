import type { Context, Process } from '../runtime/process.js';
import { Coordinates } from './coordinates.js';

/** An object of a scenario: it is no obstacle and may change its position, size and tag. See `DEECoRobot`. */
export abstract class DEECoObject {
  id: string | null = null;
  /** Index among the objects. */
  oID = -1;
  position = new Coordinates(0, 0);
  /** Radius, or half of a side; 0 hides it. */
  size = 0;
  tag = '';

  static readonly processes: readonly Process[] = [];

  setParameters(x: number, y: number, tag: string, size: number, _context: Context): void {
    this.position = new Coordinates(x, y);
    this.tag = tag;
    this.size = size;
  }

  processArg(_arg: string, _context: Context): void {}
}
