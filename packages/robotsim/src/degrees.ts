/** Authors and logs speak of degrees, the world of radians. */
const DEGREE = Math.PI / 180;

export function degreesOf(radians: number): number {
  return radians / DEGREE;
}

export function radiansOf(degrees: number): number {
  return degrees * DEGREE;
}
