import type { Guarantee, Guarantees } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { type Channel, type ChannelEnd, ChannelWrapper } from './channel.js';
import { Links } from './links.js';

/**
 * Keeps the order of each link: a copy that overtakes others waits until one copy of each has arrived or all are lost.
 * A duplicate made further in may follow its original; it is dropped if a later message has come out meanwhile.
 * Channels further out may change the order again.
 */
export class FifoChannel extends ChannelWrapper {
  private readonly links = new Links(() => new Link());

  constructor(host: NekoHost, inner: Channel) {
    super(host, inner);
  }

  override get guarantees(): Guarantees {
    return [...new Set<Guarantee>(['order', ...super.guarantees])];
  }

  endFor(message: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const link = this.links.of(message.from, to);
    const place = new Place(link, message, to, end);
    link.append(place);
    return place;
  }
}

/** The copies that have not come out yet, in order. */
class Link {
  private first: Place | undefined;
  private last: Place | undefined;
  /** The one that came out last. */
  previous: Place | undefined;
  private isMoving = false;

  append(place: Place): void {
    if (this.first === undefined) this.first = place;
    else this.last!.next = place;
    this.last = place;
  }

  /** Lets out the copies at the front that need not wait. */
  moveOn(): void {
    // Letting a copy out may make others arrive.
    if (this.isMoving) return;
    this.isMoving = true;
    while (this.first !== undefined && this.first.isSettled) {
      const place = this.first;
      this.first = place.next;
      // Otherwise the last one would keep all earlier ones in memory.
      place.next = undefined;
      place.letOut();
    }
    this.isMoving = false;
  }
}

/** The position of a copy in the order of its link, and the end of it and its duplicates. */
class Place implements ChannelEnd {
  next: Place | undefined;
  /** Copies that have neither arrived nor been lost. */
  private underWay = 1;
  /** Copies that have arrived and wait. */
  private waiting = 0;
  private isOut = false;

  constructor(
    private readonly link: Link,
    private readonly message: NekoMessage,
    private readonly to: number,
    private readonly end: ChannelEnd,
  ) {}

  get isSettled(): boolean {
    return this.waiting > 0 || this.underWay === 0;
  }

  arrived(message: NekoMessage, to: number): void {
    this.underWay--;
    if (!this.isOut) {
      this.waiting++;
      this.link.moveOn();
    } else if (this.link.previous === this) this.end.arrived(message, to);
    else this.end.lost(message, to, 'a second copy that came after later messages');
  }

  lost(message: NekoMessage, to: number, reason: string): void {
    this.underWay--;
    this.end.lost(message, to, reason);
    if (!this.isOut) this.link.moveOn();
  }

  doubled(message: NekoMessage, to: number): void {
    this.underWay++;
    this.end.doubled(message, to);
  }

  letOut(): void {
    this.isOut = true;
    if (this.waiting > 0) this.link.previous = this;
    for (; this.waiting > 0; this.waiting--) this.end.arrived(this.message, this.to);
  }
}
