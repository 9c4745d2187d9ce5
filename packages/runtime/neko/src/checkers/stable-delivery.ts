import { BroadcastEvents, type OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, fieldOf, type Findings } from './checker.js';
import { getOrAdd } from '../get-or-add.js';

export interface StableDeliveryOptions extends OfProtocol {
  /** The processes that must have a message before any delivers it. Default: all. */
  readonly by?: 'all' | 'majority';
}

/**
 * Stability, on which uniform broadcasts rely: a message is delivered only when all processes, or a majority, have received it, so
 * that no crash can lose it. It breaks whenever a message is delivered too early, with or without a crash. Its premise is a
 * delivery.
 */
export function stableDelivery({ protocol, by = 'all' }: StableDeliveryOptions): Checker {
  return checkerOf('stable delivery', ({ records, n }, findings) => {
    const wanted = by === 'all' ? n : Math.floor(n / 2) + 1;
    const holders = new Map<string, Set<number>>();
    for (const record of records) {
      if (record.type !== 'protocolEvent' || record.protocol !== protocol) continue;
      const message = String(fieldOf(record, 'message'));
      if (record.event === 'receive') getOrAdd(holders, message, () => new Set()).add(record.process);
      if (record.event !== 'deliver') continue;
      findings.premise();
      const ids = [...(holders.get(message) ?? [])].toSorted((a, b) => a - b);
      if (ids.length >= wanted) continue;
      const had = ids.length === 0 ? 'no process' : `only ${ids.map((id) => `p${id}`).join(', ')}`;
      findings.violation(
        `p${record.process} delivered ${message} at t = ${record.time}, when ${had} of ${n} had received it`,
        record,
      );
    }
  });
}

/**
 * Sequence numbers, assigned by a sequencer or the holder of a token: each message gets one, from 0 and without a gap, and is
 * delivered at the place that it gives. Its premise is a message that was numbered.
 */
export function sequenceNumbers(of: OfProtocol): Checker {
  return checkerOf('sequence numbers', (observed, findings) => {
    const { records } = observed;
    const numbers = new Map<string, number>();
    for (const record of records) {
      if (record.type !== 'protocolEvent' || record.protocol !== of.protocol || record.event !== 'number') continue;
      const message = String(fieldOf(record, 'message'));
      const number = Number(fieldOf(record, 'number'));
      findings.premise();
      const did = `p${record.process} gave ${message} the number ${number} at t = ${record.time}`;
      if (numbers.has(message)) findings.violation(`${did}, and it had the number ${numbers.get(message)}`, record);
      if (number !== numbers.size) findings.violation(`${did}, the next number being ${numbers.size}`, record);
      numbers.set(message, number);
    }
    checkPlaces(new BroadcastEvents(observed, of), numbers, findings);
  });
}

function checkPlaces({ sequences }: BroadcastEvents, numbers: ReadonlyMap<string, number>, findings: Findings): void {
  for (const sequence of sequences) {
    for (const [place, { message, process, record }] of sequence.entries()) {
      const number = numbers.get(message);
      if (number === place) continue;
      const assigned = number === undefined ? 'has no number' : `has the number ${number}`;
      findings.violation(
        `p${process} delivered ${message} at t = ${record.time} in place ${place}, which ${assigned}`,
        record,
      );
      break;
    }
  }
}
