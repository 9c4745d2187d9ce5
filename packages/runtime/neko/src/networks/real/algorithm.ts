import { unknownName } from '@kineko/formats/problem';
import type { NekoProcess } from '../../process.js';
import { RealNetworkError } from './errors.js';

/** The run as an algorithm sees it, besides its process. */
export interface AlgorithmContext {
  /** The master's parameters: unchecked plain data. */
  readonly parameters: unknown;
  /** Requests the end of the whole run, in order. */
  shutdown(reason?: string): void;
}

/** Parameters of a class: the member `settings` of the master's parameters, by class and name, if there is one. */
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
 * Builds and launches the protocols of one process, like a process initializer. May return a function that reports
 * whether the algorithm has finished; the run ends when all have.
 */
export type Algorithm = (process: NekoProcess, context: AlgorithmContext) => void | (() => boolean);

/** The algorithms of a process by name; it runs no others. */
export type Algorithms = ReadonlyMap<string, Algorithm>;

export function algorithmOf(algorithms: Algorithms, name: string): Algorithm {
  const algorithm = algorithms.get(name);
  if (algorithm !== undefined) return algorithm;
  throw new RealNetworkError(unknownName('algorithm', name, [...algorithms.keys()].sort()));
}
