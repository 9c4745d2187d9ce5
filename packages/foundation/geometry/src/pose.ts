/** A point or a direction in the plane: x to the right, y up; metres, or metres per second for a velocity. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Position and heading of a body; the heading in radians, anticlockwise from the x axis, not reduced to one turn. */
export interface Pose extends Vector {
  readonly heading: number;
}

/** An axis-parallel rectangle, closed. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
