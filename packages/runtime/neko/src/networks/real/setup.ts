/** The definition of a run, assigned by the master or, in a symmetric start, given to every process. */
import { expected } from '@kineko/formats/problem';
import type { AuthorLog } from '../../logger.js';
import { canonicalJson } from '../../plain-data.js';
import type { Algorithms } from './algorithm.js';
import { RealNetworkError } from './errors.js';
import { type FrameOf, NETWORK_KINDS, type NetworkKind } from './frames.js';
import type { RealLimits } from './limits.js';

export interface RunSetup extends Required<SetupOptions> {
  /** Number of processes; their ids are 0 to n - 1, and 0 is the master. */
  readonly n: number;
}

/** Options of every process of a run. */
export interface ProcessOptions {
  readonly algorithms: Algorithms;
  /** 32 hexadecimal digits shared by all processes of the run; required beyond loopback. */
  readonly token?: string | undefined;
  readonly limits?: Partial<RealLimits>;
  /** Receives authors' log messages of this process during the run. */
  readonly log?: AuthorLog | undefined;
}

/** The part given by users. */
export interface SetupOptions {
  /** Name of the algorithm; every process must have it. */
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
  // The same copy that the others receive, so that p0 sees no more than they do.
  const setup = { n, seed, algorithm, parameters: JSON.parse(JSON.stringify(parameters)) as unknown, networks };
  const problem = problemOf(setup, limits);
  if (problem !== undefined) throw new RealNetworkError(problem);
  return setup;
}

/** Returns the first problem, or undefined. */
export function problemOf({ n, seed, networks }: RunSetup, limits: RealLimits): string | undefined {
  if (!(Number.isInteger(n) && n >= 1 && n <= limits.processes)) {
    return `number of processes: ${expected(`an integer from 1 to ${limits.processes}`, n)}`;
  }
  if (!Number.isSafeInteger(seed)) return `seed: ${expected('an integer', seed)}`;
  if (networks.length === 0 || !networks.every((kind) => NETWORK_KINDS.includes(kind))) {
    return `networks: ${expected(`one or more of ${NETWORK_KINDS.join(', ')}`, networks.join(', '))}`;
  }
  return undefined;
}

/** Returns the first difference between the master's assignment and this process's own setup, or undefined. */
export function differenceOf(
  assigned: FrameOf<'assign'>,
  agreed: RunSetup & { readonly id: number },
): string | undefined {
  const names = ['id', 'n', 'seed', 'algorithm', 'parameters', 'networks'] as const;
  const name = names.find((each) => canonicalJson(assigned[each]) !== canonicalJson(agreed[each]));
  if (name === undefined) return undefined;
  return `p0 has ${name} = ${canonicalJson(assigned[name])}, this process has ${canonicalJson(agreed[name])}: start all with the same`;
}
