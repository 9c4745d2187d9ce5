import type { RecordOf } from '@kineko/formats/trace';
import type { NekoRecord } from '../records.js';
import { canonical, type Checker, checkerOf, type Findings, type Observed } from './checker.js';
import { getOrAdd } from '../get-or-add.js';

export interface NetworkPromise {
  /** Whether more copies may arrive than were sent. Default: false. */
  readonly duplicates?: boolean;
  /** Whether the copies of a link arrive in the order in which they were sent. Default: false. */
  readonly fifo?: boolean;
  /** Maximum seconds that a copy may be under way; without it, the run must have ended with nothing under way. */
  readonly mostSecondsUnderWay?: number;
}

type Send = RecordOf<'send'>;
type Arrival = RecordOf<'deliver'> | RecordOf<'drop'>;

/** One message to one process: the copies sent and their fate. */
interface Traffic {
  readonly sends: Send[];
  readonly arrivals: Arrival[];
}

/**
 * Every sent copy is delivered, dropped or under way; nothing arrives that was not sent, or differs from what was sent,
 * or more often, or at a crashed process.
 *
 * Messages are identified by sender, number and type, which is sufficient for a process on one network.
 */
export function network(promise: NetworkPromise = {}): Checker {
  return checkerOf('network', (observed, findings) => {
    const traffic = collect(observed, findings);
    if (promise.fifo === true) checkFifo(observed.records, findings);
    if (promise.duplicates !== true) for (const each of traffic.values()) checkDuplicates(each, findings);
    const { mostSecondsUnderWay = Infinity } = promise;
    if (observed.isComplete) checkEnd(observed, traffic, mostSecondsUnderWay, findings);
    checkCrashed(observed.records, findings);
  });
}

function collect({ records, n }: Observed, findings: Findings): Map<string, Traffic> {
  const traffic = new Map<string, Traffic>();
  for (const record of records) {
    if (!(record.process >= 0 && record.process < n))
      findings.violation(`unknown process ${record.process}: n is ${n}`, record);
    if (record.type === 'send') {
      for (const to of record.to) {
        findings.premise();
        trafficOf(traffic, record.process, record.message, record.messageType, to).sends.push(record);
      }
    } else if (record.type === 'deliver' || record.type === 'drop') {
      const { from, message, messageType, process } = record;
      const each = trafficOf(traffic, from, message, messageType, process);
      each.arrivals.push(record);
      checkOrigin(record, each, findings);
    }
  }
  return traffic;
}

function trafficOf(traffic: Map<string, Traffic>, from: number, message: number, type: string, to: number): Traffic {
  return getOrAdd(traffic, `${from} ${message} ${to} ${type}`, () => ({ sends: [], arrivals: [] }));
}

function checkOrigin(arrival: Arrival, { sends }: Traffic, findings: Findings): void {
  const what = nameOf(arrival);
  if (sends.length === 0) {
    findings.violation(`${what}, which p${arrival.from} had not sent to it`, arrival);
    return;
  }
  if (arrival.time < sends[0]!.time)
    findings.violation(`${what} before it was sent at t = ${sends[0]!.time}`, sends[0], arrival);
  if (arrival.type === 'deliver' && !sends.some((send) => isSame(send, arrival))) {
    findings.violation(
      `${what} other than it was sent: ${canonical(arrival.content)} instead of ${canonical(sends[0]!.content)}`,
      sends[0],
      arrival,
    );
  }
}

function isSame(send: Send, arrival: RecordOf<'deliver'>): boolean {
  if (send.protocol !== arrival.protocol || canonical(send.to) !== canonical(arrival.to)) return false;
  return send.content === arrival.content || canonical(send.content) === canonical(arrival.content);
}

function checkDuplicates({ sends, arrivals }: Traffic, findings: Findings): void {
  if (sends.length === 0 || arrivals.length <= sends.length) return;
  const last = arrivals.at(-1)!;
  findings.violation(
    `${nameOf(last)}, the copy ${arrivals.length} of it: ${sends.length} was sent and nothing duplicates`,
    sends[0],
    ...arrivals,
  );
}

function checkFifo(records: readonly NekoRecord[], findings: Findings): void {
  const latest = new Map<string, RecordOf<'deliver'>>();
  const seen = new Set<string>();
  for (const record of records) {
    if (record.type !== 'deliver') continue;
    const link = `${record.from} ${record.process}`;
    const copy = `${link} ${record.message} ${record.messageType}`;
    // A duplicate of an earlier copy does not violate the order.
    if (seen.has(copy)) continue;
    seen.add(copy);
    const before = latest.get(link);
    if (before !== undefined && before.message > record.message) {
      findings.violation(`${nameOf(record)} after the number ${before.message}: the link is not FIFO`, before, record);
    } else {
      latest.set(link, record);
    }
  }
}

function checkEnd(
  { records }: Observed,
  traffic: ReadonlyMap<string, Traffic>,
  maxSeconds: number,
  findings: Findings,
): void {
  const end = records.at(-1)?.time ?? 0;
  for (const { sends, arrivals } of traffic.values()) {
    const missing = sends.length - arrivals.length;
    const send = sends[0];
    if (missing <= 0 || send === undefined || !(end - send.time > maxSeconds)) continue;
    findings.violation(
      `${send.messageType} number ${send.message} of p${send.process}, sent at t = ${send.time}, was neither delivered ` +
        `nor dropped by t = ${end}, ${missing} of its copies`,
      send,
    );
  }
}

function checkCrashed(records: readonly NekoRecord[], findings: Findings): void {
  const crashed = new Map<number, NekoRecord>();
  for (const record of records) {
    const crash = crashed.get(record.process);
    if (record.type === 'crash') crashed.set(record.process, record);
    else if (record.type === 'recover') crashed.delete(record.process);
    else if (crash !== undefined && record.type !== 'drop') {
      findings.violation(
        `p${record.process} crashed at t = ${crash.time} and yet there is a ${record.type} of it at t = ${record.time}`,
        crash,
        record,
      );
    }
  }
}

function nameOf({ type, time, process, message, messageType, from }: Arrival): string {
  const did = type === 'deliver' ? `p${process} got` : `lost for p${process} was`;
  return `at t = ${time} ${did} ${messageType} number ${message} of p${from}`;
}
