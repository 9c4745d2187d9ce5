/** One run of a sweep: what it is, how it is run, what comes of it. */
import type { AuthorGuard, Run, Scenario, StoppedBy } from '@kineko/run';
import type { StopConditions } from './experiment/experiment.js';
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
}

export async function runCell(
  scenario: Scenario,
  { id, seed, stop, guard }: CellRun,
  measurement: Measurement,
): Promise<CellResult> {
  const run = await scenario.open({ seed, guard, emit: measurement.emit });
  try {
    const stoppedBy = await advance(run, stop);
    return { id, values: measurement.values(run), stoppedBy };
  } finally {
    await run.close();
  }
}

/** To its end, or to where the experiment ends it. */
async function advance(
  run: Run,
  { time = Infinity, events = Infinity, when }: StopConditions,
): Promise<CellResult['stoppedBy']> {
  for (let looks = 1; ; looks++) {
    const until = when === undefined ? time : Math.min(time, looks * when.every);
    const stoppedBy = await run.advance({
      ...(until < Infinity && { until }),
      ...(events < Infinity && { maxEvents: events - run.events }),
    });
    if (stoppedBy !== undefined) return stoppedBy;
    if (run.events >= events) return 'events';
    if (when !== undefined) {
      const summary = run.summary();
      if (when.expression.evaluate((name) => builtInOf(name, { summary })) !== 0) return 'condition';
    }
    if (until >= time) return 'time';
  }
}
