/** Common part of networks over sockets. */
import { MessageError, type NekoMessage, type Network, type Receiver, WiringError } from '../../message.js';
import type { Emit } from '../../records.js';
import { Delivery } from '../sim/channel.js';
import type { Address } from './address.js';
import { BadFrame } from './frames.js';
import type { RealLimits } from './limits.js';
import type { LiveRun } from './live-run.js';
import type { Key } from './token.js';
import { type Arrival, nameOf, printMessage } from './wire-message.js';

/** The process that a network belongs to. */
export interface NodeContext {
  readonly id: number;
  readonly n: number;
  readonly live: LiveRun;
  readonly emit?: Emit | undefined;
  /** The address that it listens on. */
  readonly host: string;
  /** Authenticates the other processes of the run. */
  readonly key: Key;
  readonly limits: RealLimits;
}

export interface NetworkCounts {
  /** Dropped copies, which are recorded. */
  dropped: number;
  /** Lines or datagrams that were invalid, too long, or not authenticated. */
  badFrames: number;
  /** Connections that were not authenticated, or beyond the limit. */
  refused: number;
  reconnects: number;
}

/** Minimum delay of a message (s), so that a log ordered by time has the sending first. */
const MIN_SECONDS = 1e-6;

export abstract class RealNetwork implements Network {
  readonly counts: NetworkCounts = { dropped: 0, badFrames: 0, refused: 0, reconnects: 0 };
  private receiver: Receiver | undefined;
  private readonly gone = new Set<number>();
  private isEnding = false;
  private isClosed = false;
  /** Copies received but not delivered yet. */
  private undelivered = 0;

  protected abstract readonly name: string;
  /** Maximum bytes of a message on the wire, and advice for longer ones. */
  protected abstract readonly maxBytes: { readonly bytes: number; readonly remedy: string };

  constructor(protected readonly context: NodeContext) {}

  // For the process.

  connect(process: number, receiver: Receiver): void {
    const { id } = this.context;
    if (process !== id) throw new WiringError(`this end of the ${this.name} network is p${id}'s, not p${process}'s`);
    this.receiver = receiver;
  }

  send(message: NekoMessage): void {
    const { id, live } = this.context;
    const line = this.print(message);
    for (const to of message.to) {
      if (to === id) this.enter(message, live.elapsed);
      else if (this.isEnding) this.drop(message, to, 'the run is ending');
      else if (this.gone.has(to)) this.drop(message, to, 'the receiver is gone');
      else this.carry(message, line, to);
    }
  }

  // For the start and the end of the run.

  /** Starts to listen; returns the port. */
  abstract listen(port?: number): Promise<number>;

  /** Connects to the other processes, whose addresses are given by id; rejects if some cannot be reached. */
  abstract open(addresses: readonly Address[]): Promise<void>;

  /** Messages sent so far are still delivered; later ones are dropped. */
  announceEnd(): void {
    this.isEnding = true;
  }

  /** Resolves when everything sent from here has been delivered, as far as known. */
  abstract drained(): Promise<void>;

  /** Ends everything; drops messages under way. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isEnding = true;
    this.shut();
  }

  /** Called when a process has crashed. */
  peerGone(process: number): void {
    if (this.gone.has(process) || this.isClosed) return;
    // As an event, so that records stay in the order of time.
    this.context.live.enterWork(this.context.id, `p${process} is gone`, () => {
      this.gone.add(process);
      this.forget(process);
    });
  }

  // For subclasses.

  /** Sends a copy to another process. */
  protected abstract carry(message: NekoMessage, line: string, to: number): void;

  /** Drops the messages kept for a process. */
  protected abstract forget(process: number): void;

  protected abstract shut(): void;

  /** A copy was received; `done` is called when it has been delivered. */
  protected arrived({ message, sentAt }: Arrival, done?: () => void): void {
    const { live, limits } = this.context;
    if (this.isClosed) return;
    // Over TCP the sender keeps undelivered messages, up to this limit.
    if (this.undelivered >= limits.queuedMessages && done === undefined) {
      this.drop(message, this.context.id, `${limits.queuedMessages} messages wait to be delivered`);
      return;
    }
    this.enter(message, Math.min(sentAt + MIN_SECONDS, live.elapsed + limits.clockSeconds), done);
  }

  /** Counts invalid frames; throws other errors. */
  protected countingBadFrames(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error;
      this.counts.badFrames++;
    }
  }

  protected drop({ from, number, type }: NekoMessage, to: number, reason: string): void {
    const { emit, live } = this.context;
    this.counts.dropped++;
    const time = live.simulator.now;
    emit?.({ type: 'drop', time, process: to, message: number, from, messageType: type, reason });
  }

  private enter(message: NekoMessage, notBefore: number, done?: () => void): void {
    this.undelivered++;
    const { id, live } = this.context;
    const arrived = (): void => {
      this.undelivered--;
      this.receiver!.deliver(message);
      done?.();
    };
    live.enter(new Delivery(message, id, { arrived }), notBefore);
  }

  private print(message: NekoMessage): string {
    const line = printMessage(message, this.context.live.simulator.now);
    const { bytes, remedy } = this.maxBytes;
    const length = Buffer.byteLength(line);
    if (length > bytes) {
      throw new MessageError(
        `${nameOf(message)}: it takes ${length} bytes, and the ${this.name} network carries at most ${bytes}: ${remedy}`,
      );
    }
    return line;
  }
}
