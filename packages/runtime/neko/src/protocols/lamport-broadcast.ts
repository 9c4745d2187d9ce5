/**
 * Atomic broadcast by logical clocks (after the mutual exclusion of Lamport, Time, Clocks, and the Ordering of Events in a
 * Distributed System, 1978): messages are delivered in the order of their times, ties by process; one is delivered when
 * every other process has been heard of with a time at least as late, since nothing earlier can come then.
 *
 * Guarantee: uniform total order (any two processes deliver the same messages in the same order, as far as each has come),
 * FIFO order, validity and integrity.
 * Assumes: quasi-reliable *FIFO* channels without duplicates: over a network that reorders, put a FifoLink below, or word of
 * a late time overtakes an earlier message and the order breaks. No crashes: after one it blocks, at the first message that
 * the crashed process was not heard of about; it never delivers out of order.
 *
 * A process that has nothing to say answers with an empty message, after a while in which something of its own may come
 * to take its place. Empty messages are not answered, so that a run ends.
 *
 * Wiring: `wire(new LamportBroadcast(process), 'abcast', network or FifoLink or ReliableLink with isFifo)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { LamportClock } from './lamport-clock.js';
import { SortedQueue } from './queues.js';

type Stamped = { readonly time: number; readonly post: Post };

type LamportBroadcastContents = {
  NEW_MSG: Stamped;
  /** Says only how late it is. */
  EMPTY_MSG: { readonly time: number };
};

export interface LamportBroadcastOptions {
  /** Seconds that an empty message waits for one with something in it; 0 is at once. Default: 0. */
  readonly delta?: number;
}

export class LamportBroadcast extends BroadcastLayer<LamportBroadcastContents> {
  private readonly delta: number;
  private readonly clock = new LamportClock();

  // Sending.
  /** Time of the last message that went out: what the others have, or will have, heard. */
  private told = 0;
  private readonly emptyTimer = this.process.timer(() => this.sendEmpty(), 'empty message');

  // Receiving.
  /** By process: the latest time heard of it. Itself it need not hear: what it broadcasts is queued at once. */
  private readonly heard: number[] = this.process.all.map((id) => (id === this.process.id ? Infinity : 0));
  /** The earliest of these: nothing as early can come any more. */
  private heardOfAll = Math.min(...this.heard);
  private readonly queue = new SortedQueue<Stamped>((a, b) => a.time - b.time || a.post.origin - b.post.origin);

  protected readonly handlers = {
    NEW_MSG: (stamped: Stamped, from: number) => this.handleNewMsg(stamped, from),
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
    if (!(delta >= 0 && delta < Infinity))
      throw new RangeError(`${process.name}, Lamport's broadcast: delta is ${delta}; seconds, 0 or more, are right`);
    this.delta = delta;
  }

  protected broadcast(post: Post): void {
    this.emptyTimer.cancel();
    const stamped = { time: this.clock.tick(), post };
    this.told = stamped.time;
    this.queue.insert(stamped);
    if (this.others.length > 0) this.sendTo(this.others, 'NEW_MSG', stamped);
    else this.deliverDue();
  }

  private handleNewMsg(stamped: Stamped, from: number): void {
    this.hear(stamped.time, from);
    this.queue.insert(stamped);
    this.answer(stamped.time);
    this.deliverDue();
  }

  private hear(time: number, from: number): void {
    this.clock.witness(time);
    const before = this.heard[from]!;
    if (time <= before) return;
    this.heard[from] = time;
    if (before === this.heardOfAll) this.heardOfAll = Math.min(...this.heard);
  }

  /** The others wait for word from here that is as late as the message. */
  private answer(time: number): void {
    if (this.told >= time || this.emptyTimer.isScheduled) return;
    if (this.delta === 0) this.sendEmpty();
    else this.emptyTimer.schedule(this.delta);
  }

  private sendEmpty(): void {
    this.told = this.clock.tick();
    this.sendTo(this.others, 'EMPTY_MSG', { time: this.told });
  }

  private deliverDue(): void {
    this.deliverWhile(() => {
      const { first } = this.queue;
      return first !== undefined && first.time <= this.heardOfAll ? this.queue.takeFirst()!.post : undefined;
    });
  }
}
