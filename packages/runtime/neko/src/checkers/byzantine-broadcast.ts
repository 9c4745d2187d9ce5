import { BroadcastEvents, type Delivered, type OfProtocol } from './broadcast-events.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';

/**
 * Byzantine reliable broadcast: no two correct processes deliver different contents for one message (consistency); a message
 * of a correct process is delivered unchanged, each message once (integrity); in the end all correct processes
 * deliver the messages that one of them delivered (totality) or broadcast (validity). A process is Byzantine if the fault
 * schedule makes it so at any time. Its premises are broadcasts, and deliveries by correct processes, while one is.
 */
export function byzantineBroadcast({ protocol }: OfProtocol): Checker {
  return checkerOf('Byzantine broadcast', (observed, findings) => {
    const { records, n, isComplete } = observed;
    const liars = new Set(
      eventsOf(records, 'faults').flatMap((each) => (each.event === 'byzantine' ? each.process : [])),
    );
    const correct = new Crashes(records, n).correct.filter((id) => !liars.has(id));
    const events = new BroadcastEvents(observed, { protocol });
    const isCorrect = (id: number): boolean => correct.includes(id);
    /** The first delivery of each message by a correct process. */
    const first = new Map<string, Delivered>();
    if (liars.size > 0) findings.premise(events.broadcasts.size);
    for (const id of correct) {
      const seen = new Set<string>();
      for (const delivered of events.sequences[id]!) {
        const { message, record } = delivered;
        const did = `p${id} delivered ${canonical(fieldOf(record, 'content'))} as ${message} at t = ${record.time}`;
        if (liars.size > 0) findings.premise();
        if (seen.has(message)) findings.violation(`${did}, for the second time`, record);
        seen.add(message);
        const origin = Number(message.split(';')[0]);
        const sent = events.broadcasts.get(message)?.record;
        if (isCorrect(origin) && (sent === undefined || contentOf(sent) !== contentOf(record)))
          findings.violation(`${did}, which p${origin}, which is correct, had not broadcast`, sent, record);
        const other = first.get(message);
        if (other === undefined) first.set(message, delivered);
        else if (contentOf(other.record) !== contentOf(record))
          findings.violation(
            `${did}, but p${other.process} delivered ${contentOf(other.record)}`,
            other.record,
            record,
          );
      }
    }
    if (!isComplete) return;
    const due = new Map([...first.values()].map(({ message, record }) => [message, record]));
    for (const { message, origin, record } of events.broadcasts.values())
      if (isCorrect(origin)) due.set(message, record);
    for (const [message, record] of due) {
      const lacking = correct.filter((id) => events.deliveryOf(message, id) === undefined);
      if (lacking.length === 0) continue;
      const what = record.event === 'broadcast' ? 'broadcast' : 'delivered';
      const names = lacking.map((id) => `p${id}`).join(', ');
      findings.violation(
        `p${record.process} ${what} ${message} at t = ${record.time}, which ${names} never delivered`,
        record,
      );
    }
  });
}

function contentOf(record: ProtocolEvent): string {
  return canonical(fieldOf(record, 'content'));
}
