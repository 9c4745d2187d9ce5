/**
 * `Promise.all` and the like over a wait and a promise: the kernel sees the wait but not the promise, so the task would
 * count as blocked and not be resumed when the promise is settled. While simulators run, these four functions mark the
 * task that calls them; otherwise they are unchanged.
 */
import type { Turn } from './turn.js';
import { Wait } from './wait.js';

type Combinator = (this: unknown, items: Iterable<unknown>) => Promise<unknown>;
type Combinators = Record<'all' | 'allSettled' | 'any' | 'race', Combinator>;

const NAMES = ['all', 'allSettled', 'any', 'race'] as const;

const running = new Set<Turn>();
let originals: Combinators | undefined;

export function watchCombinators(turn: Turn): void {
  running.add(turn);
  if (originals !== undefined) return;
  const host = Promise as unknown as Combinators;
  originals = { all: host.all, allSettled: host.allSettled, any: host.any, race: host.race };
  for (const name of NAMES) replace(host, name, marking(originals[name]));
}

export function unwatchCombinators(turn: Turn): void {
  running.delete(turn);
  if (running.size > 0 || originals === undefined) return;
  for (const name of NAMES) replace(Promise, name, originals[name]);
  originals = undefined;
}

function marking(original: Combinator): Combinator {
  return function (this: unknown, items) {
    // Other iterables are left alone: they could be iterated only once, and would have to be copied.
    if (Array.isArray(items) && !items.every((item) => item instanceof Wait)) for (const turn of running) turn.mixes();
    return original.call(this, items);
  };
}

function replace(host: object, name: keyof Combinators, value: Combinator): void {
  Object.defineProperty(host, name, { value, writable: true, configurable: true, enumerable: false });
}
