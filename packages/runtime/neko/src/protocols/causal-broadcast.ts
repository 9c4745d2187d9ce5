/**
 * Causal broadcast (Birman, Schiper and Stephenson, 1991; the waiting algorithm of Cachin, Guerraoui and Rodrigues,
 * 2011): a broadcast carries the number of messages of each process that its sender had delivered, and waits until
 * these have been delivered here too.
 *
 * Guarantee: if the broadcast of m may have caused that of m', no process delivers m' before m; this includes FIFO
 * order. Each message is delivered once. All other guarantees are those of the broadcast below.
 * Assumes: a broadcast below without losses between correct processes, such as reliable broadcast (without its
 * agreement a process may wait forever for a message that another one has seen). It may reorder and duplicate.
 * Tolerates the same crashes.
 *
 * Wiring: `wire(new CausalBroadcast(process), 'causal', reliableBroadcast)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './queues.js';

type Dated = {
  readonly post: Post;
  /** By process: the number of its broadcasts that the sender had delivered; ignored for the sender itself. */
  readonly after: readonly number[];
};

type CausalBroadcastContents = { CAUSAL_MSG: Dated };

export class CausalBroadcast extends BroadcastLayer<CausalBroadcastContents> {
  /** By origin: the waiting messages and the number of those delivered. */
  private readonly incoming = this.process.all.map(() => new HoldBackQueue<Dated>());

  protected readonly handlers = {
    CAUSAL_MSG: (dated: Dated) => {
      this.incoming[dated.post.origin]!.put(dated.post.number, dated);
      this.deliverWhile(() => this.takeNext());
    },
  };

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'CAUSAL_MSG', { post, after: this.incoming.map(({ next }) => next) });
  }

  /** A message that is due, of the lowest origin that has one. */
  private takeNext(): Post | undefined {
    return this.incoming.find((queue) => this.isDue(queue.peek()))?.take()!.post;
  }

  private isDue(dated: Dated | undefined): boolean {
    if (dated === undefined) return false;
    const { post, after } = dated;
    return this.incoming.every(({ next }, process) => process === post.origin || next >= after[process]!);
  }
}
