/** Runs a scenario once, and judges its properties. */
import type { Pose } from '@kineko/geometry';
import type { TraceRecord } from '@kineko/formats/trace';
import type { AuthorGuard, ProgramTraffic, Scenario, StoppedBy } from '@kineko/run';
import { advanceInSlices, type ExceededLimit, type OnProgress, type RunLimits } from './limits.js';
import { RunObserver } from './observed-run.js';
import type { ScenarioRequest } from './requests.js';
import type { Property, Verdict } from './properties/property.js';

export interface JudgeRequest {
  readonly scenario: ScenarioRequest;
  readonly seed: number;
  readonly properties: readonly string[];
  /** File that the paths of authors' properties are relative to. */
  readonly from: string;
  /** Time limit in simulated seconds, besides that of the scenario. */
  readonly until?: number | undefined;
  /** A file for the trace of the run. */
  readonly trace?: string | undefined;
  readonly limits?: RunLimits | undefined;
}

export interface Judgement {
  /** In the order of the properties. */
  readonly verdicts: readonly Verdict[];
  readonly stoppedBy: StoppedBy | undefined;
  /** Simulated seconds. */
  readonly end: number;
  readonly events: number;
  readonly n: number;
  /** Copies of messages that were sent. */
  readonly sent: number;
  /** Messages of its processes; undefined if a fault schedule cannot omit them. */
  readonly programs?: ProgramTraffic | undefined;
  /** Set if the run exceeded its event limit: its verdicts are then `violated` or `unknown`. */
  readonly exceeded?: ExceededLimit | undefined;
  /** Initial poses of robots, by id. */
  readonly places: readonly Pose[];
  /** All values of the scenario. */
  readonly config: Readonly<Record<string, string>>;
  /** Hash of the records, if a trace was written. */
  readonly hash?: string | undefined;
}

export interface JudgeOptions {
  readonly seed: number;
  readonly until?: number | undefined;
  readonly guard?: AuthorGuard | undefined;
  readonly maxEvents?: number | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly emit?: ((record: TraceRecord) => void) | undefined;
}

export async function judge(
  scenario: Scenario,
  properties: readonly Property[],
  options: JudgeOptions,
): Promise<Judgement> {
  const observer = new RunObserver();
  const { emit, onProgress } = options;
  let events = 0;
  const run = await scenario.open({
    seed: options.seed,
    guard: options.guard,
    emit: (record) => {
      observer.add(record);
      emit?.(record);
      onProgress?.(record.time, events);
    },
  });
  try {
    const { until, maxEvents } = options;
    await advanceInSlices(run, { until, maxEvents }, (time, count) => {
      events = count;
      onProgress?.(time, count);
    });
    const { stoppedBy, simulatedSeconds: end, processes, messages } = run.summary();
    // A reached goal completes a run like an empty queue.
    const isComplete = stoppedBy === 'empty' || stoppedBy === 'finished' || stoppedBy === 'shutdown';
    const observed = observer.observed({ end, isComplete, n: processes });
    const isOver = stoppedBy !== undefined || end >= Math.min(until ?? Infinity, run.timeLimit);
    const exceeded: ExceededLimit | undefined =
      maxEvents === undefined || isOver || run.events < maxEvents
        ? undefined
        : { limit: 'events', most: maxEvents, time: end, events: run.events };
    const verdicts = properties.map((property) => property.judge(observed));
    return {
      verdicts: exceeded === undefined ? verdicts : verdicts.map((verdict) => ofPrefix(verdict, end)),
      stoppedBy,
      end,
      events: run.events,
      n: processes,
      sent: messages.sent,
      programs: run.programMessages?.(),
      exceeded,
      places: observed.robots.map((robot) => robot.poseAt(observed.span.from)),
      config: Object.fromEntries(scenario.config().map(({ key, value }) => [key, value])),
    };
  } finally {
    await run.close();
  }
}

/** Only a violation before the cut-off is certain: no later event could undo it. */
function ofPrefix(verdict: Verdict, cut: number): Verdict {
  const { violation, premises, score } = verdict;
  return verdict.verdict === 'violated' && violation !== undefined && violation.time < cut
    ? verdict
    : { verdict: 'unknown', premises, score };
}
