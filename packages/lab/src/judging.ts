/** One run of a check: the scenario is run, and every property judged on what happened. */
import type { Pose } from '@kineko/geometry';
import type { TraceRecord } from '@kineko/formats/trace';
import type { AuthorGuard, Scenario, StoppedBy } from '@kineko/run';
import { RunObserver } from './observed-run.js';
import type { ScenarioOrder } from './orders.js';
import type { Property, Verdict } from './properties/property.js';

export interface JudgeOrder {
  readonly scenario: ScenarioOrder;
  readonly seed: number;
  readonly properties: readonly string[];
  /** The file that authors' properties are relative to. */
  readonly from: string;
  /** Simulated seconds, in place of the scenario's own end if that is later. */
  readonly until?: number | undefined;
  /** A file for the trace of the run. */
  readonly trace?: string | undefined;
}

export interface Judgement {
  /** In the order of the properties. */
  readonly verdicts: readonly Verdict[];
  readonly stoppedBy: StoppedBy | undefined;
  /** Simulated seconds. */
  readonly end: number;
  readonly n: number;
  /** Where robots were at first, by id. */
  readonly places: readonly Pose[];
  /** Every value of the scenario as it was run. */
  readonly config: Readonly<Record<string, string>>;
  /** Of its records, where a trace was written. */
  readonly hash?: string | undefined;
}

export interface JudgeOptions {
  readonly seed: number;
  readonly until?: number | undefined;
  readonly guard?: AuthorGuard | undefined;
  /** Whoever else wants the records. */
  readonly emit?: ((record: TraceRecord) => void) | undefined;
}

export async function judge(
  scenario: Scenario,
  properties: readonly Property[],
  options: JudgeOptions,
): Promise<Judgement> {
  const observer = new RunObserver();
  const { emit } = options;
  const run = await scenario.open({
    seed: options.seed,
    guard: options.guard,
    emit: (record) => {
      observer.add(record);
      emit?.(record);
    },
  });
  try {
    await run.advance(options.until === undefined ? {} : { until: options.until });
    const { stoppedBy, simulatedSeconds: end, processes } = run.summary();
    // A goal that is reached ends the story as well as an empty queue does.
    const isComplete = stoppedBy === 'empty' || stoppedBy === 'finished' || stoppedBy === 'shutdown';
    const observed = observer.observed({ end, isComplete, n: processes });
    return {
      verdicts: properties.map((property) => property.judge(observed)),
      stoppedBy,
      end,
      n: processes,
      places: observed.robots.map((robot) => robot.poseAt(observed.span.from)),
      config: Object.fromEntries(scenario.config().map(({ key, value }) => [key, value])),
    };
  } finally {
    await run.close();
  }
}
