/**
 * FIFO broadcast (Hadzilacos and Toueg, A Modular Approach to Fault-Tolerant Broadcasts, 1994): the broadcasts of each
 * process are numbered and held back until their turn.
 *
 * Guarantee: the broadcasts of a process are delivered everywhere in the order in which they were broadcast, once. All
 * other guarantees are those of the broadcast below: over a (uniform) reliable one it is (uniform) reliable.
 * Assumes: a broadcast below without losses between correct processes, such as reliable broadcast. It may reorder and
 * duplicate. Directly over quasi-reliable channels there is no agreement after a crash. Tolerates the same crashes.
 *
 * Wiring: `wire(new FifoBroadcast(process), 'fifo', reliableBroadcast)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './queues.js';

type FifoBroadcastContents = { FIFO_MSG: Post };

export class FifoBroadcast extends BroadcastLayer<FifoBroadcastContents> {
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
