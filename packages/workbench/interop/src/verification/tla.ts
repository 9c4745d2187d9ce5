/**
 * The events of a run as JSON lines for trace validation with TLA+, in the form that `ndJsonDeserialize` of TLC accepts: it reads
 * numbers as integers of 32 bits and has no null.
 */
import type { RecordType, TraceRecord, TraceValue } from '@kineko/formats/trace';

/** Records that describe the scene or a trajectory rather than an event. */
const NO_EVENTS: ReadonlySet<RecordType> = new Set([
  'world',
  'robot',
  'obstacle',
  'object',
  'leg',
  'obstacleLeg',
  'motionEvent',
  'warning',
]);

const MAX_INTEGER = 2 ** 31 - 1;

export class TlaTrace {
  /** Number of events of each process or robot. */
  private readonly steps = new Map<number, number>();

  /** The line of a record; undefined if the record is no event. */
  lineOf(record: TraceRecord): string | undefined {
    if (NO_EVENTS.has(record.type)) return undefined;
    const { type, time, ...fields } = record;
    const actor = 'process' in record ? record.process : 'robot' in record ? record.robot : undefined;
    let step: number | undefined;
    if (actor !== undefined) this.steps.set(actor, (step = (this.steps.get(actor) ?? 0) + 1));
    const event = { event: type, time: String(time), ...(step !== undefined && { step }), ...fields };
    return `${JSON.stringify(readable(event))}\n`;
  }
}

/** Without null, fractions and large numbers, which become text. Absent fields stay absent. */
function readable(value: TraceValue | undefined): TraceValue | undefined {
  if (value === null) return 'null';
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER ? value : String(value);
  if (Array.isArray(value)) return value.map((each: TraceValue) => readable(each)!);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, readable(each)]));
}
