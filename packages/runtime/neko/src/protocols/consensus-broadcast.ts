/**
 * Atomic broadcast by consensus (Chandra and Toueg, 1996, section 7): messages spread by reliable broadcast, and a
 * sequence of consensus instances decides, batch by batch, which are delivered next.
 *
 * Guarantee: uniform total order (of the deliveries of any two processes, crashed or not, one is a prefix of the
 * other), validity, uniform agreement, integrity.
 * Assumes: a reliable broadcast below, and a consensus that is used for nothing else. By default the consensus is on
 * message ids: then the broadcast below must be uniform, unless the crash of a sender cannot lose a message; otherwise
 * an id could be decided whose message was lost with the only process that had it. With `decideOn: 'messages'` any
 * reliable broadcast is sufficient.
 *
 * Wiring: `const broadcast = new ConsensusBroadcast(process); broadcast.setConsensus(consensus); wire(broadcast,
 * 'abcast', urbcast)`, with the process's dispatcher as the receiver of `urbcast`.
 */
import { messageId } from '../message.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import type { Consensus } from './consensus-protocol.js';
import { DecisionSequence } from './decision-sequence.js';
import { SeenNumbers } from './queues.js';

/** The value of a consensus: the next messages to deliver, in order. */
type Batch = readonly (Pick<Post, 'origin' | 'number'> & Partial<Post>)[];

export interface ConsensusBroadcastOptions {
  /** The values of the consensus. Default: ids. */
  readonly decideOn?: 'ids' | 'messages';
}

type ConsensusBroadcastContents = { AB_START: Post };

export class ConsensusBroadcast extends BroadcastLayer<ConsensusBroadcastContents> {
  private consensus: Consensus | undefined;
  private readonly decideOn: 'ids' | 'messages';

  /** Messages that are in no batch yet, by id. */
  private readonly unordered = new Map<string, Post>();
  /** Messages that are in a batch but not delivered yet, by id. */
  private readonly known = new Map<string, Post>();
  /** The messages of all batches so far, by origin. */
  private readonly ordered = this.process.all.map(() => new SeenNumbers());
  private batches: DecisionSequence<Batch> | undefined;
  /** The next messages to deliver, in order. */
  private readonly sequence: { readonly origin: number; readonly number: number }[] = [];

  protected readonly handlers = {
    AB_START: (post: Post) => {
      this.learn(post);
      this.settle();
    },
  };

  constructor(process: NekoProcess, { decideOn = 'ids' }: ConsensusBroadcastOptions = {}) {
    super(process);
    this.decideOn = decideOn;
  }

  setConsensus(consensus: Consensus): void {
    this.consensus = consensus;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), consensus: this.consensus };
  }

  protected override started(): void {
    this.batches = new DecisionSequence<Batch>(
      this.consensus!,
      (batch) => this.append(batch),
      () => this.settle(),
    );
  }

  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'AB_START', post);
  }

  private settle(): void {
    this.proposeNext();
    this.deliverNext();
  }

  /** Keeps a new message; one that is already in a batch is kept only if it is waited for. */
  private learn(post: Post): void {
    const { origin, number } = post;
    const id = messageId(origin, number);
    if (!this.ordered[origin]!.has(number)) this.unordered.set(id, post);
    else if (this.sequence.some((next) => next.origin === origin && next.number === number)) this.known.set(id, post);
  }

  /** One consensus at a time, on all messages without an order. */
  private proposeNext(): void {
    if (this.unordered.size === 0 || this.batches!.hasProposed) return;
    const posts = [...this.unordered.values()].toSorted((a, b) => a.origin - b.origin || a.number - b.number);
    const batch: Batch = this.decideOn === 'messages' ? posts : posts.map(({ origin, number }) => ({ origin, number }));
    this.batches!.propose(batch);
  }

  private append(batch: Batch): void {
    for (const { origin, number, inner } of batch) {
      if (!this.ordered[origin]!.add(number)) continue;
      const id = messageId(origin, number);
      const post = inner === undefined ? this.unordered.get(id) : { origin, number, inner };
      this.unordered.delete(id);
      if (post !== undefined) this.known.set(id, post);
      this.sequence.push({ origin, number });
    }
  }

  /** Delivers in order, up to the first message that has not arrived. */
  private deliverNext(): void {
    this.deliverWhile(() => {
      const [first] = this.sequence;
      const id = first === undefined ? '' : messageId(first.origin, first.number);
      const post = this.known.get(id);
      if (post === undefined) return undefined;
      this.sequence.shift();
      this.known.delete(id);
      return post;
    });
  }
}
