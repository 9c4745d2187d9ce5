/**
 * Reliable link: acknowledge, retransmit, drop duplicates (the "perfect" links of Cachin, Guerraoui and Rodrigues,
 * Introduction to Reliable and Secure Distributed Programming, 2011, with acknowledgements, so that messages can be
 * forgotten).
 *
 * Guarantee: quasi-reliable channels: between two processes that do not crash permanently, every message is delivered,
 * once; nothing is invented. With `isFifo` also in the order sent.
 * Assumes: a network that may lose, duplicate and reorder, but lets through some of infinitely many attempts.
 *
 * Without a detector it tries forever to reach a crashed process: the run does not end by itself, and every message
 * that is not acknowledged stays in memory. With a detector it pauses while a process is suspected; the guarantee then
 * holds for processes that are not suspected forever.
 *
 * Wiring: `wire(new ReliableLink(process), 'link', network)`, after `setDetector` if there is a detector, which must
 * not send over this link.
 */
import { FIFO_LINK, type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import type { FailureDetector } from './detector.js';
import { LinkLayer, type Parcel } from './link-layer.js';
import { checkOption } from './options.js';
import { HoldBackQueue, SeenNumbers } from './queues.js';

type ReliableLinkContents = {
  DATA: Parcel;
  /** The sender's number of the message. */
  ACK: { readonly number: number };
};

export interface ReliableLinkOptions {
  /** Seconds until a message is sent again; should be a little more than a round trip. Default: 4. */
  readonly retransmitAfter?: number;
  /** Factor by which the time grows with every attempt; at least 1. Default: 2. */
  readonly backOff?: number;
  /** Maximum seconds between two attempts. Default: eight times `retransmitAfter`. */
  readonly longestWait?: number;
  /** Whether messages of a link are delivered in the order in which they were sent. Default: false. */
  readonly isFifo?: boolean;
}

/** A message that some destinations have not acknowledged. */
interface Outstanding {
  readonly parcel: Parcel;
  readonly missing: Set<number>;
  readonly timer: Timer;
  /** Seconds until the next attempt. */
  wait: number;
}

export class ReliableLink extends LinkLayer<ReliableLinkContents> {
  private readonly options: Required<ReliableLinkOptions>;
  private detector: FailureDetector | undefined;

  // Sending: by number.
  private readonly outstanding = new Map<number, Outstanding>();

  // Receiving: by sender.
  private readonly seen = this.process.all.map(() => new SeenNumbers());
  private readonly heldBack = this.process.all.map(() => new HoldBackQueue<Parcel>());

  protected readonly handlers = {
    DATA: (parcel: Parcel, from: number) => {
      // Duplicates too: the acknowledgement may have been lost.
      this.sendTo([from], 'ACK', { number: parcel.number });
      if (this.options.isFifo) this.deliverInTurn(this.heldBack[from]!, parcel, from);
      else if (this.seen[from]!.add(this.linkNumberOf(parcel))) this.deliverParcel(parcel, from);
    },
    ACK: ({ number }: ReliableLinkContents['ACK'], from: number) => {
      const message = this.outstanding.get(number);
      if (message === undefined) return;
      message.missing.delete(from);
      if (message.missing.size > 0) return;
      message.timer.cancel();
      this.outstanding.delete(number);
    },
  };

  constructor(process: NekoProcess, options: ReliableLinkOptions = {}) {
    super(process);
    const { retransmitAfter = 4, backOff = 2, longestWait = 8 * retransmitAfter, isFifo = false } = options;
    checkOption(
      this,
      'retransmitAfter',
      'a number of seconds above 0',
      retransmitAfter,
      isAtLeast(retransmitAfter, Number.MIN_VALUE),
    );
    checkOption(this, 'backOff', 'a factor of 1 or more', backOff, isAtLeast(backOff, 1));
    const least = `a number of seconds, retransmitAfter (${retransmitAfter}) or more`;
    checkOption(this, 'longestWait', least, longestWait, isAtLeast(longestWait, retransmitAfter));
    this.options = { retransmitAfter, backOff, longestWait, isFifo };
  }

  override get guarantees(): Guarantees {
    return this.options.isFifo ? FIFO_LINK : ONCE_LINK;
  }

  /** Sets the detector; no attempts are made while a process is suspected. */
  setDetector(detector: FailureDetector): void {
    this.detector = detector;
    detector.onChange((process, isSuspected) => {
      if (!isSuspected) this.retry(process);
    });
  }

  /** Number of messages that some destination has not acknowledged. */
  get unacknowledged(): number {
    return this.outstanding.size;
  }

  protected transmit(parcel: Parcel): void {
    const { to } = parcel.inner;
    if (to.length === 0) return;
    const timer = this.process.timer(() => this.onRetransmitTimer(message), `retransmission of ${this.id}`);
    const message: Outstanding = { parcel, missing: new Set(to), timer, wait: this.options.retransmitAfter };
    this.outstanding.set(parcel.number, message);
    this.sendTo(to, 'DATA', parcel);
    timer.schedule(message.wait);
  }

  private onRetransmitTimer(message: Outstanding): void {
    const { parcel, missing, timer } = message;
    const reachable = [...missing].filter((process) => !this.detector?.isSuspected(process));
    if (reachable.length === 0) return;
    this.sendTo(reachable, 'DATA', parcel);
    message.wait = Math.min(message.wait * this.options.backOff, this.options.longestWait);
    timer.schedule(message.wait);
  }

  /** Sends again what was paused while the process was suspected. */
  private retry(process: number): void {
    for (const message of this.outstanding.values()) {
      if (!message.missing.has(process)) continue;
      this.sendTo([process], 'DATA', message.parcel);
      message.wait = this.options.retransmitAfter;
      message.timer.reschedule(message.wait);
    }
  }
}

function isAtLeast(value: number, least: number): boolean {
  return value >= least && value < Infinity;
}
