/** One run of a sweep. */
import type { AuthorGuard, Run, Scenario, StoppedBy } from '@kineko/run';
import type { StopSpec } from './experiment/experiment.js';
import { readExpression } from './expression.js';
import { advanceInSlices, LimitError, type OnProgress } from './limits.js';
import { builtInOf, type Measurement } from './metrics/measuring.js';
import type { CellRequest } from './requests.js';

/** The result of a cell, which does not depend on the machine. */
export interface CellResult {
  readonly id: string;
  /** By metric; null where a metric has no value. */
  readonly values: Readonly<Record<string, number | null>>;
  readonly stoppedBy: StoppedBy | 'condition';
}

/** Throws a `LimitError` if the run exceeds the event limit of the request, unlike that of `stop`. */
export async function runCell(
  scenario: Scenario,
  { id, seed, stop, limits }: CellRequest,
  measurement: Measurement,
  { guard, onProgress }: { readonly guard?: AuthorGuard | undefined; readonly onProgress?: OnProgress | undefined },
): Promise<CellResult> {
  const run = await scenario.open({ seed, guard, emit: measurement.emit });
  try {
    const stoppedBy = await advance(run, stop, limits?.events ?? Infinity, onProgress);
    return { id, values: measurement.values(run), stoppedBy };
  } finally {
    await run.close();
  }
}

async function advance(
  run: Run,
  { time = Infinity, events = Infinity, when }: StopSpec,
  limit: number,
  onProgress: OnProgress | undefined,
): Promise<CellResult['stoppedBy']> {
  const most = Math.min(events, limit);
  const [text, every = Infinity] = when ?? [];
  const condition = text === undefined ? undefined : await readExpression(text);
  for (let looks = 1; ; looks++) {
    const until = Math.min(time, looks * every);
    const stoppedBy = await advanceInSlices(
      run,
      { until: until < Infinity ? until : undefined, maxEvents: most - run.events },
      onProgress,
    );
    if (stoppedBy !== undefined) return stoppedBy;
    if (run.events >= events) return 'events';
    if (run.events >= limit) throw new LimitError({ limit: 'events', most: limit, time: run.now, events: run.events });
    if (condition !== undefined) {
      const summary = run.summary();
      if (condition.evaluate((name) => builtInOf(name, { summary })) !== 0) return 'condition';
    }
    if (until >= time) return 'time';
  }
}
