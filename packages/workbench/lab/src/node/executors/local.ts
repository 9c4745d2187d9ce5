/** Threads of this machine. */
import { messageOf } from '@kineko/kernel';
import type { CellResult } from '../../cell.js';
import type { CellRequest } from '../../requests.js';
import { RunPool, type RunUnderWay } from '../run-pool.js';
import type { Executor, Listener } from './executor.js';

/** Requests per thread, so that no thread is ever idle. */
const REQUESTS_PER_THREAD = 2;

export interface LocalOptions {
  /** The worker file of the program. */
  readonly workerFile: URL;
  /** Default: one per core. */
  readonly jobs?: number | undefined;
}

export class LocalExecutor implements Executor {
  private readonly pool: RunPool<CellRequest, CellResult>;

  constructor({ workerFile, jobs }: LocalOptions) {
    this.pool = new RunPool(workerFile, 'measure', jobs);
  }

  underWay(): RunUnderWay<CellRequest>[] {
    return this.pool.underWay();
  }

  async run(requests: readonly CellRequest[], listener: Listener, signal: AbortSignal): Promise<void> {
    let next = 0;
    let failure: { readonly error: unknown } | undefined;
    const lane = async (): Promise<void> => {
      while (next < requests.length && !signal.aborted && failure === undefined) {
        const request = requests[next++]!;
        try {
          let result: CellResult;
          try {
            result = await this.pool.run(request, signal);
          } catch (error) {
            if (!signal.aborted) listener.failed(request.id, messageOf(error));
            continue;
          }
          listener.result(result);
        } catch (error) {
          // The listener failed, which ends the sweep.
          failure ??= { error };
        }
      }
    };
    await Promise.all(Array.from({ length: this.pool.jobs * REQUESTS_PER_THREAD }, lane));
    if (failure !== undefined) throw failure.error;
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
