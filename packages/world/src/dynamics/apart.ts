/**
 * Seconds in which what is that far off, and moves away at this speed, changed by no more than this pull and never faster
 * than `most`, does not come here; or moves away all the time, and clearly: whether it touches now does not matter then.
 */
export function secondsApart(room: number, speed: number, pull: number, most: number): number {
  const leaving = speed > 0 ? (0.999 * speed) / pull : 0;
  if (!(room > 0)) return leaving;
  const root = Math.sqrt(speed * speed + 2 * pull * room);
  const thrown = speed > 0 ? (speed + root) / pull : (2 * room) / (root - speed);
  return Math.max(leaving, thrown, room / most);
}
