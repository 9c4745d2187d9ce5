import { type Guarantees, ONCE_LINK, QUASI_RELIABLE } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';
import type { Contents } from '../protocol.js';

/** A message on its way to all processes. */
export type Post = {
  /** The process that broadcast it, even if another one relayed it. */
  readonly origin: number;
  /** Number of earlier broadcasts of the origin. */
  readonly number: number;
  readonly inner: Wrapped;
};

/**
 * Common part of all broadcasts: a message from above is sent to all processes, delivered at all of them, and passed up
 * at its destinations.
 *
 * A crashed process broadcasts nothing: a number that is assigned but never sent would leave a permanent gap.
 */
export abstract class BroadcastLayer<M extends Contents> extends Layer<M> {
  protected readonly everyone: readonly number[] = Object.freeze(this.process.all);
  protected readonly others: readonly number[] = Object.freeze(this.process.others);
  /** Number of own broadcasts. */
  protected broadcasts = 0;
  private isDelivering = false;

  override get assumes(): Guarantees {
    return QUASI_RELIABLE;
  }

  override get guarantees(): Guarantees {
    return ONCE_LINK;
  }

  send(message: Outgoing): void {
    if (this.process.isCrashed) return;
    const post = { origin: this.process.id, number: this.broadcasts++, inner: wrap(message) };
    this.noteMessage('broadcast', post);
    this.broadcast(post);
  }

  protected abstract broadcast(post: Post): void;

  /** Delivers messages while `next` returns one. A call from within a delivery leaves the rest to the outer call. */
  protected deliverWhile(next: () => Post | undefined): void {
    if (this.isDelivering) return;
    this.isDelivering = true;
    try {
      for (let post = next(); post !== undefined; post = next()) this.deliverPost(post);
    } finally {
      this.isDelivering = false;
    }
  }

  protected deliverPost(post: Post): void {
    this.noteMessage('deliver', post);
    this.passUpPost(post);
  }

  /** Passes a message up at its destinations. */
  protected passUpPost({ inner, origin }: Post): void {
    if (inner.to.includes(this.process.id)) this.passUp(inner, origin);
  }

  /** Records an event of a message: its broadcast, its delivery, or in between what checkers of single protocols look for. */
  protected noteMessage(event: string, { origin, number }: Post, more?: object): void {
    if (this.process.emit !== undefined) this.note(event, { message: messageId(origin, number), ...more });
  }
}
