import type { TraceRecord } from '@kineko/formats/trace';
import type { NekoRecord } from '../../records.js';

const TYPES: Readonly<Record<NekoRecord['type'], true>> = {
  send: true,
  deliver: true,
  drop: true,
  crash: true,
  recover: true,
  suspect: true,
  decide: true,
  protocolEvent: true,
  log: true,
};

/**
 * Whether a process may make this record: it concerns communication, and the process itself or a message it dropped.
 */
export function isRecordOf(record: TraceRecord, process: number, n: number): record is NekoRecord {
  if (!Object.hasOwn(TYPES, record.type)) return false;
  const { type, process: subject } = record as NekoRecord;
  return type === 'drop' ? Number.isInteger(subject) && subject >= 0 && subject < n : subject === process;
}

interface Placed {
  readonly record: NekoRecord;
  /** Sort key: not before earlier records of the process. */
  readonly time: number;
  readonly process: number;
}

/**
 * Merges the records of all processes while they arrive: by time, then by process, keeping the order of each process.
 * Clocks differ a little; a delivery still comes after its sending, since messages carry their time.
 *
 * A record is released when all processes have passed its time: none can make a record before it.
 */
export class RecordMerger {
  private readonly waiting: Placed[][];
  private readonly latest: number[];
  private readonly passed: number[];

  constructor(
    n: number,
    private readonly release: (record: NekoRecord) => void,
  ) {
    this.waiting = Array.from({ length: n }, () => []);
    this.latest = Array.from({ length: n }, () => 0);
    this.passed = Array.from({ length: n }, () => 0);
  }

  add(process: number, record: NekoRecord): void {
    const time = Math.max(this.latest[process]!, record.time);
    this.latest[process] = time;
    this.waiting[process]!.push({ record, time, process });
  }

  /** A process makes no more records before this time. */
  pass(process: number, time: number): void {
    if (!(time > this.passed[process]!)) return;
    this.passed[process] = time;
    this.releaseUpTo(Math.min(...this.passed));
  }

  /** No more records follow. */
  finish(): void {
    this.releaseUpTo(Infinity);
  }

  private releaseUpTo(mark: number): void {
    const due = this.waiting.flatMap((queue) => {
      const end = queue.findIndex(({ time }) => time >= mark);
      return queue.splice(0, end < 0 ? queue.length : end);
    });
    due.sort((a, b) => a.time - b.time || a.process - b.process);
    for (const { record } of due) this.release(record);
  }
}
