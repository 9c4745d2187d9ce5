/**
 * Causal broadcast (Birman, Schiper and Stephenson, 1991; the waiting algorithm of Cachin, Guerraoui and Rodrigues,
 * 2011): a broadcast carries how many of each process its sender had delivered, and waits until these have been
 * delivered here too.
 *
 * Guarantee: if the broadcast of m may have caused that of m', no process delivers m' before m; this includes FIFO order.
 * Also once, and all that the broadcast below guarantees.
 * Assumes: a broadcast below that loses nothing on the way to processes that do not crash, such as reliable broadcast
 * (without its agreement a process may wait for ever for what another has seen). It may reorder and duplicate. Crashes as
 * below.
 *
 * Wiring: `wire(new CausalBroadcast(process), 'causal', reliableBroadcast)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './queues.js';

type Dated = {
  readonly post: Post;
  /** By process: how many of its broadcasts the sender had delivered; its own do not count. */
  readonly after: readonly number[];
};

export class CausalBroadcast extends BroadcastLayer<{ CAUSAL_MSG: Dated }> {
  /** By origin: what waits, and how many have been delivered. */
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

  /** One that waits for nothing any more, of the lowest origin that has one. */
  private takeNext(): Post | undefined {
    return this.incoming.find((queue) => this.isDue(queue.peek()))?.take()!.post;
  }

  private isDue(dated: Dated | undefined): boolean {
    if (dated === undefined) return false;
    const { post, after } = dated;
    return this.incoming.every(({ next }, process) => process === post.origin || next >= after[process]!);
  }
}
