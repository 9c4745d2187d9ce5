/** One run of a sweep: what it is, how it is run, what comes of it. */
import type { AuthorGuard, Run, Scenario, StoppedBy } from '@kineko/run';
import type { StopConditions } from './experiment/experiment.js';
import { advanceInSlices, LimitError, type OnProgress } from './limits.js';
import { builtInOf, type Measurement } from './metrics/measuring.js';

/** What came of a cell: nothing in it depends on where and when it was run. */
export interface CellResult {
  readonly id: string;
  /** By metric; null where there is nothing to say. */
  readonly values: Readonly<Record<string, number | null>>;
  readonly stoppedBy: StoppedBy | 'condition';
}

export interface CellRun {
  readonly id: string;
  readonly seed: number;
  readonly stop: StopConditions;
  readonly guard?: AuthorGuard | undefined;
  /** A cell that needs more events has no result; the experiment's own limit in `stop` is another matter. */
  readonly maxEvents?: number | undefined;
}

/** Throws a `LimitError` if it needs too many events. */
export async function runCell(
  scenario: Scenario,
  { id, seed, stop, guard, maxEvents = Infinity }: CellRun,
  measurement: Measurement,
  onProgress?: OnProgress,
): Promise<CellResult> {
  const run = await scenario.open({ seed, guard, emit: measurement.emit });
  try {
    const stoppedBy = await advance(run, stop, maxEvents, onProgress);
    return { id, values: measurement.values(run), stoppedBy };
  } finally {
    await run.close();
  }
}

/** To its end, or to where the experiment ends it. */
async function advance(
  run: Run,
  { time = Infinity, events = Infinity, when }: StopConditions,
  limit: number,
  onProgress: OnProgress | undefined,
): Promise<CellResult['stoppedBy']> {
  const most = Math.min(events, limit);
  for (let looks = 1; ; looks++) {
    const until = when === undefined ? time : Math.min(time, looks * when.every);
    const stoppedBy = await advanceInSlices(
      run,
      { until: until < Infinity ? until : undefined, maxEvents: most - run.events },
      onProgress,
    );
    if (stoppedBy !== undefined) return stoppedBy;
    if (run.events >= events) return 'events';
    if (run.events >= limit) throw new LimitError({ limit: 'events', most: limit, time: run.now, events: run.events });
    if (when !== undefined) {
      const summary = run.summary();
      if (when.expression.evaluate((name) => builtInOf(name, { summary })) !== 0) return 'condition';
    }
    if (until >= time) return 'time';
  }
}
