/**
 * Returns for how many seconds a distance surely stays above 0, given its present rate of growth, the largest
 * acceleration and the largest speed. A clear retreat counts even if the two touch now.
 */
export function secondsApart(room: number, speed: number, pull: number, most: number): number {
  const leaving = speed > 0 ? (0.999 * speed) / pull : 0;
  if (!(room > 0)) return leaving;
  const root = Math.sqrt(speed * speed + 2 * pull * room);
  const thrown = speed > 0 ? (speed + root) / pull : (2 * room) / (root - speed);
  return Math.max(leaving, thrown, room / most);
}
