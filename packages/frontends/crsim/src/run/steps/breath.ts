/** Lets the host serve its input, timers and signals before something goes on: robots of the same program would leave it no time. */
interface HostTasks {
  setImmediate?: (callback: () => void) => unknown;
  setTimeout: (callback: () => void, ms: number) => unknown;
}

export function breathe(callback: () => void): void {
  const host = globalThis as unknown as HostTasks;
  if (host.setImmediate === undefined) host.setTimeout(callback, 0);
  else host.setImmediate(callback);
}
