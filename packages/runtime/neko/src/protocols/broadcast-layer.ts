import { type Guarantees, ONCE_LINK, QUASI_RELIABLE } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';
import type { Contents } from '../protocol.js';

/** A message under way to everyone. */
export type Post = {
  /** The process that broadcast it, whoever handed it on since. */
  readonly origin: number;
  /** How many that one had broadcast before. */
  readonly number: number;
  readonly inner: Wrapped;
};

/**
 * What all broadcasts share: whatever is sent from above goes to all processes, is delivered at all of them, and passed
 * up where it was meant for.
 *
 * A process that is crashed broadcasts nothing: a number that is given but never sent would be a gap for ever.
 */
export abstract class BroadcastLayer<M extends Contents> extends Layer<M> {
  protected readonly everyone: readonly number[] = Object.freeze(this.process.all);
  protected readonly others: readonly number[] = Object.freeze(this.process.others);
  private broadcasts = 0;
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

  /** Sends a message from above on its way. */
  protected abstract broadcast(post: Post): void;

  /** Delivers all that may be delivered now; if it is called by who is being delivered to, that goes on afterwards. */
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
    if (post.inner.to.includes(this.process.id)) this.passUp(post.inner, post.origin);
  }

  private noteMessage(event: string, { origin, number }: Post): void {
    if (this.process.emit !== undefined) this.note(event, { message: messageId(origin, number) });
  }
}
