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

/** Whether a process may put this on record: it is about communication, and about itself or a message it gave up. */
export function isRecordOf(record: TraceRecord, process: number, n: number): record is NekoRecord {
  if (!Object.hasOwn(TYPES, record.type)) return false;
  const { type, process: subject } = record as NekoRecord;
  return type === 'drop' ? Number.isInteger(subject) && subject >= 0 && subject < n : subject === process;
}

/**
 * One log of those of all processes: by time, and at one time by process. What one process put on record stays in its
 * order. Clocks are a little apart; what was delivered still comes after its sending, since messages carry their time.
 */
export function mergeRecords(logs: readonly (readonly NekoRecord[])[]): NekoRecord[] {
  const all = logs.flatMap((log, process) => inOrder(log).map((item) => ({ ...item, process })));
  all.sort((a, b) => a.time - b.time || a.process - b.process);
  return all.map(({ record }) => record);
}

/** With the time by which it is sorted: never before the one that was put on record earlier. */
function inOrder(log: readonly NekoRecord[]): { readonly record: NekoRecord; readonly time: number }[] {
  let latest = 0;
  return log.map((record) => {
    latest = Math.max(latest, record.time);
    return { record, time: latest };
  });
}
