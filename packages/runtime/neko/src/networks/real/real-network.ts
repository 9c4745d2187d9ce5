/** What networks over sockets have in common: what they are told, and what becomes of messages before and after the wire. */
import { MessageError, type NekoMessage, type Network, type Receiver, WiringError } from '../../message.js';
import type { Emit } from '../../records.js';
import { Delivery } from '../sim/channel.js';
import type { Address } from './address.js';
import { BadFrame } from './frames.js';
import type { RealLimits } from './limits.js';
import type { LiveRun } from './live-run.js';
import type { Key } from './token.js';
import { type Arrival, nameOf, printMessage } from './wire-message.js';

/** What a network needs to know of the process that it belongs to. */
export interface Station {
  readonly id: number;
  readonly n: number;
  readonly live: LiveRun;
  readonly emit?: Emit | undefined;
  /** The address that it listens on. */
  readonly host: string;
  /** What the others of the run are known by. */
  readonly key: Key;
  readonly limits: RealLimits;
}

/** How often something happened that is no part of a normal day. */
export interface NetworkCounts {
  /** Copies that were left out, with a record. */
  dropped: number;
  /** Lines or datagrams that made no sense, were too long, or not proven. */
  badFrames: number;
  /** Connections of who could not show that it belongs here, or was one too many. */
  refused: number;
  /** Connections that were made again. */
  reconnects: number;
}

/** So much later than its sending a message is delivered at least (s), for a log that is ordered by time. */
const MIN_SECONDS = 1e-6;

export abstract class RealNetwork implements Network {
  readonly counts: NetworkCounts = { dropped: 0, badFrames: 0, refused: 0, reconnects: 0 };
  private receiver: Receiver | undefined;
  private readonly gone = new Set<number>();
  private isEnding = false;
  private isClosed = false;
  /** Copies that have come in and are not yet delivered. */
  private undelivered = 0;

  /** What people call it. */
  protected abstract readonly name: string;
  /** Bytes of a message on the wire, and what to do about a longer one. */
  protected abstract readonly mostBytes: { readonly bytes: number; readonly remedy: string };

  constructor(protected readonly station: Station) {}

  // What the process sees.

  connect(process: number, receiver: Receiver): void {
    const { id } = this.station;
    if (process !== id) throw new WiringError(`this end of the ${this.name} network is p${id}'s, not p${process}'s`);
    this.receiver = receiver;
  }

  send(message: NekoMessage): void {
    const { id, live } = this.station;
    const line = this.print(message);
    for (const to of message.to) {
      if (to === id) this.enter(message, live.elapsed);
      else if (this.isEnding) this.drop(message, to, 'the run is ending');
      else if (this.gone.has(to)) this.drop(message, to, 'the receiver is gone');
      else this.carry(message, line, to);
    }
  }

  // What the start and the end of the run see.

  /** Begins to listen; the port. */
  abstract listen(port?: number): Promise<number>;

  /** Connects to the others, whose addresses are given by id; fails with those who cannot be reached. */
  abstract open(addresses: readonly Address[]): Promise<void>;

  /** What was sent so far is brought to its end; what is sent from now on is dropped. */
  announceEnd(): void {
    this.isEnding = true;
  }

  /** Resolves when nothing is under way from here any more, as far as can be known. */
  abstract drained(): Promise<void>;

  /** Ends everything; drops what is still under way. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isEnding = true;
    this.shut();
  }

  /** A process is known to have crashed. */
  peerGone(process: number): void {
    if (this.gone.has(process) || this.isClosed) return;
    // By an event, so that records stay in the order of time.
    this.station.live.enterWork(this.station.id, `p${process} is gone`, () => {
      this.gone.add(process);
      this.forget(process);
    });
  }

  // For the kinds of networks.

  /** Sends a copy to another process. */
  protected abstract carry(message: NekoMessage, line: string, to: number): void;

  /** Gives up what was kept for a process. */
  protected abstract forget(process: number): void;

  protected abstract shut(): void;

  /** A copy came in; `done` is called when it has been delivered. */
  protected arrived({ message, sentAt }: Arrival, done?: () => void): void {
    const { live, limits } = this.station;
    if (this.isClosed) return;
    // Over TCP the sender keeps what is not yet delivered, and no more than this.
    if (this.undelivered >= limits.queuedMessages && done === undefined) {
      this.drop(message, this.station.id, `${limits.queuedMessages} messages wait to be delivered`);
      return;
    }
    this.enter(message, Math.min(sentAt + MIN_SECONDS, live.elapsed + limits.clockSeconds), done);
  }

  /** Counts a frame that cannot be read; other errors are thrown. */
  protected countingBadFrames(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error;
      this.counts.badFrames++;
    }
  }

  protected drop({ from, number, type }: NekoMessage, to: number, reason: string): void {
    const { emit, live } = this.station;
    this.counts.dropped++;
    const time = live.simulator.now;
    emit?.({ type: 'drop', time, process: to, message: number, from, messageType: type, reason });
  }

  private enter(message: NekoMessage, notBefore: number, done?: () => void): void {
    this.undelivered++;
    const { id, live } = this.station;
    const arrived = (): void => {
      this.undelivered--;
      this.receiver!.deliver(message);
      done?.();
    };
    live.enter(new Delivery(message, id, { arrived }), notBefore);
  }

  private print(message: NekoMessage): string {
    const line = printMessage(message, this.station.live.simulator.now);
    const { bytes, remedy } = this.mostBytes;
    const length = Buffer.byteLength(line);
    if (length > bytes) {
      throw new MessageError(
        `${nameOf(message)}: it takes ${length} bytes, and the ${this.name} network carries at most ${bytes}: ${remedy}`,
      );
    }
    return line;
  }
}
