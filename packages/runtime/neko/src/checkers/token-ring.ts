import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';

export interface TokenRingOptions extends OfProtocol {
  /** Time by which the ring must have converged; without it, the end of the run. */
  readonly deadline?: number;
}

/**
 * Convergence of Dijkstra's ring: from some time on, by the states of all processes, exactly one is privileged: process 0 if its
 * state equals that of the last process, another one if its state differs from that of the process before it. Its premises are
 * the passings of the privilege after that time, of which there must be at least one per process.
 */
export function tokenRing({ protocol, deadline = Infinity }: TokenRingOptions): Checker {
  return checkerOf('token ring', ({ records, n, isComplete }, findings) => {
    const states = new Map<number, unknown>();
    let bad: ProtocolEvent | undefined;
    let passings = 0;
    let [isConverged, privileges] = [false, 0];
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'state') continue;
      states.set(record.process, fieldOf(record, 'state'));
      if (states.size < n) continue;
      privileges = 0;
      for (let id = 0; id < n; id++) {
        const isSame = states.get(id) === states.get((id + n - 1) % n);
        if (isSame === (id === 0)) privileges++;
      }
      isConverged = privileges === 1;
      passings = isConverged ? passings + 1 : 0;
      if (isConverged) continue;
      bad = record;
      if (isComplete && record.time > deadline)
        findings.violation(
          `${privileges} processes were privileged at t = ${record.time}, after t = ${deadline}`,
          record,
        );
    }
    if (states.size < n) return;
    if (isConverged) findings.premise(passings);
    if (!isComplete) return;
    if (!isConverged) findings.violation(`${privileges} processes are privileged at the end`, bad);
    else if (passings < n)
      findings.violation(
        `the privilege was passed ${passings} times after it was the only one: expected ${n} or more`,
        bad,
      );
  });
}
