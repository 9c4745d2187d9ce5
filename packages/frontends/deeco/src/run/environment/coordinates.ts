import { CLONE } from '../runtime/clone.js';

/** An immutable position and direction. */
export class Coordinates {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly angle = 0,
  ) {}

  equals(other: Coordinates): boolean {
    return this.x === other.x && this.y === other.y && this.angle === other.angle;
  }

  /** Immutable, so no copy is needed. */
  [CLONE](): this {
    return this;
  }
}
