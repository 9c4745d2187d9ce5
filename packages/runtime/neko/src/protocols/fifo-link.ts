/**
 * FIFO channels: messages are numbered on each link and held back until their turn.
 *
 * Guarantee: from each process to each other, messages are delivered in the order in which they were sent, and once.
 * Assumes: channels that lose nothing between processes that do not crash (a gap blocks the link); they may reorder and
 * duplicate.
 *
 * Wiring: `wire(new FifoLink(process), 'fifo', network)`; whoever needs FIFO channels stands on it.
 */
import { FIFO_LINK, type Guarantees, QUASI_RELIABLE } from '../guarantees.js';
import { HoldBackQueue } from './hold-back-queue.js';
import { LinkLayer, type Parcel } from './link-layer.js';

export type FifoLinkContents = { DATA: Parcel };

export class FifoLink extends LinkLayer<FifoLinkContents> {
  /** By sender. */
  private readonly incoming = this.process.all.map(() => new HoldBackQueue<Parcel>());

  protected readonly handlers = {
    DATA: (parcel: Parcel, from: number) => this.handleData(parcel, from),
  };

  override get assumes(): Guarantees {
    return QUASI_RELIABLE;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  protected transmit(parcel: Parcel): void {
    this.sendTo(parcel.inner.to, 'DATA', parcel);
  }

  private handleData(parcel: Parcel, from: number): void {
    const link = this.incoming[from]!;
    link.put(this.linkNumberOf(parcel), parcel);
    for (let next = link.take(); next !== undefined; next = link.take()) this.deliverParcel(next, from);
  }
}
