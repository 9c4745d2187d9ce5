interface HostTasks {
  setImmediate?: (callback: () => void) => unknown;
  setTimeout: (callback: () => void, ms: number) => unknown;
}

/** Lets the host serve its input, timers and signals first: controllers of the same process would leave it no time. */
export function yieldToHost(callback: () => void): void {
  const host = globalThis as unknown as HostTasks;
  if (host.setImmediate === undefined) host.setTimeout(callback, 0);
  else host.setImmediate(callback);
}
