/**
 * Reliable broadcast by eager relaying (Hadzilacos and Toueg, 1994; "eager" in Cachin, Guerraoui and Rodrigues, 2011):
 * a process relays a new message to all before it delivers it.
 *
 * Guarantee: validity (a correct process delivers its own broadcasts), agreement (if a correct process delivers a
 * message, all correct processes do), integrity (once, and only messages that were broadcast). Not uniform: a message
 * delivered by a process that crashed may be unknown to the others. No order.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Any number of processes may crash; no detector.
 *
 * Wiring: `wire(new ReliableBroadcast(process), 'rbcast', network or ReliableLink)`.
 */
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { SeenNumbers } from './queues.js';

type ReliableBroadcastContents = { RBCAST_MESSAGE: Post };

export class ReliableBroadcast extends BroadcastLayer<ReliableBroadcastContents> {
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

  /** To all processes that may lack it: the origin and the relaying process have it. */
  private relay(post: Post, from: number): void {
    const { origin } = post;
    if (origin === this.process.id) return;
    const to = this.others.filter((process) => process !== from && process !== origin);
    if (to.length > 0) this.sendTo(to, 'RBCAST_MESSAGE', post);
  }
}
