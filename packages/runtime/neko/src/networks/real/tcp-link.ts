/**
 * The link from this process to another one over TCP. Messages are numbered and kept until the other end confirms their
 * delivery; a new connection continues with the first unconfirmed one. So while both processes live, no message is
 * lost, doubled or reordered, whatever happens to connections.
 */
import { messageOf } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import { type Address, shownAddress } from './address.js';
import { readFrame } from './frames.js';
import { connectTo } from './handshake.js';
import type { LineConnection } from './lines.js';
import type { RealLimits } from './limits.js';
import { Waiters } from './promises.js';
import type { NetworkCounts } from './real-network.js';
import type { Key } from './token.js';

interface Kept {
  readonly number: number;
  readonly message: NekoMessage;
  readonly line: string;
}

export interface LinkOptions {
  readonly from: number;
  readonly to: number;
  readonly address: Address;
  readonly key: Key;
  readonly limits: RealLimits;
  readonly counts: NetworkCounts;
}

export class TcpLink {
  private kept: Kept[] = [];
  private keptBytes = 0;
  /** Number of kept messages that were written to the current connection. */
  private written = 0;
  private numbersGiven = 0;
  private deliveredUpTo = 0;
  private connection: LineConnection | undefined;
  private readonly ending = new AbortController();
  wasConnected = false;
  private lastProblem = 'it was not tried';
  private stopWaiting: (() => void) | undefined;
  private readonly whenConnected = new Waiters();
  private readonly whenEmpty = new Waiters();

  constructor(private readonly options: LinkOptions) {}

  private get isOver(): boolean {
    return this.ending.signal.aborted;
  }

  /** Connects, and reconnects until it is closed. */
  open(): void {
    void this.keepConnected();
  }

  /** Resolves at the first connection, or when it is closed. */
  connected(): Promise<void> {
    return this.whenConnected.until(this.wasConnected || this.isOver);
  }

  /** Resolves when everything was delivered, or it is closed. */
  drained(): Promise<void> {
    return this.whenEmpty.until(this.kept.length === 0);
  }

  /** Why there is no connection, for messages. */
  get problem(): string {
    const { to, address } = this.options;
    return `p${to} at ${shownAddress(address)} (${this.lastProblem})`;
  }

  /** Returns why a message cannot be taken; undefined if it was. */
  add(message: NekoMessage, line: string): string | undefined {
    const { limits } = this.options;
    if (this.kept.length >= limits.queuedMessages) return `${limits.queuedMessages} messages wait for the receiver`;
    if (this.keptBytes + line.length > limits.queuedBytes) return `${limits.queuedBytes} bytes wait for the receiver`;
    this.kept.push({ number: ++this.numbersGiven, message, line });
    this.keptBytes += line.length;
    this.pump();
    return undefined;
  }

  /** Closes it; returns the messages not known to be delivered. */
  close(): NekoMessage[] {
    const left = this.kept.map(({ message }) => message);
    this.ending.abort();
    this.kept = [];
    this.written = 0;
    this.connection?.destroy();
    this.stopWaiting?.();
    this.whenConnected.release();
    this.whenEmpty.release();
    return left;
  }

  private async keepConnected(): Promise<void> {
    const { from, to, address, key, limits, counts } = this.options;
    const greeting = { purpose: 'link', from, to } as const;
    let pauseMs = limits.firstRetryMs;
    let deliveredBefore = 0;
    while (!this.isOver) {
      try {
        const { connection, received } = await connectTo(address, greeting, key, limits, this.ending.signal);
        if (this.wasConnected) counts.reconnects++;
        await this.use(connection, received);
        // A connection over which nothing was delivered counts as a failure.
        if (this.deliveredUpTo > deliveredBefore) pauseMs = limits.firstRetryMs;
        deliveredBefore = this.deliveredUpTo;
        this.lastProblem = 'the connection broke';
      } catch (error) {
        this.lastProblem = messageOf(error);
      }
      if (this.isOver) return;
      await this.pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, limits.longestRetryMs);
    }
  }

  /** Resolves when the connection is over. */
  private use(connection: LineConnection, received: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOver) {
        connection.destroy();
        resolve();
        return;
      }
      this.connection = connection;
      this.written = 0;
      this.wasConnected = true;
      connection.socket.on('drain', () => this.pump());
      connection.listen({
        line: (bytes) => this.acknowledged(bytes),
        oversize: () => this.options.counts.badFrames++,
        closed: () => {
          this.connection = undefined;
          resolve();
        },
      });
      this.delivered(received);
      this.whenConnected.release();
      this.pump();
    });
  }

  private pump(): void {
    const { connection } = this;
    if (connection === undefined || connection.socket.writableNeedDrain) return;
    while (this.written < this.kept.length) {
      const { number, line } = this.kept[this.written++]!;
      if (!connection.write(`${number} ${line}`)) return;
    }
  }

  private acknowledged(bytes: Buffer): void {
    try {
      const frame = readFrame(bytes);
      if (frame.kind === 'ack') this.delivered(frame.upTo);
      else this.options.counts.badFrames++;
    } catch {
      this.options.counts.badFrames++;
    }
  }

  private delivered(upTo: number): void {
    this.deliveredUpTo = Math.max(this.deliveredUpTo, upTo);
    let count = 0;
    while (count < this.kept.length && this.kept[count]!.number <= upTo)
      this.keptBytes -= this.kept[count++]!.line.length;
    this.kept.splice(0, count);
    this.written = Math.max(0, this.written - count);
    if (this.kept.length === 0) this.whenEmpty.release();
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
