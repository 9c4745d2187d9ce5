/** Reduces an angle to [0, turn), where a turn is 360 for degrees and 2π for radians. */
export function withinTurn(angle: number, turn: number): number {
  return angle - Math.floor(angle / turn) * turn;
}

/** Reduces an angle to [-turn/2, turn/2): the shorter direction. */
export function shorterAngle(angle: number, turn: number): number {
  return withinTurn(angle + turn / 2, turn) - turn / 2;
}
