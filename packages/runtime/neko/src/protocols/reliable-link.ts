/**
 * Reliable link: acknowledge, retransmit, drop what comes twice (the "perfect" links of Cachin, Guerraoui and Rodrigues,
 * Introduction to Reliable and Secure Distributed Programming, 2011, with the acknowledgements that let them forget).
 *
 * Guarantee: quasi-reliable channels: between two processes that do not crash for good, every message is delivered, once;
 * nothing is invented. With `isFifo` also in the order in which it was sent.
 * Assumes: a network that may lose, duplicate and reorder, but lets through some of infinitely many attempts.
 *
 * Without a detector it tries for ever to reach a process that crashed: a run does then not end by itself, and there is
 * one parcel in memory for each message that is not yet acknowledged. With a detector it rests while a process is
 * suspected and goes on when it no longer is; the guarantee then holds for processes that are not suspected for ever.
 *
 * Wiring: `wire(new ReliableLink(process), 'link', network)`; `setDetector` before that, if there is one. The detector
 * must not send over this very link.
 */
import { FIFO_LINK, type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import type { FailureDetector } from './detector.js';
import { LinkLayer, type Parcel } from './link-layer.js';
import { HoldBackQueue, SeenNumbers } from './queues.js';

type ReliableLinkContents = {
  DATA: Parcel;
  /** The sender's number of the message. */
  ACK: { readonly number: number };
};

export interface ReliableLinkOptions {
  /** Seconds after which a message is sent again; a little more than there and back is right. Default: 4. */
  readonly retransmitAfter?: number;
  /** By what the time grows with every attempt; at least 1. Default: 2. */
  readonly backOff?: number;
  /** Seconds between two attempts at the most. Default: eight times `retransmitAfter`. */
  readonly longestWait?: number;
  /** Whether messages of a link are delivered in the order in which they were sent. Default: false. */
  readonly isFifo?: boolean;
}

/** A message on its way, until all have acknowledged it. */
interface Outstanding {
  readonly parcel: Parcel;
  readonly missing: Set<number>;
  readonly timer: Timer;
  /** Seconds until the next attempt. */
  wait: number;
}

export class ReliableLink extends LinkLayer<ReliableLinkContents> {
  private readonly retransmitAfter: number;
  private readonly backOff: number;
  private readonly longestWait: number;
  private readonly isFifo: boolean;
  private detector: FailureDetector | undefined;

  // Sending: by number.
  private readonly outstanding = new Map<number, Outstanding>();

  // Receiving: by sender.
  private readonly seen = this.process.all.map(() => new SeenNumbers());
  private readonly heldBack = this.process.all.map(() => new HoldBackQueue<Parcel>());

  protected readonly handlers = {
    DATA: (parcel: Parcel, from: number) => this.handleData(parcel, from),
    ACK: ({ number }: ReliableLinkContents['ACK'], from: number) => this.handleAck(number, from),
  };

  constructor(process: NekoProcess, options: ReliableLinkOptions = {}) {
    super(process);
    const { retransmitAfter = 4, backOff = 2, longestWait = 8 * retransmitAfter, isFifo = false } = options;
    const say = (what: string, value: number, right: string): RangeError =>
      new RangeError(`${process.name}, a reliable link: ${what} is ${value}; ${right} is right`);
    if (!(retransmitAfter > 0 && retransmitAfter < Infinity))
      throw say('retransmitAfter', retransmitAfter, 'a number of seconds above 0');
    if (!(backOff >= 1 && backOff < Infinity)) throw say('backOff', backOff, 'a factor of 1 or more');
    if (!(longestWait >= retransmitAfter && longestWait < Infinity))
      throw say('longestWait', longestWait, `a number of seconds, retransmitAfter (${retransmitAfter}) or more,`);
    this.retransmitAfter = retransmitAfter;
    this.backOff = backOff;
    this.longestWait = longestWait;
    this.isFifo = isFifo;
  }

  override get guarantees(): Guarantees {
    return this.isFifo ? FIFO_LINK : ONCE_LINK;
  }

  /** Who knows whether it is worth trying on. */
  setDetector(detector: FailureDetector): void {
    this.detector = detector;
    detector.onChange((process, isSuspected) => {
      if (!isSuspected) this.goOn(process);
    });
  }

  /** How many messages are not yet acknowledged by all that they are for. */
  get unacknowledged(): number {
    return this.outstanding.size;
  }

  protected transmit(parcel: Parcel): void {
    const { to } = parcel.inner;
    if (to.length === 0) return;
    const timer = this.process.timer(() => this.onRetransmitTimer(message), `retransmission of ${this.id}`);
    const message: Outstanding = { parcel, missing: new Set(to), timer, wait: this.retransmitAfter };
    this.outstanding.set(parcel.number, message);
    this.sendTo(to, 'DATA', parcel);
    timer.schedule(message.wait);
  }

  private onRetransmitTimer(message: Outstanding): void {
    const { parcel, missing, timer } = message;
    const reachable = [...missing].filter((process) => !this.detector?.isSuspected(process));
    if (reachable.length === 0) return;
    this.sendTo(reachable, 'DATA', parcel);
    message.wait = Math.min(message.wait * this.backOff, this.longestWait);
    timer.schedule(message.wait);
  }

  /** A process is no longer suspected: what rested for its sake goes on. */
  private goOn(process: number): void {
    for (const message of this.outstanding.values()) {
      if (!message.missing.has(process)) continue;
      this.sendTo([process], 'DATA', message.parcel);
      message.wait = this.retransmitAfter;
      message.timer.reschedule(message.wait);
    }
  }

  private handleAck(number: number, from: number): void {
    const message = this.outstanding.get(number);
    if (message === undefined) return;
    message.missing.delete(from);
    if (message.missing.size > 0) return;
    message.timer.cancel();
    this.outstanding.delete(number);
  }

  private handleData(parcel: Parcel, from: number): void {
    // Also what has come before: the acknowledgement may have been lost.
    this.sendTo([from], 'ACK', { number: parcel.number });
    if (this.isFifo) this.deliverInTurn(this.heldBack[from]!, parcel, from);
    else if (this.seen[from]!.add(this.linkNumberOf(parcel))) this.deliverParcel(parcel, from);
  }
}
