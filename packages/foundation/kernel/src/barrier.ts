/**
 * How the kernel detects that a task has blocked again: it waits until the microtask queue is empty. Then every `await`
 * that could continue has continued. Counting ticks or running promises is not reliable.
 *
 * There is no wall clock here: these are positions in the host's queues, not times. The one exception is the wait
 * before a run is given up, whose length does not affect the simulation.
 */

interface Host {
  readonly process?: {
    nextTick?: (callback: () => void) => void;
    on(event: 'beforeExit', listener: () => void): void;
    removeListener(event: 'beforeExit', listener: () => void): void;
  };
  readonly setImmediate?: (callback: () => void) => void;
  readonly setTimeout: (callback: () => void, milliseconds: number) => unknown;
  readonly MessageChannel?: new () => {
    port1: { onmessage: (() => void) | null };
    port2: { postMessage(message: null): void };
  };
}

const host = globalThis as unknown as Host;
/** Read when this module is loaded: `process` may be hidden from authors' code. */
const hostProcess = host.process;

const settled = Promise.resolve();

/** Returns a function that calls back when no microtask is left. */
export function afterMicrotasks(callback: () => void): () => void {
  const { nextTick } = hostProcess ?? {};
  if (nextTick === undefined) return throughChannel(callback);
  // The tick is scheduled from within a microtask, since Node otherwise runs its ticks before the microtasks; by a promise,
  // since `queueMicrotask` allocates an object for async hooks, which costs as much as everything else here.
  const tick = (): void => nextTick(callback);
  return () => void settled.then(tick);
}

/** Returns a function that calls back when the host has also served its input, signals and timers. */
export function afterInput(callback: () => void): () => void {
  const { setImmediate } = host;
  return setImmediate === undefined ? throughChannel(callback) : () => setImmediate(callback);
}

/** Long enough to distinguish a file read or a short timer from a promise that is never settled. */
const LAST_WAIT_MS = 50;

/** Returns a function that calls back when the host has had time to settle pending promises. */
export function afterLateInput(callback: () => void): () => void {
  // oxlint-disable-next-line kineko/no-timers -- nothing is left to simulate, so the duration affects no result
  return () => void host.setTimeout(callback, LAST_WAIT_MS);
}

/**
 * Calls back if the host has nothing left to do, so that an awaited promise can never settle. Returns a function that
 * cancels the request. A page always has something left to do, so there it never calls.
 */
export function whenStarved(callback: () => void): () => void {
  if (hostProcess?.nextTick === undefined) return () => {};
  if (starving.size === 0) hostProcess.on('beforeExit', tellStarving);
  starving.add(callback);
  return () => {
    starving.delete(callback);
    if (starving.size === 0) hostProcess.removeListener('beforeExit', tellStarving);
  };
}

/** One shared listener: hosts warn of too many. */
const starving = new Set<() => void>();

function tellStarving(): void {
  for (const callback of starving) callback();
}

/** In a page, a message to itself is the next queue after the microtasks. */
function throughChannel(callback: () => void): () => void {
  if (host.MessageChannel === undefined) throw new Error('this host has neither process.nextTick nor MessageChannel');
  const { port1, port2 } = new host.MessageChannel();
  port1.onmessage = callback;
  return () => port2.postMessage(null);
}
