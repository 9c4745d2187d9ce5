/**
 * FIFO channels: messages are numbered on each link and held back until their turn.
 *
 * Guarantee: from each process to each other, messages are delivered in the order in which they were sent, and once.
 * Assumes: channels without losses between correct processes (a gap blocks the link); they may reorder and duplicate.
 *
 * Wiring: `wire(new FifoLink(process), 'fifo', network)`, below the protocols that need FIFO channels.
 */
import { FIFO_LINK, type Guarantees, QUASI_RELIABLE } from '../guarantees.js';
import { LinkLayer, type Parcel } from './link-layer.js';
import { HoldBackQueue } from './queues.js';

type FifoLinkContents = { DATA: Parcel };

export class FifoLink extends LinkLayer<FifoLinkContents> {
  private readonly incoming = this.process.all.map(() => new HoldBackQueue<Parcel>());

  protected readonly handlers = {
    DATA: (parcel: Parcel, from: number) => this.deliverInTurn(this.incoming[from]!, parcel, from),
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
}
