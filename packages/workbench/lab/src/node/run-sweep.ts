/** Runs the missing cells of a sweep, saves every result at once, and writes tables and plots at the end. */
import { hostname } from 'node:os';
import process from 'node:process';
import type { CellResult } from '../cell.js';
import { isLimitMessage } from '../limits.js';
import type { Cell } from '../sweep.js';
import type { Executor } from './executors/executor.js';
import type { PreparedSweep } from './prepare-sweep.js';
import { ResultStore, type WriteAll } from './result-store.js';
import { isInShard, type Shard } from './shard.js';
import { cellsFolder, claimFolder, writeManifest, writeResults } from './sweep-folder.js';

export interface RunSweepOptions {
  readonly folder: string;
  readonly version: string;
  /** Whether the folder may hold results already. */
  readonly resume: boolean;
  readonly signal: AbortSignal;
  /** Runs only these cells, and writes no tables. */
  readonly shard?: Shard | undefined;
  /** Runs nothing, and writes tables from existing results. */
  readonly mergeOnly?: boolean | undefined;
  /** Called if there are cells to run. */
  readonly executor: () => Executor | Promise<Executor>;
  readonly onStart?:
    | ((facts: { readonly wanted: number; readonly alreadyDone: number; readonly damaged: number }) => void)
    | undefined;
  readonly onCell?: ((cell: Cell, failure?: FailedCell) => void) | undefined;
  readonly write?: WriteAll | undefined;
}

export interface FailedCell {
  readonly cell: Cell;
  readonly message: string;
  /** Whether it exceeded a limit of events or wall time. */
  readonly isLimit: boolean;
}

export interface SweepOutcome {
  /** Cells of the whole sweep. */
  readonly cells: number;
  /** Cells of the whole sweep with a result. */
  readonly done: number;
  /** Cells that were run now. */
  readonly ran: number;
  /** Cells without a result, by index. */
  readonly failures: readonly FailedCell[];
  readonly isInterrupted: boolean;
  /** Hash of results.csv; undefined for a shard. */
  readonly hash: string | undefined;
}

export async function runSweep({ sweep, requestOf }: PreparedSweep, options: RunSweepOptions): Promise<SweepOutcome> {
  const { folder, version, signal, shard, mergeOnly = false } = options;
  await claimFolder(folder, { resume: options.resume || shard !== undefined || mergeOnly });
  const writer = shard === undefined ? 'all' : `shard-${shard.index}-of-${shard.count}`;
  const store = new ResultStore(cellsFolder(folder), `${writer}-${hostname()}-${process.pid}`, options.write);
  const wanted = sweep.cells.filter(({ index }) => shard === undefined || isInShard(shard, index));
  const missing = mergeOnly ? [] : wanted.filter(({ id }) => !store.has(id));
  options.onStart?.({ wanted: wanted.length, alreadyDone: wanted.length - missing.length, damaged: store.damaged });
  const failures: FailedCell[] = [];
  const before = store.results.size;
  const count = (): number => sweep.cells.filter(({ id }) => store.has(id)).length;
  if (shard === undefined) await writeManifest(folder, sweep, { version, state: 'running', done: count() });
  try {
    if (missing.length > 0) {
      const byId = new Map(missing.map((cell) => [cell.id, cell]));
      const listener = {
        result: (result: CellResult): void => {
          store.add(result);
          options.onCell?.(byId.get(result.id)!);
        },
        failed: (id: string, message: string): void => {
          const failure = { cell: byId.get(id)!, message, isLimit: isLimitMessage(message) };
          failures.push(failure);
          options.onCell?.(failure.cell, failure);
        },
      };
      const executor = await options.executor();
      try {
        await executor.run(missing.map(requestOf), listener, signal);
      } finally {
        await executor.close();
      }
    }
  } finally {
    store.close();
  }
  const done = count();
  let hash: string | undefined;
  if (shard === undefined) {
    hash = await writeResults(folder, sweep, store.results, version);
    await writeManifest(folder, sweep, {
      version,
      state: done === sweep.cells.length ? 'complete' : 'partial',
      done,
      hash,
    });
  }
  return {
    cells: sweep.cells.length,
    done,
    ran: store.results.size - before,
    failures: failures.sort((a, b) => a.cell.index - b.cell.index),
    isInterrupted: signal.aborted,
    hash,
  };
}
