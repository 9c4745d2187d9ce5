import { type Broadcast, BroadcastEvents, type OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf } from './checker.js';

/** How many broadcasts of each origin are known. */
type VectorClock = number[];

/**
 * Causal order: who delivers a message has delivered all that its origin had broadcast or delivered before, and what those
 * depend on. Vector clocks are computed from the records, whatever the protocol itself does. Its premise is the delivery
 * of a message that depends on another.
 */
export function causalOrder(of: OfProtocol): Checker {
  return checkerOf('causal order', (observed, findings) => {
    const { n } = observed;
    const events = new BroadcastEvents(observed, of, findings);
    const clocks: VectorClock[] = Array.from({ length: n }, () => new Array<number>(n).fill(0));
    const stamps = new Map<string, VectorClock>();
    const seen: Set<string>[] = Array.from({ length: n }, () => new Set());
    const missingOf = (process: number, broadcast: Broadcast, stamp: VectorClock): Broadcast | undefined => {
      for (const [origin, known] of stamp.entries()) {
        const past = events.byOrigin[origin]!.slice(0, origin === broadcast.origin ? known - 1 : known);
        const missing = past.find(({ message }) => !seen[process]!.has(message));
        if (missing !== undefined) return missing;
      }
      return undefined;
    };
    for (const step of events.steps) {
      if (step.kind === 'broadcast') {
        const clock = clocks[step.origin]!;
        clock[step.origin] = step.place + 1;
        stamps.set(step.message, [...clock]);
        continue;
      }
      const { message, process, record } = step;
      const stamp = stamps.get(message);
      const broadcast = events.broadcasts.get(message);
      if (stamp === undefined || broadcast === undefined) continue;
      if (stamp.some((known, origin) => known > (origin === broadcast.origin ? 1 : 0))) findings.premise();
      const missing = missingOf(process, broadcast, stamp);
      if (missing !== undefined) {
        findings.violation(
          `p${process} delivered ${message} at t = ${record.time} without ${missing.message}, on which it depends: ` +
            `p${broadcast.origin} knew of it when it broadcast ${message} at t = ${broadcast.record.time}`,
          missing.record,
          broadcast.record,
          record,
        );
      }
      seen[process]!.add(message);
      const clock = clocks[process]!;
      for (const [origin, known] of stamp.entries()) clock[origin] = Math.max(clock[origin]!, known);
    }
  });
}
