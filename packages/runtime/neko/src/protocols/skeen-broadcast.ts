/**
 * Atomic broadcast by agreement of the destinations (Skeen, unpublished; described by Birman and Joseph, Reliable
 * Communication in the Presence of Failures, 1987): every destination proposes a time, the sender takes the highest,
 * and all deliver in the order of these times, ties by message.
 *
 * Guarantee: uniform total order, validity and integrity. No FIFO order.
 * Assumes: quasi-reliable channels without duplicates; they may reorder. No crashes: after one it blocks, in order.
 *
 * Wiring: `wire(new SkeenBroadcast(process), 'abcast', network or ReliableLink)`.
 */
import { type Guarantees, ONCE_LINK } from '../guarantees.js';
import { messageId } from '../message.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { SortedQueue } from './queues.js';

type SkeenBroadcastContents = {
  START_SKEEN: Post;
  /** A destination's proposal for the sender's message with that number. */
  RESPONSE_TO_SENDER: { readonly number: number; readonly time: number };
  /** The highest proposal. */
  SEND_SEQ_NUMBER: { readonly number: number; readonly time: number };
};

/** The proposals for an own message. */
interface Proposals {
  missing: number;
  highest: number;
}

/** A message that is not delivered yet. Its time is the proposal of this process until the final one is known. */
interface Pending {
  readonly post: Post;
  time: number;
  isFinal: boolean;
}

export class SkeenBroadcast extends BroadcastLayer<SkeenBroadcastContents> {
  // Sending: by number.
  private readonly proposals = new Map<number, Proposals>();

  // Receiving. The time proposed for a message is later than all times that this process has seen.
  private latest = 0;
  private readonly pending = new Map<string, Pending>();
  private readonly queue = new SortedQueue<Pending>(
    (a, b) => a.time - b.time || a.post.number - b.post.number || a.post.origin - b.post.origin,
  );

  protected readonly handlers = {
    START_SKEEN: (post: Post) => {
      const time = ++this.latest;
      this.noteMessage('receive', post);
      const pending = { post, time, isFinal: false };
      this.pending.set(messageId(post.origin, post.number), pending);
      this.queue.insert(pending);
      this.sendTo([post.origin], 'RESPONSE_TO_SENDER', { number: post.number, time });
    },
    RESPONSE_TO_SENDER: ({ number, time }: SkeenBroadcastContents['RESPONSE_TO_SENDER']) => {
      const proposals = this.proposals.get(number)!;
      proposals.highest = Math.max(proposals.highest, time);
      if (--proposals.missing > 0) return;
      this.proposals.delete(number);
      this.sendTo(this.everyone, 'SEND_SEQ_NUMBER', { number, time: proposals.highest });
    },
    SEND_SEQ_NUMBER: ({ number, time }: SkeenBroadcastContents['SEND_SEQ_NUMBER'], from: number) =>
      this.handleSendSeqNumber(messageId(from, number), time),
  };

  override get assumes(): Guarantees {
    return ONCE_LINK;
  }

  protected broadcast(post: Post): void {
    this.proposals.set(post.number, { missing: this.process.n, highest: 0 });
    this.sendTo(this.everyone, 'START_SKEEN', post);
  }

  private handleSendSeqNumber(id: string, time: number): void {
    const pending = this.pending.get(id)!;
    this.pending.delete(id);
    this.latest = Math.max(this.latest, time);
    this.queue.remove(pending);
    pending.time = time;
    pending.isFinal = true;
    this.queue.insert(pending);
    this.deliverWhile(() => (this.queue.first?.isFinal ? this.queue.takeFirst()!.post : undefined));
  }
}
