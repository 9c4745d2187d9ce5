import type { NekoMessage } from '../../message.js';
import { ChannelWrapper } from './channel.js';

interface Waiting {
  readonly message: NekoMessage;
  state: 'under way' | 'arrived' | 'lost';
}

/** Copies on a link arrive in the order in which they were sent: who overtakes waits for those before it. */
export class FifoChannel extends ChannelWrapper {
  private readonly links = new Map<number, Waiting[]>();

  override carry(message: NekoMessage, to: number): void {
    this.linkOf(message.from, to).push({ message, state: 'under way' });
    this.inner.carry(message, to);
  }

  override arrived(message: NekoMessage, to: number): void {
    this.settle(message, to, 'arrived');
  }

  override lost(message: NekoMessage, to: number, reason: string): void {
    this.end.lost(message, to, reason);
    this.settle(message, to, 'lost');
  }

  private settle(message: NekoMessage, to: number, state: 'arrived' | 'lost'): void {
    const link = this.linkOf(message.from, to);
    const waiting = link.find((other) => other.message === message && other.state === 'under way');
    // A second copy of what has come already need not wait.
    if (waiting === undefined) {
      if (state === 'arrived') this.end.arrived(message, to);
      return;
    }
    waiting.state = state;
    while (link.length > 0 && link[0]!.state !== 'under way') {
      const first = link.shift()!;
      if (first.state === 'arrived') this.end.arrived(first.message, to);
    }
  }

  private linkOf(from: number, to: number): Waiting[] {
    const key = from * this.host.n + to;
    let link = this.links.get(key);
    if (link === undefined) this.links.set(key, (link = []));
    return link;
  }
}
