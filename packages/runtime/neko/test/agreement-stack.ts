/** The stacks of tests of agreement, and how they read the records. */
import type { Outgoing } from '../src/message.js';
import type { NekoProcess } from '../src/process.js';
import { Protocol } from '../src/protocol.js';
import { ChandraToueg } from '../src/protocols/chandra-toueg.js';
import type { ConsensusProtocol } from '../src/protocols/consensus-protocol.js';
import type { FailureDetector } from '../src/protocols/detector.js';
import { MostefaouiRaynal } from '../src/protocols/mostefaoui-raynal.js';
import { Omega } from '../src/protocols/omega.js';
import { Paxos } from '../src/protocols/paxos.js';
import { wire } from '../src/protocols/wire.js';
import type { NekoRecord } from '../src/records.js';

/** One of the three, by a number. */
export function someConsensus(
  which: number,
  process: NekoProcess,
  detector: FailureDetector,
): ConsensusProtocol<object, object> {
  switch (which % 3) {
    case 0: {
      const consensus = new ChandraToueg(process);
      consensus.setDetector(detector);
      return wire(consensus, 'consensus', process.network());
    }
    case 1: {
      const consensus = new MostefaouiRaynal(process);
      consensus.setDetector(detector);
      return wire(consensus, 'consensus', process.network());
    }
    default: {
      const omega = new Omega(process);
      omega.setDetector(detector);
      wire(omega, 'omega', process.network());
      const consensus = new Paxos(process);
      consensus.setOracle(omega);
      return wire(consensus, 'consensus', process.network());
    }
  }
}

/** Sends texts to others, and keeps those it receives. */
export class Talker extends Protocol<{ SAY: string }> {
  readonly heard: string[] = [];
  protected readonly handlers = {
    SAY: (text: string, from: number) => void this.heard.push(`${text} from p${from}`),
  };

  say(text: string, to: readonly number[] = this.process.all): void {
    const message: Outgoing = { to, protocol: this.id, type: 'SAY', content: text };
    this.sender!.send(message);
  }
}

export interface Noted<T> {
  readonly time: number;
  readonly process: number;
  readonly value: T;
}

/** The events of one kind that a protocol recorded. */
export function notesOf<T>(records: readonly NekoRecord[], protocol: string, event: string): Noted<T>[] {
  return records.flatMap((record) =>
    record.type === 'protocolEvent' && record.protocol === protocol && record.event === event
      ? [{ time: record.time, process: record.process, value: record.value as T }]
      : [],
  );
}
