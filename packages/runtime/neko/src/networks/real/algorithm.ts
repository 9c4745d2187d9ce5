import type { NekoProcess } from '../../process.js';
import { RealNetworkError } from './errors.js';

/** What an algorithm sees of the run besides its process. */
export interface AlgorithmContext {
  /** As the master gave them: plain data from outside, to be checked by who uses them. */
  readonly parameters: unknown;
  /** Asks that the whole run be ended, in order. */
  shutdown(reason?: string): void;
}

/** What the master's parameters say to a class: their member `settings`, by class and name, if they have one. */
export function settingsIn(parameters: unknown, className: string): ReadonlyMap<string, string> {
  const settings = memberOf(parameters, 'settings');
  const ofClass = memberOf(settings, className);
  const entries = isObject(ofClass) ? Object.entries(ofClass) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Puts the protocols of one process together, and launches them; any process initializer is one. May return a function that tells
 * whether the algorithm has come to its end: a run in which all have is over.
 */
export type Algorithm = (process: NekoProcess, context: AlgorithmContext) => void | (() => boolean);

/** The algorithms that a process has, by name; it runs no others, whoever asks. */
export type Algorithms = ReadonlyMap<string, Algorithm>;

export function algorithmOf(algorithms: Algorithms, name: string): Algorithm {
  const algorithm = algorithms.get(name);
  if (algorithm !== undefined) return algorithm;
  const known = [...algorithms.keys()].sort().map((each) => `'${each}'`);
  throw new RealNetworkError(
    `there is no algorithm '${name}' here: a process runs only those it has (${known.join(', ') || 'none'})`,
  );
}
