/** Runs the cells of a sweep, in threads or on workers elsewhere, with the same results. */
import type { CellResult } from '../../cell.js';
import type { CellRequest } from '../../requests.js';
import type { RunUnderWay } from '../run-pool.js';

export interface Listener {
  result(result: CellResult): void;
  /** Called for a cell that cannot be run: an algorithm threw, or a metric does not exist. */
  failed(id: string, message: string): void;
}

export interface Executor {
  /** Resolves when every cell has a result or has failed, or after an abort; rejects if it cannot continue. */
  run(requests: readonly CellRequest[], listener: Listener, signal: AbortSignal): Promise<void>;
  /** The active runs, the longest first; undefined if they are on other machines. */
  underWay?(): RunUnderWay<CellRequest>[];
  close(): Promise<void>;
}
