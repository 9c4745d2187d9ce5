/** The same angle from 0 to just below a full turn, which is 360 for degrees and 2π for radians. */
export function withinTurn(angle: number, turn: number): number {
  return angle - Math.floor(angle / turn) * turn;
}

/** The same angle from minus half a turn to just below half a turn: the shorter way round. */
export function shorterWay(angle: number, turn: number): number {
  return withinTurn(angle + turn / 2, turn) - turn / 2;
}
