import type { Party, RecordOf, TraceLeg, TraceRecord } from './records.js';
import type { TraceValue } from './values.js';

/** The part of a motion that all its records contain. */
export interface RecordedMotion {
  readonly robot: number;
  /** Number of the motion among those of its robot. */
  readonly number: number;
  /** Name of the motion module. */
  readonly kind: string;
}

/** The part of a motion's outcome that is recorded. */
export interface RecordedOutcome extends Pick<RecordOf<'motionEnd'>, 'status' | 'with' | 'by'> {
  readonly at: number;
  readonly pose: { readonly x: number; readonly y: number; readonly heading: number };
}

/**
 * Takes the most frequent records of a run, by type, as the parts that the producer has at hand. All of them may be reused
 * after the call. A record object, even a reused one, would take as long to fill as the record takes to write.
 */
export interface FrequentRecords {
  /** The leg may have more members than the record. */
  leg(time: number, robot: number, leg: TraceLeg): void;
  motionRequest(time: number, motion: RecordedMotion, request: TraceValue): void;
  /** `numbers` are the nine fields from `x` to `speed`, in the order of the table: doubles in an array need no allocation. */
  motionEvent(
    time: number,
    motion: RecordedMotion,
    phase: string,
    edge: 'start' | 'finish',
    isLast: boolean,
    numbers: Float64Array,
  ): void;
  motionEnd(motion: RecordedMotion, outcome: RecordedOutcome): void;
  touch(time: number, robot: number, kind: Party['kind'], id: number): void;
  release(time: number, robot: number, kind: Party['kind'], id: number): void;
}

/** Handles records one by one. With `frequent`, it also takes the parts of frequent records. */
export interface RecordHandler {
  (record: TraceRecord): void;
  readonly frequent?: FrequentRecords | undefined;
}

/** The frequent records of a handler; one that takes no parts gets an object for each record. */
export function frequentRecordsOf(take: RecordHandler): FrequentRecords {
  return take.frequent ?? recordObjects(take);
}

/** Creates records from their parts. */
export function recordObjects(take: (record: TraceRecord) => void): FrequentRecords {
  return {
    leg: (time, robot, leg) => take({ type: 'leg', time, robot, leg: copyOf(leg) }),
    motionRequest: (time, { robot, number: task, kind }, request) =>
      take({ type: 'motionRequest', time, robot, task, kind, request: { ...(request as object) } }),
    motionEvent: (time, { robot, number: task, kind }, phase, edge, isLast, numbers) => {
      const [x, y, heading, toX, toY, turn, distance, turnRate, speed] = numbers as unknown as NineNumbers;
      const where = { x, y, heading, toX, toY, turn, distance, turnRate, speed };
      take({ type: 'motionEvent', time, robot, task, kind, phase, edge, isLast, ...where });
    },
    motionEnd: ({ robot, number: task }, { at: time, pose: { x, y, heading }, status, with: party, by }) =>
      take({ type: 'motionEnd', time, robot, task, status, x, y, heading, with: party, by }),
    touch: (time, robot, kind, id) => take({ type: 'touch', time, robot, other: { kind, id } }),
    release: (time, robot, kind, id) => take({ type: 'release', time, robot, other: { kind, id } }),
  };
}

type NineNumbers = [number, number, number, number, number, number, number, number, number];

function copyOf(leg: TraceLeg): TraceLeg {
  if (leg.kind !== 'turn') return { ...leg };
  // The turns of a world also have their final heading in degrees.
  const { kind, x, y, heading, start, end, turnRate } = leg;
  return { kind, x, y, heading, start, end, turnRate };
}
