/** Limits of a single run, so that one run of a check or a sweep cannot delay the others. */
import { grouped, type Run, type StoppedBy } from '@kineko/run';

export interface RunLimits {
  readonly events?: number | undefined;
  /** Wall-clock seconds; enforced by the pool of threads, which also ends a run that blocks its thread. */
  readonly wallSeconds?: number | undefined;
}

/** A run that was cut off, as plain data. */
export interface ExceededLimit {
  readonly limit: 'events' | 'wall time';
  /** The limit itself: a number of events, or wall-clock seconds. */
  readonly most: number;
  /** Simulated seconds that the run reached. */
  readonly time: number;
  readonly events: number;
}

/** Thrown for a run that was cut off by a limit. */
export class LimitError extends Error {
  override readonly name = 'LimitError';

  constructor(readonly exceeded: ExceededLimit) {
    super(describeExceeded(exceeded));
  }
}

/** Whether a message is that of a `LimitError`: threads and other machines pass on only the message. */
export function isLimitMessage(message: string): boolean {
  return message.startsWith(EXCEEDED);
}

const EXCEEDED = 'exceeded the ';

/** Called several times per second with the simulated time and the number of events. */
export type OnProgress = (time: number, events: number) => void;

/** Slices start small, so that a run that hangs early has reported its progress. */
const FIRST_SLICE_EVENTS = 16;
const MAX_SLICE_EVENTS = 2000;

/** Advances a run to its end, to a time or by a number of events, and reports its progress. */
export async function advanceInSlices(
  run: Run,
  { until, maxEvents = Infinity }: { readonly until?: number | undefined; readonly maxEvents?: number | undefined },
  onProgress: OnProgress = () => {},
): Promise<StoppedBy | undefined> {
  const last = run.events + maxEvents;
  for (let size = FIRST_SLICE_EVENTS; ; size = Math.min(2 * size, MAX_SLICE_EVENTS)) {
    const before = run.events;
    const slice = Math.min(size, last - before);
    if (slice <= 0) return undefined;
    const stoppedBy = await run.advance({ ...(until !== undefined && { until }), maxEvents: slice });
    onProgress(run.now, run.events);
    if (stoppedBy !== undefined || run.events - before < slice) return stoppedBy;
  }
}

/** `exceeded the event limit of 1,000,000 at t = 10.261 s`. */
export function describeExceeded({ limit, most, time }: ExceededLimit): string {
  const words = limit === 'events' ? `event limit of ${grouped(most)}` : `wall-time limit of ${most} s`;
  return `${EXCEEDED}${words} at t = ${Number(time.toPrecision(6))} s`;
}
