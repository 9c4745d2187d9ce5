/**
 * Atomic broadcast by logical clocks (after the mutual exclusion of Lamport, Time, Clocks, and the Ordering of Events
 * in a Distributed System, 1978): messages are delivered in the order of their times, ties by process. A message is
 * delivered when a message at least as late has arrived from every other process, since nothing earlier can follow.
 *
 * Guarantee: uniform total order (any two processes deliver the same messages in the same order, as far as each has
 * come), FIFO order, validity and integrity.
 * Assumes: quasi-reliable *FIFO* channels without duplicates: over a network that reorders, put a FifoLink below, or a
 * later time overtakes an earlier message and the order breaks. No crashes: after one it blocks at the first message
 * that the crashed process has not answered; it never delivers out of order.
 *
 * A process without a message of its own answers with an empty one, after a delay in which a message of its own may
 * replace it. Empty messages are not answered, so that a run ends.
 *
 * Wiring: `wire(new LamportBroadcast(process), 'abcast', network or FifoLink or ReliableLink with isFifo)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { LamportClock } from './lamport-clock.js';
import { checkSeconds } from './options.js';
import { SortedQueue } from './queues.js';

type Stamped = { readonly time: number; readonly post: Post };

type LamportBroadcastContents = {
  NEW_MSG: Stamped;
  /** Carries only the time. */
  EMPTY_MSG: { readonly time: number };
};

export interface LamportBroadcastOptions {
  /** Seconds by which an empty message is delayed. Default: 0. */
  readonly delta?: number;
}

export class LamportBroadcast extends BroadcastLayer<LamportBroadcastContents> {
  private readonly delta: number;
  private readonly clock = new LamportClock();

  // Sending.
  /** Time of the last message sent. */
  private announced = 0;
  private readonly emptyTimer = this.process.timer(() => this.sendEmpty(), 'empty message');

  // Receiving.
  /** By process: the latest time received. Its own broadcasts are queued at once. */
  private readonly heard: number[] = this.process.all.map((id) => (id === this.process.id ? Infinity : 0));
  /** The minimum of these: no message up to this time can still arrive. */
  private heardOfAll = Math.min(...this.heard);
  private readonly queue = new SortedQueue<Stamped>((a, b) => a.time - b.time || a.post.origin - b.post.origin);

  protected readonly handlers = {
    NEW_MSG: (stamped: Stamped, from: number) => {
      this.hear(stamped.time, from);
      this.queue.insert(stamped);
      this.answer(stamped.time);
      this.deliverDue();
    },
    EMPTY_MSG: ({ time }: LamportBroadcastContents['EMPTY_MSG'], from: number) => {
      this.hear(time, from);
      this.deliverDue();
    },
  };

  override get assumes(): Guarantees {
    return FIFO_LINK;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  constructor(process: NekoProcess, { delta = 0 }: LamportBroadcastOptions = {}) {
    super(process);
    checkSeconds(this, 'delta', delta);
    this.delta = delta;
  }

  protected broadcast(post: Post): void {
    this.emptyTimer.cancel();
    const stamped = { time: this.clock.tick(), post };
    this.announced = stamped.time;
    this.queue.insert(stamped);
    if (this.others.length > 0) this.sendTo(this.others, 'NEW_MSG', stamped);
    else this.deliverDue();
  }

  private hear(time: number, from: number): void {
    this.clock.witness(time);
    const before = this.heard[from]!;
    if (time <= before) return;
    this.heard[from] = time;
    if (before === this.heardOfAll) this.heardOfAll = Math.min(...this.heard);
  }

  /** The others wait for a message from here that is at least as late. */
  private answer(time: number): void {
    if (this.announced >= time || this.emptyTimer.isScheduled) return;
    if (this.delta === 0) this.sendEmpty();
    else this.emptyTimer.schedule(this.delta);
  }

  private sendEmpty(): void {
    this.announced = this.clock.tick();
    this.sendTo(this.others, 'EMPTY_MSG', { time: this.announced });
  }

  private deliverDue(): void {
    this.deliverWhile(() => {
      const { first } = this.queue;
      return first !== undefined && first.time <= this.heardOfAll ? this.queue.takeFirst()!.post : undefined;
    });
  }
}
