import { CLONE } from '../runtime/clone.js';

/** A place and a direction that do not change. */
export class Coordinates {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly angle = 0,
  ) {}

  equals(other: Coordinates): boolean {
    return this.x === other.x && this.y === other.y && this.angle === other.angle;
  }

  /** What cannot change need not be copied. */
  [CLONE](): this {
    return this;
  }
}
