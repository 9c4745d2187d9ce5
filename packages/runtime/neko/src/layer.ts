import { type Guarantees, guaranteesOf, without } from './guarantees.js';
import { type Outgoing, type Sender, unwrap, type Wrapped } from './message.js';
import { type Contents, Protocol } from './protocol.js';

/**
 * A protocol that carries messages for the protocols above it and adds a guarantee: a sender to those above, a receiver
 * to those below.
 */
export abstract class Layer<M extends Contents> extends Protocol<M> implements Sender {
  // `#` members: authors extend this class, and a private field could collide with one of theirs.
  #delivered = 0;

  /** Guarantees to the protocols above. Default: those of the link below without the order, which few layers keep. */
  get guarantees(): Guarantees {
    return without(guaranteesOf(this.sender), 'order');
  }

  abstract send(message: Outgoing): void;

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), receiver: this.receiver };
  }

  /** Delivers a carried message to the protocol above. */
  protected passUp(wrapped: Wrapped, from: number): void {
    this.receiver!.deliver(unwrap(wrapped, from, ++this.#delivered));
  }
}
