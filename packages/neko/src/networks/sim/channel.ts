import type { NekoMessage, Receiver } from '../../message.js';
import type { Network } from '../../network.js';
import type { NekoHost } from '../../process.js';

/** What becomes of one copy of a message. */
export interface ChannelEnd {
  arrived(message: NekoMessage, to: number): void;
  lost(message: NekoMessage, to: number, reason: string): void;
}

/** Carries copies of messages, each to one process. Nothing is allocated for a copy but what carries it. */
export abstract class Channel {
  /** Where what it carries comes out; set by whoever stands around it. */
  protected end: ChannelEnd = NOWHERE;

  constructor(protected readonly host: NekoHost) {}

  leadTo(end: ChannelEnd): void {
    this.end = end;
  }

  abstract carry(message: NekoMessage, to: number): void;

  /** Carries the copies for all destinations; for channels that do that better than one by one. */
  carryAll(message: NekoMessage): void {
    const { to } = message;
    for (let i = 0; i < to.length; i++) this.carry(message, to[i]!);
  }
}

/** A channel around another one: it changes what goes in, or what comes out. */
export abstract class ChannelWrapper extends Channel implements ChannelEnd {
  constructor(
    host: NekoHost,
    protected readonly inner: Channel,
  ) {
    super(host);
    inner.leadTo(this);
  }

  carry(message: NekoMessage, to: number): void {
    this.inner.carry(message, to);
  }

  arrived(message: NekoMessage, to: number): void {
    this.end.arrived(message, to);
  }

  lost(message: NekoMessage, to: number, reason: string): void {
    this.end.lost(message, to, reason);
  }
}

const NOWHERE: ChannelEnd = {
  arrived() {},
  lost() {},
};

/** A simulated network: a channel between all processes. */
export class SimNetwork implements Network, ChannelEnd {
  private readonly receivers: Receiver[] = [];

  constructor(
    private readonly host: NekoHost,
    private readonly channel: Channel,
  ) {
    channel.leadTo(this);
  }

  connect(process: number, receiver: Receiver): void {
    this.receivers[process] = receiver;
  }

  send(message: NekoMessage): void {
    this.channel.carryAll(message);
  }

  arrived(message: NekoMessage, to: number): void {
    this.receivers[to]!.deliver(message);
  }

  lost({ from, number, type }: NekoMessage, to: number, reason: string): void {
    const { emit, simulator } = this.host;
    emit?.({ type: 'drop', time: simulator.now, process: to, message: number, from, messageType: type, reason });
  }
}
