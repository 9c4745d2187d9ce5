/**
 * Uniform atomic broadcast by a fixed sequencer (Défago, Schiper and Urbán, Total Order Broadcast and Multicast
 * Algorithms: Taxonomy and Survey, 2004): as the non-uniform one, but a message is delivered when the sequencer has said
 * that all have it.
 *
 * Guarantee: uniform total order, validity and integrity; whatever any process has delivered, all have (and deliver, if the
 * sequencer does not crash). No FIFO order.
 * Assumes: quasi-reliable channels; they may reorder. No crashes: after one of any process it blocks, in order.
 *
 * Acknowledgements and stability are cumulative, so that a late one does no harm.
 *
 * Wiring: `wire(new UniformSequencerBroadcast(process), 'abcast', network or ReliableLink)`.
 */
import { type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './hold-back-queue.js';
import { checkedSequencer, type SequencerOptions } from './sequencer-options.js';

type Sequenced = { readonly sequence: number; readonly post: Post };

export type UniformSequencerBroadcastContents = {
  /** To the sequencer: a message that wants a number. */
  GET_SEQNUM: Post;
  /** From the sequencer, to all: the message with its number. */
  SEND_SEQNUM: Sequenced;
  /** To the sequencer: so many messages are here, without gaps. */
  ACK_SEQNUM: { readonly received: number };
  /** From the sequencer, to all: so many are everywhere. */
  STABLE_SEQNUM: { readonly stable: number };
};

export class UniformSequencerBroadcast extends BroadcastLayer<UniformSequencerBroadcastContents> {
  private readonly sequencer: number;

  // Of the sequencer.
  private nextSequence = 0;
  /** By process: how many it has. */
  private readonly acknowledged: number[] = this.process.all.map(() => 0);
  private announced = 0;

  // Receiving: held back until those before it are here, then until it is everywhere.
  private readonly incoming = new HoldBackQueue<Post>();
  private readonly received: Post[] = [];
  private deliveredHere = 0;
  private stable = 0;

  protected readonly handlers = {
    GET_SEQNUM: (post: Post) => this.handleGetSeqnum(post),
    SEND_SEQNUM: ({ sequence, post }: Sequenced) => this.handleSendSeqnum(sequence, post),
    ACK_SEQNUM: ({ received }: UniformSequencerBroadcastContents['ACK_SEQNUM'], from: number) =>
      this.handleAckSeqnum(received, from),
    STABLE_SEQNUM: ({ stable }: UniformSequencerBroadcastContents['STABLE_SEQNUM']) => this.handleStableSeqnum(stable),
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
    const before = this.incoming.next;
    this.incoming.put(sequence, post);
    for (let next = this.incoming.take(); next !== undefined; next = this.incoming.take()) this.received.push(next);
    const { next: received } = this.incoming;
    if (received > before) this.sendTo([this.sequencer], 'ACK_SEQNUM', { received });
  }

  private handleAckSeqnum(received: number, from: number): void {
    this.acknowledged[from] = Math.max(this.acknowledged[from]!, received);
    const stable = Math.min(...this.acknowledged);
    if (stable <= this.announced) return;
    this.announced = stable;
    this.sendTo(this.everyone, 'STABLE_SEQNUM', { stable });
  }

  private handleStableSeqnum(stable: number): void {
    this.stable = Math.max(this.stable, stable);
    this.deliverWhile(() => (this.deliveredHere < this.stable ? this.takeReceived() : undefined));
  }

  private takeReceived(): Post | undefined {
    this.deliveredHere++;
    return this.received.shift();
  }
}
