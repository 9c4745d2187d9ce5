import type { Guarantees } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkAboveZero, NetworkError } from '../checked.js';
import { Channel, type ChannelEnd, Delivery } from './channel.js';
import { Links } from './links.js';

/** Exactly one is given. */
export interface BandwidthOptions {
  /** Bytes per second on each link; the size of a message is that of its content as JSON in UTF-8. */
  readonly bytesPerSecond?: number;
  /** Messages per second on each link. */
  readonly messagesPerSecond?: number;
}

/**
 * Each link transmits one copy at a time; others queue in the order of arrival. This time precedes the delay of the
 * channel inside.
 */
export class BandwidthChannel extends Channel {
  private readonly secondsOf: (message: NekoMessage) => number;
  private readonly links = new Links(() => ({ freeFrom: 0 }));
  private measured: { readonly message: NekoMessage; readonly bytes: number } | undefined;

  constructor(
    host: NekoHost,
    private readonly inner: Channel,
    { bytesPerSecond, messagesPerSecond }: BandwidthOptions,
  ) {
    super(host);
    if ((bytesPerSecond === undefined) === (messagesPerSecond === undefined))
      throw new NetworkError('a bandwidth is given as either bytesPerSecond or messagesPerSecond');
    if (bytesPerSecond !== undefined) {
      checkAboveZero('a bandwidth', bytesPerSecond, 'bytes per second');
      this.secondsOf = (message) => this.bytesOf(message) / bytesPerSecond;
    } else {
      checkAboveZero('a bandwidth', messagesPerSecond!, 'messages per second');
      const seconds = 1 / messagesPerSecond!;
      this.secondsOf = () => seconds;
    }
  }

  override get guarantees(): Guarantees {
    return this.inner.guarantees;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const { simulator } = this.host;
    const link = this.links.of(message.from, to);
    link.freeFrom = Math.max(link.freeFrom, simulator.now) + this.secondsOf(message);
    const departed = { arrived: () => this.inner.carry(message, to, end) };
    simulator.schedule(link.freeFrom, new Delivery(message, to, departed, 'departure'));
  }

  /** The copies of a message are measured once. */
  private bytesOf(message: NekoMessage): number {
    if (this.measured?.message !== message) this.measured = { message, bytes: jsonBytes(message.content) };
    return this.measured.bytes;
  }
}

/** Length of a value as JSON in UTF-8, which does not depend on the order of keys. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 0;
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes++;
    // The two units of a surrogate pair have four bytes together; JSON escapes lone surrogates.
    if (unit >= 0x800 && !(unit >= 0xd800 && unit < 0xe000)) bytes++;
  }
  return bytes;
}
