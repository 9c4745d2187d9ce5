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
  const { settings } = (parameters ?? {}) as { readonly settings?: Readonly<Record<string, object>> | null };
  const entries = Object.entries(settings?.[className] ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
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
