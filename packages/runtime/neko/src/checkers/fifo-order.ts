import { BroadcastEvents, type OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf } from './checker.js';

/**
 * FIFO order: who delivers a message has delivered all that its origin broadcast before it. Its premise is the delivery of
 * a message that is not the first of its origin.
 */
export function fifoOrder(of: OfProtocol): Checker {
  return checkerOf('FIFO order', (observed, findings) => {
    const events = new BroadcastEvents(observed, of, findings);
    for (const sequence of events.sequences) {
      const seen = new Set<string>();
      for (const { message, process, record } of sequence) {
        seen.add(message);
        const broadcast = events.broadcasts.get(message);
        // Forged ones are for those who look at integrity.
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
