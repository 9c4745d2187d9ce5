/**
 * Uniform reliable broadcast by majority (Hadzilacos and Toueg, 1994; Cachin, Guerraoui and Rodrigues, 2011): whoever gets
 * a message for the first time hands it on to all, and it is delivered when a majority is known to have it.
 *
 * Guarantee: validity, integrity, and uniform agreement: if any process delivers a message, even one that crashes then,
 * all that do not crash deliver it. No order.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Fewer than half of the processes crash; if more do, it
 * may block but what was delivered stays right. No detector.
 *
 * Wiring: `wire(new UniformReliableBroadcast(process), 'urbcast', network or ReliableLink)`.
 */
import { messageId } from '../message.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { SeenNumbers } from './queues.js';

export class UniformReliableBroadcast extends BroadcastLayer<{ URBCAST_MESSAGE: Post }> {
  private readonly majority = Math.floor(this.process.n / 2) + 1;
  /** Who has a message that is not yet delivered, by its id. */
  private readonly holders = new Map<string, Set<number>>();
  /** By origin. */
  private readonly deliveredHere = this.process.all.map(() => new SeenNumbers());

  protected readonly handlers = {
    URBCAST_MESSAGE: (post: Post, from: number) => this.handleUrbcastMessage(post, from),
  };

  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'URBCAST_MESSAGE', post);
  }

  private handleUrbcastMessage(post: Post, from: number): void {
    const { origin, number } = post;
    if (this.deliveredHere[origin]!.has(number)) return;
    const id = messageId(origin, number);
    const holders = this.holders.get(id) ?? this.takeUp(post, id);
    holders.add(from);
    if (holders.size < this.majority) return;
    this.holders.delete(id);
    this.deliveredHere[origin]!.add(number);
    this.deliverPost(post);
  }

  /** It is here for the first time: says so to the others, and gives it to them, in one. */
  private takeUp(post: Post, id: string): Set<number> {
    const holders = new Set([this.process.id]);
    this.holders.set(id, holders);
    if (post.origin !== this.process.id && this.others.length > 0) this.sendTo(this.others, 'URBCAST_MESSAGE', post);
    return holders;
  }
}
