import { EventClass, type SimEvent } from '@kineko/kernel';
import { type Guarantees, ONCE_LINK } from '../../guarantees.js';
import type { NekoMessage, Network, Receiver } from '../../message.js';
import type { NekoHost } from '../../process.js';

/** Receives the outcome of one copy of a message: it arrived or is lost; called once. */
export interface ChannelEnd {
  arrived(message: NekoMessage, to: number): void;
  lost(message: NekoMessage, to: number, reason: string): void;
  /** Another copy is under way to this same end. Called before either of the two ends. */
  doubled(message: NekoMessage, to: number): void;
}

/** The ends of the copies of one message, by index of the receiver. */
export interface Ends {
  at(index: number): ChannelEnd;
}

/**
 * Carries copies of messages, each to one process. The end of a copy travels with it, so a channel need not remember
 * its copies.
 *
 * Channels can be nested in any order: a channel that draws random numbers draws for every copy when it enters, and
 * acts when the copy comes out. So removing a fault leaves all other draws unchanged, inside and outside of it; a copy
 * that will be lost takes its time, and its share of the network, until then.
 */
export abstract class Channel {
  constructor(protected readonly host: NekoHost) {}

  /** Guarantees to its users. By default, everything but the order. */
  get guarantees(): Guarantees {
    return ONCE_LINK;
  }

  abstract carry(message: NekoMessage, to: number, end: ChannelEnd): void;

  /** Carries a copy to each of several receivers; overridden by channels with multicast. */
  carryAll(message: NekoMessage, to: readonly number[], ends: Ends): void {
    for (let i = 0; i < to.length; i++) this.carry(message, to[i]!, ends.at(i));
  }
}

/** A channel around another one that changes the outcome of copies; the other one carries them. */
export abstract class ChannelWrapper extends Channel {
  constructor(
    host: NekoHost,
    protected readonly inner: Channel,
  ) {
    super(host);
  }

  override get guarantees(): Guarantees {
    return this.inner.guarantees;
  }

  /** The end of a copy in place of the given one; the same one if nothing changes. */
  abstract endFor(message: NekoMessage, to: number, end: ChannelEnd): ChannelEnd;

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    this.inner.carry(message, to, this.endFor(message, to, end));
  }

  override carryAll(message: NekoMessage, to: readonly number[], ends: Ends): void {
    let changed: ListedEnds | undefined;
    for (let i = 0; i < to.length; i++) {
      const end = ends.at(i);
      const other = this.endFor(message, to[i]!, end);
      if (other !== end) changed ??= new ListedEnds(ends, i);
      changed?.list.push(other);
    }
    this.inner.carryAll(message, to, changed ?? ends);
  }
}

export class ListedEnds implements Ends {
  readonly list: ChannelEnd[] = [];

  /** Copies the first ends. */
  constructor(ends?: Ends, count = 0) {
    for (let i = 0; i < count; i++) this.list.push(ends!.at(i));
  }

  at(index: number): ChannelEnd {
    return this.list[index]!;
  }
}

/** An end in front of another one, which gets the calls that are not overridden. */
export abstract class EndWrapper implements ChannelEnd {
  constructor(protected readonly end: ChannelEnd) {}

  abstract arrived(message: NekoMessage, to: number): void;

  lost(message: NekoMessage, to: number, reason: string): void {
    this.end.lost(message, to, reason);
  }

  doubled(message: NekoMessage, to: number): void {
    this.end.doubled(message, to);
  }
}

/** The end of a copy that does not arrive. */
export class LostEnd extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly reason: string,
  ) {
    super(end);
  }

  arrived(message: NekoMessage, to: number): void {
    this.end.lost(message, to, this.reason);
  }
}

/** The arrival of one copy. Its ids are plain fields, since the queue compares them when arrivals share an instant. */
export class Delivery implements SimEvent {
  readonly class = EventClass.Delivery;
  readonly high: number;

  /** @param low The receiver. */
  constructor(
    private readonly message: NekoMessage,
    readonly low: number,
    private readonly end: Pick<ChannelEnd, 'arrived'>,
    private readonly what = 'delivery',
  ) {
    this.high = message.from;
  }

  run(): void {
    this.end.arrived(this.message, this.low);
  }

  describe(): string {
    return `${this.what} of ${this.message.type} from p${this.message.from} to p${this.low}`;
  }
}

/** Number of copies of a network so far. */
export interface Traffic {
  /** One per destination. */
  readonly sent: number;
  /** Copies made on the way. */
  readonly doubled: number;
  /** Copies delivered to their process, which may have crashed. */
  readonly arrived: number;
  readonly lost: number;
  /** sent + doubled - arrived - lost. */
  readonly underWay: number;
}

export class SimNetwork implements Network, ChannelEnd, Ends {
  private readonly receivers: Receiver[] = [];
  private readonly counts = { sent: 0, doubled: 0, arrived: 0, lost: 0 };

  constructor(
    private readonly host: NekoHost,
    private readonly channel: Channel,
  ) {}

  get guarantees(): Guarantees {
    return this.channel.guarantees;
  }

  get traffic(): Traffic {
    const { sent, doubled, arrived, lost } = this.counts;
    return { ...this.counts, underWay: sent + doubled - arrived - lost };
  }

  connect(process: number, receiver: Receiver): void {
    this.receivers[process] = receiver;
  }

  send(message: NekoMessage): void {
    const { to } = message;
    this.counts.sent += to.length;
    if (to.length === 1) this.channel.carry(message, to[0]!, this);
    else this.channel.carryAll(message, to, this);
  }

  at(): ChannelEnd {
    return this;
  }

  arrived(message: NekoMessage, to: number): void {
    this.counts.arrived++;
    this.receivers[to]!.deliver(message);
  }

  doubled(): void {
    this.counts.doubled++;
  }

  lost({ from, number, type }: NekoMessage, to: number, reason: string): void {
    const { emit, simulator } = this.host;
    this.counts.lost++;
    emit?.({ type: 'drop', time: simulator.now, process: to, message: number, from, messageType: type, reason });
  }
}
