import type { OfProtocol } from './broadcast-events.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type Findings, type ProtocolEvent } from './checker.js';

export interface LogicalClockOptions extends OfProtocol {
  /** scalar: Lamport's numbers; vector: a number for each process. Default: scalar. */
  readonly time?: 'scalar' | 'vector';
}

/** An event of the clock, with what it may depend on: by process, the number of its events. */
interface Stamped {
  readonly record: ProtocolEvent;
  readonly past: readonly number[];
}

/**
 * Logical clocks (Lamport, 1978; Fidge, 1988; Mattern, 1989): an event that may have caused another has the lower time. With vector
 * times the converse holds too. Dependencies are computed from the records, independently of the protocol. Its premise is a
 * delivery.
 */
export function logicalClock({ protocol, time = 'scalar' }: LogicalClockOptions): Checker {
  return checkerOf('logical clock', ({ records, n }, findings) => {
    const histories: Stamped[][] = Array.from({ length: n }, () => []);
    const accepted = new Map<string, Stamped>();
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'accept' && record.event !== 'deliver') continue;
      const own = histories[record.process]!;
      const message = String(fieldOf(record, 'message'));
      const cause = record.event === 'deliver' ? accepted.get(message) : undefined;
      if (record.event === 'deliver') findings.premise();
      const before = own.at(-1)?.past ?? new Array<number>(n).fill(0);
      const known = before.map((count, id) => Math.max(count, cause?.past[id] ?? 0));
      const stamped = { record, past: known.with(record.process, own.length + 1) };
      for (const earlier of [own.at(-1), cause]) {
        if (earlier === undefined || isBefore(earlier.record, record)) continue;
        findings.violation(`${nameOf(record)}, not after ${nameOf(earlier.record)}`, earlier.record, record);
      }
      own.push(stamped);
      if (record.event === 'accept') accepted.set(message, stamped);
    }
    if (time === 'vector') for (const each of histories.flat()) checkKnowledge(each, histories, findings);
  });
}

/** The time of an event shows exactly which events of each process it depends on. */
function checkKnowledge(
  { record, past }: Stamped,
  histories: readonly (readonly Stamped[])[],
  findings: Findings,
): void {
  const time = fieldOf(record, 'time') as readonly number[];
  for (const [id, history] of histories.entries()) {
    const next = history[past[id]!]?.record;
    const nextTime = next && (fieldOf(next, 'time') as readonly number[])[id]!;
    if (next === undefined || time[id]! < nextTime!) continue;
    findings.violation(`${nameOf(record)}, which does not depend on ${nameOf(next)}`, record, next);
  }
}

function isBefore(a: ProtocolEvent, b: ProtocolEvent): boolean {
  const [one, two] = [fieldOf(a, 'time'), fieldOf(b, 'time')];
  if (typeof one === 'number' && typeof two === 'number') return one < two;
  if (!Array.isArray(one) || !Array.isArray(two)) return false;
  return one.every((value, id) => value <= two[id]) && one.some((value, id) => value < two[id]);
}

function nameOf(record: ProtocolEvent): string {
  const { process, event, time } = record;
  return `the ${event} of ${String(fieldOf(record, 'message'))} by p${process} at t = ${time} has the time ${canonical(fieldOf(record, 'time'))}`;
}
