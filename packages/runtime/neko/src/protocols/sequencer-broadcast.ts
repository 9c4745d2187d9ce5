/**
 * Atomic broadcast by a fixed sequencer (the variant in which senders leave the broadcasting to the sequencer; Défago,
 * Schiper and Urbán, Total Order Broadcast and Multicast Algorithms: Taxonomy and Survey, 2004). The uniform one delivers
 * a message when the sequencer has announced that every process has it.
 *
 * Guarantee: total order (any two processes deliver the same messages in the same order, as far as each has come), validity
 * and integrity. Agreement as long as the sequencer does not crash: messages delivered only there are lost with it. Uniform:
 * a message that any process has delivered is at every process, and delivered there if the sequencer does not crash. No FIFO
 * order.
 * Assumes: quasi-reliable channels without duplicates; they may reorder. The sequencer does not crash (otherwise it blocks,
 * in order); the others may, unless it is uniform.
 *
 * Wiring: `wire(new SequencerBroadcast(process), 'abcast', network or ReliableLink)`, or `UniformSequencerBroadcast`.
 */
import { type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { checkOption } from './options.js';
import { HoldBackQueue } from './queues.js';

export interface SequencerOptions {
  /** The process that assigns the numbers. Default: 0. */
  readonly sequencer?: number;
}

type Sequenced = { readonly sequence: number; readonly post: Post };

type SequencerBroadcastContents = {
  /** To the sequencer: a message without a number. */
  GET_SEQNUM: Post;
  /** From the sequencer, to all: the message with its number. */
  SEND_SEQNUM: Sequenced;
  /** To the sequencer, if uniform: the number of messages received without a gap. */
  ACK_SEQNUM: { readonly received: number };
  /** From the sequencer to all, if uniform: the number of messages that every process has. */
  STABLE_SEQNUM: { readonly stable: number };
};

export class SequencerBroadcast extends BroadcastLayer<SequencerBroadcastContents> {
  /** Whether a message is delivered only when every process has it. */
  protected readonly isUniform: boolean = false;
  private readonly sequencer: number;

  // State of the sequencer.
  private nextSequence = 0;
  /** By process: the number of messages it has. */
  private readonly acknowledged: number[] = this.process.all.map(() => 0);
  private announced = 0;

  // Receiving.
  private readonly incoming = new HoldBackQueue<Post>();
  private stable = 0;

  protected readonly handlers = {
    GET_SEQNUM: (post: Post) => this.handleGetSeqnum(post),
    SEND_SEQNUM: ({ sequence, post }: Sequenced) => {
      const before = this.incoming.complete;
      this.incoming.put(sequence, post);
      if (this.isUniform) this.noteMessage('receive', post);
      const { complete: received } = this.incoming;
      if (!this.isUniform) this.deliverUpTo(received);
      else if (received > before) this.sendTo([this.sequencer], 'ACK_SEQNUM', { received });
    },
    /** Acknowledgements and stability are cumulative, so late ones have no effect. */
    ACK_SEQNUM: ({ received }: SequencerBroadcastContents['ACK_SEQNUM'], from: number) => {
      this.acknowledged[from] = Math.max(this.acknowledged[from]!, received);
      const stable = Math.min(...this.acknowledged);
      if (stable <= this.announced) return;
      this.announced = stable;
      this.sendTo(this.everyone, 'STABLE_SEQNUM', { stable });
    },
    STABLE_SEQNUM: ({ stable }: SequencerBroadcastContents['STABLE_SEQNUM']) => this.deliverUpTo(stable),
  };

  override get assumes(): Guarantees {
    return ONCE_LINK;
  }

  constructor(process: NekoProcess, { sequencer = 0 }: SequencerOptions = {}) {
    super(process);
    checkOption(this, 'sequencer', `an id from 0 to ${process.n - 1}`, sequencer, process.all.includes(sequencer));
    this.sequencer = sequencer;
  }

  protected broadcast(post: Post): void {
    if (this.sequencer === this.process.id) this.handleGetSeqnum(post);
    else this.sendTo([this.sequencer], 'GET_SEQNUM', post);
  }

  private handleGetSeqnum(post: Post): void {
    const sequence = this.nextSequence++;
    this.noteMessage('number', post, { number: sequence });
    this.sendTo(this.everyone, 'SEND_SEQNUM', { sequence, post });
  }

  private deliverUpTo(stable: number): void {
    this.stable = Math.max(this.stable, stable);
    this.deliverWhile(() => (this.incoming.next < this.stable ? this.incoming.take() : undefined));
  }
}

export class UniformSequencerBroadcast extends SequencerBroadcast {
  protected override readonly isUniform = true;
}
