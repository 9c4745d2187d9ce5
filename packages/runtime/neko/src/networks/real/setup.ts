/** What a run is, as the master tells the slaves, or as everybody is told in a symmetric start. */
import { canonicalJson } from '../../plain-data.js';
import { RealNetworkError } from './errors.js';
import { type FrameOf, NETWORK_KINDS, type NetworkKind } from './frames.js';
import type { RealLimits } from './limits.js';

export interface RunSetup {
  /** Number of processes; their ids are 0 to n - 1, and 0 is the master. */
  readonly n: number;
  readonly seed: number;
  /** Name of the algorithm, which every process must have. */
  readonly algorithm: string;
  /** For the algorithm: plain data. */
  readonly parameters: unknown;
  /** The first one is the default network. */
  readonly networks: readonly NetworkKind[];
}

/** What users give of it. */
export interface SetupOptions {
  readonly algorithm: string;
  /** Default: null. */
  readonly parameters?: unknown;
  /** Default: 0. */
  readonly seed?: number;
  /** Default: TCP. */
  readonly networks?: readonly NetworkKind[];
}

export function setupOf(options: SetupOptions, n: number, limits: RealLimits): RunSetup {
  const { algorithm, parameters = null, seed = 0, networks = ['tcp'] } = options;
  // As all the others get them, so that p0 does not see more than they do.
  const setup = { n, seed, algorithm, parameters: JSON.parse(JSON.stringify(parameters)) as unknown, networks };
  const problem = problemOf(setup, limits);
  if (problem !== undefined) throw new RealNetworkError(problem);
  return setup;
}

/** What is wrong with it; undefined if nothing is. */
export function problemOf({ n, seed, networks }: RunSetup, limits: RealLimits): string | undefined {
  if (!(Number.isInteger(n) && n >= 1 && n <= limits.processes)) {
    return `there are ${n} processes: a whole number from 1 to ${limits.processes} is right`;
  }
  if (!Number.isSafeInteger(seed)) return `the seed is ${seed}: a whole number is right`;
  if (networks.length === 0 || !networks.every((kind) => NETWORK_KINDS.includes(kind))) {
    return `the networks are [${networks.join(', ')}]: one or more of ${NETWORK_KINDS.join(', ')} are right`;
  }
  return undefined;
}

/** Where what the master says differs from what this process was told; undefined if nowhere. */
export function differenceOf(
  assigned: FrameOf<'assign'>,
  told: RunSetup & { readonly id: number },
): string | undefined {
  const names = ['id', 'n', 'seed', 'algorithm', 'parameters', 'networks'] as const;
  const name = names.find((each) => canonicalJson(assigned[each]) !== canonicalJson(told[each]));
  if (name === undefined) return undefined;
  return `p0 has ${name} = ${canonicalJson(assigned[name])}, this process has ${canonicalJson(told[name])}: start all with the same`;
}
