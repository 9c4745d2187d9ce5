/**
 * FIFO broadcast (Hadzilacos and Toueg, A Modular Approach to Fault-Tolerant Broadcasts, 1994): the broadcasts of each
 * process are numbered and held back until their turn.
 *
 * Guarantee: what a process broadcasts is delivered everywhere in the order in which it was broadcast, once; and all that
 * the broadcast below guarantees: over a (uniform) reliable one it is (uniform) reliable.
 * Assumes: a broadcast below that loses nothing on the way to processes that do not crash, such as reliable broadcast. It
 * may reorder and duplicate. Straight over quasi-reliable channels there is no agreement once a process crashes. Crashes
 * as below.
 *
 * Wiring: `wire(new FifoBroadcast(process), 'fifo', reliableBroadcast)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './queues.js';

export class FifoBroadcast extends BroadcastLayer<{ FIFO_MSG: Post }> {
  /** By origin. */
  private readonly incoming = this.process.all.map(() => new HoldBackQueue<Post>());

  protected readonly handlers = {
    FIFO_MSG: (post: Post) => {
      const queue = this.incoming[post.origin]!;
      queue.put(post.number, post);
      for (let next = queue.take(); next !== undefined; next = queue.take()) this.deliverPost(next);
    },
  };

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'FIFO_MSG', post);
  }
}
