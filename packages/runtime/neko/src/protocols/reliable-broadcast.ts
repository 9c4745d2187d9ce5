/**
 * Reliable broadcast by relaying at once (Hadzilacos and Toueg, 1994; "eager" in Cachin, Guerraoui and Rodrigues, 2011):
 * whoever gets a message for the first time hands it on to all before delivering it.
 *
 * Guarantee: validity (what a process that does not crash broadcasts, it delivers), agreement (if one that does not crash
 * delivers it, all such do), integrity (once, and only what was broadcast). Not uniform: what a process delivered before it
 * crashed may be unknown to the others. No order.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Any number of processes may crash; no detector.
 *
 * Wiring: `wire(new ReliableBroadcast(process), 'rbcast', network or ReliableLink)`.
 */
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { SeenNumbers } from './queues.js';

export class ReliableBroadcast extends BroadcastLayer<{ RBCAST_MESSAGE: Post }> {
  /** By origin. */
  private readonly seen = this.process.all.map(() => new SeenNumbers());

  protected readonly handlers = {
    RBCAST_MESSAGE: (post: Post, from: number) => {
      if (!this.seen[post.origin]!.add(post.number)) return;
      this.relay(post, from);
      this.deliverPost(post);
    },
  };

  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'RBCAST_MESSAGE', post);
  }

  /** To all that may not have it: the origin sent itself a copy, and who relayed it has it. */
  private relay(post: Post, from: number): void {
    const { origin } = post;
    if (origin === this.process.id) return;
    const to = this.others.filter((process) => process !== from && process !== origin);
    if (to.length > 0) this.sendTo(to, 'RBCAST_MESSAGE', post);
  }
}
