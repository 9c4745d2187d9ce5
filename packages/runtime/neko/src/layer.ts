import { type Guarantees, guaranteesOf, without } from './guarantees.js';
import { type Outgoing, type Sender, unwrap, type Wrapped } from './message.js';
import { type Contents, Protocol } from './protocol.js';

/**
 * A protocol that carries the messages of those above it and adds a promise to them: to those above it is the sender, to
 * those below a receiver.
 */
export abstract class Layer<M extends Contents> extends Protocol<M> implements Sender {
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  #delivered = 0;

  /** What those above may rely on. By default what it has from below, but for the order, which few layers keep. */
  get guarantees(): Guarantees {
    return without(guaranteesOf(this.sender), 'order');
  }

  /** Takes a message from above. */
  abstract send(message: Outgoing): void;

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), receiver: this.receiver };
  }

  /** Hands a message that was carried to whoever is above. */
  protected passUp(wrapped: Wrapped, from: number): void {
    this.receiver!.deliver(unwrap(wrapped, from, ++this.#delivered));
  }
}
