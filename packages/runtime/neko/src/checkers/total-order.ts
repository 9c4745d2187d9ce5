import { BroadcastEvents, type Delivered, type OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, type Findings, idsOf } from './checker.js';
import { Crashes } from './crashes.js';

export interface TotalOrderOptions extends OfProtocol {
  /** Whether the order is also that of those who crashed. Default: false. */
  readonly uniform?: boolean;
}

/**
 * Total order: what two processes have delivered is the same sequence, as far as the shorter one goes. Its premise is a
 * second, third, … delivery that can be compared with another process's.
 */
export function totalOrder(options: TotalOrderOptions): Checker {
  const { uniform = false } = options;
  return checkerOf(uniform ? 'uniform total order' : 'total order', (observed, findings) => {
    const { sequences } = new BroadcastEvents(observed, options, findings);
    const crashes = new Crashes(observed.records, observed.n);
    const counted = uniform ? idsOf(observed.n) : crashes.correct;
    // Compared with the longest, since sequences that are prefixes of one are prefixes of each other.
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
