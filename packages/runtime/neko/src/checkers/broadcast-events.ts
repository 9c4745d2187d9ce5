import { eventsOf, fieldOf, type Findings, type Observed, type ProtocolEvent } from './checker.js';

export interface OfProtocol {
  readonly protocol: string;
}

export interface Broadcast {
  readonly message: string;
  readonly origin: number;
  /** Its index among the broadcasts of its origin. */
  readonly place: number;
  readonly record: ProtocolEvent;
}

export interface Delivered {
  readonly message: string;
  readonly process: number;
  readonly record: ProtocolEvent;
}

export type BroadcastStep = ({ readonly kind: 'broadcast' } & Broadcast) | ({ readonly kind: 'deliver' } & Delivered);

/** The broadcasts and deliveries of one protocol, from its records. */
export class BroadcastEvents {
  readonly broadcasts = new Map<string, Broadcast>();
  /** By origin, in order. */
  readonly byOrigin: Broadcast[][];
  /** By process, in order. */
  readonly sequences: Delivered[][];
  /** All events in the order of the run. */
  readonly steps: BroadcastStep[] = [];

  constructor({ records, n }: Observed, { protocol }: OfProtocol, findings?: Findings) {
    this.byOrigin = Array.from({ length: n }, () => []);
    this.sequences = Array.from({ length: n }, () => []);
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'broadcast' && record.event !== 'deliver') continue;
      const message = fieldOf(record, 'message');
      if (typeof message !== 'string') {
        findings?.violation(`p${record.process} noted a ${record.event} without saying of which message`, record);
      } else if (record.event === 'broadcast') {
        this.addBroadcast(message, record, findings);
      } else {
        const delivered = { message, process: record.process, record };
        this.sequences[record.process]!.push(delivered);
        this.steps.push({ kind: 'deliver', ...delivered });
      }
    }
  }

  deliveryOf(message: string, process: number): Delivered | undefined {
    return this.sequences[process]!.find((delivered) => delivered.message === message);
  }

  private addBroadcast(message: string, record: ProtocolEvent, findings: Findings | undefined): void {
    const origin = record.process;
    const earlier = this.broadcasts.get(message);
    if (earlier !== undefined) {
      findings?.violation(
        `two broadcasts have the name ${message}: of p${earlier.origin} at t = ${earlier.record.time}, of p${origin} at t = ${record.time}`,
        earlier.record,
        record,
      );
      return;
    }
    const own = this.byOrigin[origin]!;
    const broadcast = { message, origin, place: own.length, record };
    own.push(broadcast);
    this.broadcasts.set(message, broadcast);
    this.steps.push({ kind: 'broadcast', ...broadcast });
  }
}
