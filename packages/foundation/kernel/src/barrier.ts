/**
 * How the kernel finds out that a task has blocked again: it waits until the queue of microtasks is drained. Then
 * every `await` that could go on has gone on. Counting ticks or running promises does not give that certainty.
 *
 * No wall clock is in here: these are places in the host's queue, not times; but for the one wait before a run is given up,
 * whose length changes nothing in the simulation.
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
/** As it is when this is loaded: it may be taken away from authors' code. */
const hostProcess = host.process;

const settled = Promise.resolve();

/** A function that has `callback` called when no microtask is left. */
export function afterMicrotasks(callback: () => void): () => void {
  const { nextTick } = hostProcess ?? {};
  if (nextTick === undefined) return throughChannel(callback);
  // From within a microtask, since anywhere else Node would serve its ticks before the microtasks. By a promise, since
  // `queueMicrotask` makes an object for those who trace the host, at the price of all the rest here.
  const tick = (): void => nextTick(callback);
  return () => void settled.then(tick);
}

/** A function that has `callback` called when the host has also served its input, signals and timers. */
export function afterInput(callback: () => void): () => void {
  const { setImmediate } = host;
  return setImmediate === undefined ? throughChannel(callback) : () => setImmediate(callback);
}

/** Long enough for a file that is read, or a short timer, to be told from a promise that nothing settles. */
const LAST_WAIT_MS = 50;

/** A function that has `callback` called when the host has had time to settle what it was about to settle. */
export function afterLateInput(callback: () => void): () => void {
  // oxlint-disable-next-line kineko/no-timers -- nothing is left to simulate: how long it takes shows in no result
  return () => void host.setTimeout(callback, LAST_WAIT_MS);
}

/**
 * Calls back if the host has nothing left to do, so that whatever is awaited can never come. Returns how to take the
 * request back. A page always has something left to do, so there it never calls.
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

/** One listener for all who ask: a host warns of too many. */
const starving = new Set<() => void>();

function tellStarving(): void {
  for (const callback of starving) callback();
}

/** In a page a message to oneself is the nearest queue behind the microtasks. */
function throughChannel(callback: () => void): () => void {
  if (host.MessageChannel === undefined) throw new Error('this host has neither process.nextTick nor MessageChannel');
  const { port1, port2 } = new host.MessageChannel();
  port1.onmessage = callback;
  return () => port2.postMessage(null);
}
