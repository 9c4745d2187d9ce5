/**
 * Atomic broadcast by a fixed sequencer, not uniform (the variant in which senders leave the broadcasting to the
 * sequencer; Défago, Schiper and Urbán, Total Order Broadcast and Multicast Algorithms: Taxonomy and Survey, 2004).
 *
 * Guarantee: total order (any two processes deliver the same messages in the same order, as far as each has come), validity
 * and integrity. Agreement as long as the sequencer does not crash: what it alone has delivered is lost with it. No FIFO
 * order.
 * Assumes: quasi-reliable channels without duplicates; they may reorder. The sequencer does not crash (else it blocks, in
 * order); the others may.
 *
 * Wiring: `wire(new SequencerBroadcast(process), 'abcast', network or ReliableLink)`.
 */
import { type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './hold-back-queue.js';
import { checkedSequencer, type SequencerOptions } from './sequencer-options.js';

type Sequenced = { readonly sequence: number; readonly post: Post };

export type SequencerBroadcastContents = {
  /** To the sequencer: a message that wants a number. */
  GET_SEQNUM: Post;
  /** From the sequencer, to all: the message with its number. */
  SEND_SEQNUM: Sequenced;
};

export class SequencerBroadcast extends BroadcastLayer<SequencerBroadcastContents> {
  private readonly sequencer: number;

  // Of the sequencer.
  private nextSequence = 0;

  // Receiving.
  private readonly incoming = new HoldBackQueue<Post>();

  protected readonly handlers = {
    GET_SEQNUM: (post: Post) => this.handleGetSeqnum(post),
    SEND_SEQNUM: ({ sequence, post }: Sequenced) => this.handleSendSeqnum(sequence, post),
  };

  override get assumes(): Guarantees {
    return ONCE_LINK;
  }

  override get guarantees(): Guarantees {
    return ONCE_LINK;
  }

  constructor(process: NekoProcess, options: SequencerOptions = {}) {
    super(process);
    this.sequencer = checkedSequencer(process, options);
  }

  protected broadcast(post: Post): void {
    if (this.sequencer === this.process.id) this.handleGetSeqnum(post);
    else this.sendTo([this.sequencer], 'GET_SEQNUM', post);
  }

  private handleGetSeqnum(post: Post): void {
    this.sendTo(this.everyone, 'SEND_SEQNUM', { sequence: this.nextSequence++, post });
  }

  private handleSendSeqnum(sequence: number, post: Post): void {
    this.incoming.put(sequence, post);
    this.deliverWhile(() => this.incoming.take());
  }
}
