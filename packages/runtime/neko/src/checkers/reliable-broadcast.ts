/**
 * Reliable broadcast (Hadzilacos, Toueg, "Fault-tolerant broadcasts and related problems", 1993): validity, agreement,
 * integrity. Uniform agreement, on the deliveries of crashed processes, is a checker of its own.
 */
import { BroadcastEvents, type Delivered, type OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, type Findings } from './checker.js';
import { Crashes } from './crashes.js';
import { getOrAdd } from '../get-or-add.js';

/** Its premise is a broadcast. */
export function reliableBroadcast(of: OfProtocol): Checker {
  return checkerOf('reliable broadcast', (observed, findings) => {
    const events = new BroadcastEvents(observed, of, findings);
    findings.premise(events.broadcasts.size);
    checkIntegrity(events, findings);
    if (!observed.isComplete) return;
    const crashes = new Crashes(observed.records, observed.n);
    checkValidity(events, crashes, findings);
    checkAgreement(events, crashes, deliveredBy(events, crashes.correct), findings);
  });
}

/** Its premise is a delivery by a process that crashed: without one it is the same as reliable broadcast. */
export function uniformAgreement(of: OfProtocol): Checker {
  return checkerOf('uniform agreement', (observed, findings) => {
    const events = new BroadcastEvents(observed, of, findings);
    const crashes = new Crashes(observed.records, observed.n);
    const delivered = deliveredBy(events, crashes.first.keys());
    findings.premise(delivered.size);
    if (observed.isComplete) checkAgreement(events, crashes, delivered, findings);
  });
}

/** The first delivery of each message by any of some processes. */
function deliveredBy(events: BroadcastEvents, ids: Iterable<number>): Map<string, Delivered> {
  const delivered = new Map<string, Delivered>();
  for (const id of ids) for (const each of events.sequences[id]!) getOrAdd(delivered, each.message, () => each);
  return delivered;
}

function checkIntegrity(events: BroadcastEvents, findings: Findings): void {
  const broadcast = new Set<string>();
  const seen = new Map<string, Delivered>();
  for (const step of events.steps) {
    if (step.kind === 'broadcast') {
      broadcast.add(step.message);
      continue;
    }
    const { message, process, record } = step;
    const did = `p${process} delivered ${message} at t = ${record.time}`;
    if (!broadcast.has(message)) findings.violation(`${did}, which no process had broadcast`, record);
    const key = `${process} ${message}`;
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, step);
    else findings.violation(`${did} and had delivered it at t = ${earlier.record.time}`, earlier.record, record);
  }
}

function checkValidity(events: BroadcastEvents, crashes: Crashes, findings: Findings): void {
  for (const { message, origin, record } of events.broadcasts.values()) {
    if (!crashes.isCorrect(origin) || events.deliveryOf(message, origin) !== undefined) continue;
    findings.violation(
      `p${origin}, which is correct, broadcast ${message} at t = ${record.time} and never delivered it itself`,
      record,
    );
  }
}

/** All correct processes deliver the given messages. */
function checkAgreement(
  events: BroadcastEvents,
  crashes: Crashes,
  delivered: ReadonlyMap<string, Delivered>,
  findings: Findings,
): void {
  for (const id of crashes.correct) {
    const own = new Set(events.sequences[id]!.map(({ message }) => message));
    for (const { message, process, record } of delivered.values()) {
      if (own.has(message)) continue;
      const crash = crashes.first.get(process);
      const who = crash === undefined ? `p${process}` : `p${process}, which crashed at t = ${crash.time},`;
      findings.violation(
        `${who} delivered ${message} at t = ${record.time}, and p${id}, which is correct, never did`,
        record,
        crash,
      );
    }
  }
}
