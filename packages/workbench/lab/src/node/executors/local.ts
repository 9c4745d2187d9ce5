/** Threads of this machine. */
import { messageOf } from '@kineko/kernel';
import type { CellResult } from '../../cell.js';
import type { CellOrder } from '../../orders.js';
import { RunPool, type RunUnderWay } from '../run-pool.js';
import type { Executor, Listener } from './executor.js';

/** Orders that wait for each thread: none of them is ever idle, and an end is soon reached. */
const WAITING = 2;

export interface LocalOptions {
  /** The program's file for threads of the lab. */
  readonly workerFile: URL;
  /** Default: as many as there are cores. */
  readonly jobs?: number | undefined;
}

export class LocalExecutor implements Executor {
  private readonly pool: RunPool<CellOrder, CellResult>;

  constructor({ workerFile, jobs }: LocalOptions) {
    this.pool = new RunPool(workerFile, 'measure', jobs);
  }

  underWay(): RunUnderWay<CellOrder>[] {
    return this.pool.underWay();
  }

  async run(orders: readonly CellOrder[], listener: Listener, signal: AbortSignal): Promise<void> {
    let next = 0;
    let failure: { readonly error: unknown } | undefined;
    const lane = async (): Promise<void> => {
      while (next < orders.length && !signal.aborted && failure === undefined) {
        const order = orders[next++]!;
        try {
          let result: CellResult;
          try {
            result = await this.pool.run(order, signal);
          } catch (error) {
            if (!signal.aborted) listener.failed(order.id, messageOf(error));
            continue;
          }
          listener.result(result);
        } catch (error) {
          // Whoever listens cannot go on.
          failure ??= { error };
        }
      }
    };
    await Promise.all(Array.from({ length: this.pool.jobs * WAITING }, lane));
    if (failure !== undefined) throw failure.error;
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
