import { type Broadcast, BroadcastEvents, type Delivered, type OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, type Findings, idsOf } from './checker.js';
import { Crashes } from './crashes.js';

/**
 * FIFO order: a process delivers a message only after all earlier broadcasts of its origin. Its premise is the delivery
 * of a message that is not the first of its origin.
 */
export function fifoOrder(of: OfProtocol): Checker {
  return checkerOf('FIFO order', (observed, findings) => {
    const events = new BroadcastEvents(observed, of, findings);
    for (const sequence of events.sequences) {
      const seen = new Set<string>();
      for (const { message, process, record } of sequence) {
        seen.add(message);
        const broadcast = events.broadcasts.get(message);
        // Forged messages are left to the check of integrity.
        if (broadcast === undefined || broadcast.place === 0) continue;
        findings.premise();
        const earlier = events.byOrigin[broadcast.origin]!.slice(0, broadcast.place);
        const missing = earlier.find((other) => !seen.has(other.message));
        if (missing === undefined) continue;
        findings.violation(
          `p${process} delivered ${message} at t = ${record.time} without ${missing.message}, which p${missing.origin} ` +
            `broadcast before it, at t = ${missing.record.time}`,
          missing.record,
          broadcast.record,
          record,
        );
      }
    }
  });
}

/** The number of known broadcasts of each origin. */
type VectorClock = number[];

/**
 * Causal order: a process delivers a message only after all messages that its origin had broadcast or delivered before,
 * and their dependencies. Vector clocks are computed from the records, independently of the protocol. Its premise is
 * the delivery of a message that depends on another.
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

export interface TotalOrderOptions extends OfProtocol {
  /** Whether the order includes crashed processes. Default: false. */
  readonly uniform?: boolean;
}

/**
 * Total order: the deliveries of two processes are the same sequence, up to the end of the shorter one. Its premise is
 * a delivery after the first that can be compared with another process's.
 */
export function totalOrder(options: TotalOrderOptions): Checker {
  const { uniform = false } = options;
  return checkerOf(uniform ? 'uniform total order' : 'total order', (observed, findings) => {
    const { sequences } = new BroadcastEvents(observed, options, findings);
    const crashes = new Crashes(observed.records, observed.n);
    const counted = uniform ? idsOf(observed.n) : crashes.correct;
    // Compare with the longest sequence: prefixes of one sequence are prefixes of each other.
    const longest = counted.reduce((a, b) => (sequences[b]!.length > sequences[a]!.length ? b : a), counted[0] ?? 0);
    for (const id of counted) if (id !== longest) compare(sequences[longest]!, sequences[id]!, findings);
  });
}

function compare(longer: readonly Delivered[], shorter: readonly Delivered[], findings: Findings): void {
  findings.premise(Math.max(0, shorter.length - 1));
  for (const [place, b] of shorter.entries()) {
    const a = longer[place]!;
    if (a.message === b.message) continue;
    findings.violation(
      `number ${place + 1} that was delivered is ${a.message} at p${a.process} (t = ${a.record.time}), ` +
        `but ${b.message} at p${b.process} (t = ${b.record.time})`,
      a.record,
      b.record,
    );
    return;
  }
}
