/** Calls `tick` for every frame, with the seconds since the one before. Returns a function that ends this. */
export function everyFrame(tick: (seconds: number) => void): () => void {
  let last: number | undefined;
  let request = requestAnimationFrame(next);
  function next(now: number): void {
    request = requestAnimationFrame(next);
    // The first frame may have begun before this was called.
    tick((now - (last ?? now)) / 1000);
    last = now;
  }
  return () => cancelAnimationFrame(request);
}
