/**
 * Uniform reliable broadcast by majority (Hadzilacos and Toueg, 1994; Cachin, Guerraoui and Rodrigues, 2011): a process
 * relays a new message to all, and delivers it when a majority is known to have it.
 *
 * Guarantee: validity, integrity, and uniform agreement: if any process delivers a message, even one that crashes then,
 * all correct processes deliver it. No order.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Fewer than half of the processes crash; if more do,
 * it may block, but deliveries stay valid. No detector.
 *
 * Wiring: `wire(new UniformReliableBroadcast(process), 'urbcast', network or ReliableLink)`.
 */
import { messageId } from '../message.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { SeenNumbers } from './queues.js';

type UniformReliableBroadcastContents = { URBCAST_MESSAGE: Post };

export class UniformReliableBroadcast extends BroadcastLayer<UniformReliableBroadcastContents> {
  private readonly majority = Math.floor(this.process.n / 2) + 1;
  /** By id of a message that is not delivered yet: the processes that have it. */
  private readonly holders = new Map<string, Set<number>>();
  private readonly deliveredHere = this.process.all.map(() => new SeenNumbers());

  protected readonly handlers = {
    URBCAST_MESSAGE: (post: Post, from: number) => {
      const { origin, number } = post;
      if (this.deliveredHere[origin]!.has(number)) return;
      const id = messageId(origin, number);
      const holders = this.holders.get(id) ?? this.takeUp(post, id);
      holders.add(from);
      if (holders.size < this.majority) return;
      this.holders.delete(id);
      this.deliveredHere[origin]!.add(number);
      this.deliverPost(post);
    },
  };

  protected broadcast(post: Post): void {
    this.noteMessage('receive', post);
    this.sendTo(this.everyone, 'URBCAST_MESSAGE', post);
  }

  /** A new message: the relayed copy also shows the others that this process has it. */
  private takeUp(post: Post, id: string): Set<number> {
    const holders = new Set([this.process.id]);
    this.holders.set(id, holders);
    if (post.origin === this.process.id) return holders;
    this.noteMessage('receive', post);
    if (this.others.length > 0) this.sendTo(this.others, 'URBCAST_MESSAGE', post);
    return holders;
  }
}
