import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';
import type { Contents } from '../protocol.js';
import type { HoldBackQueue } from './queues.js';

/** A message on its way to some processes. */
export type Parcel = {
  /** Number of earlier messages of the sender. */
  readonly number: number;
  /** Its numbers on the links to its destinations, in the order of `inner.to`: one multicast serves all. */
  readonly linkNumbers: readonly number[];
  readonly inner: Wrapped;
};

/**
 * Common part of links: messages from above are numbered on each link. A crashed process accepts nothing: a number that
 * is assigned but never sent would leave a permanent gap.
 */
export abstract class LinkLayer<M extends Contents> extends Layer<M> {
  private accepted = 0;
  private readonly nextOnLink: number[] = Array.from({ length: this.process.n }, () => 0);

  send(message: Outgoing): void {
    if (this.process.isCrashed) return;
    const to = [...new Set(message.to)];
    const number = this.accepted++;
    if (this.process.emit !== undefined) this.note('accept', { message: messageId(this.process.id, number), to });
    this.transmit({
      number,
      linkNumbers: to.map((process) => this.nextOnLink[process]!++),
      inner: wrap({ ...message, to }),
    });
  }

  protected abstract transmit(parcel: Parcel): void;

  /** The number of a parcel on the link over which it arrived. */
  protected linkNumberOf({ inner, linkNumbers }: Parcel): number {
    return linkNumbers[inner.to.indexOf(this.process.id)]!;
  }

  /** Delivers the parcels of a link that have no gap before them. */
  protected deliverInTurn(link: HoldBackQueue<Parcel>, parcel: Parcel, from: number): void {
    link.put(this.linkNumberOf(parcel), parcel);
    for (let next = link.take(); next !== undefined; next = link.take()) this.deliverParcel(next, from);
  }

  protected deliverParcel({ number, inner }: Parcel, from: number): void {
    if (this.process.emit !== undefined) this.note('deliver', { message: messageId(from, number) });
    this.passUp(inner, from);
  }
}
