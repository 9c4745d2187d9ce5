/** Who runs the cells of a sweep: threads here, or workers elsewhere. All give the same results. */
import type { CellResult } from '../../cell.js';
import type { CellOrder } from '../../orders.js';
import type { RunUnderWay } from '../run-pool.js';

export interface Listener {
  result(result: CellResult): void;
  /** A cell that cannot be run: an algorithm threw, a metric does not exist. */
  failed(id: string, message: string): void;
}

export interface Executor {
  /** Resolves when every cell has a result or has failed; rejects if it cannot go on. An aborted one resolves early. */
  run(orders: readonly CellOrder[], listener: Listener, signal: AbortSignal): Promise<void>;
  /** The runs that it is at work on, the longest first; undefined if they are elsewhere. */
  underWay?(): RunUnderWay<CellOrder>[];
  close(): Promise<void>;
}
