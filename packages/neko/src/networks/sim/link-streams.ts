import type { RandomStream } from '@kineko/kernel';
import type { NekoHost } from '../../process.js';

/**
 * A stream of random numbers for each link and purpose, so that a link, a fault or a message more leaves the draws of all
 * others as they were.
 */
export class LinkStreams {
  private readonly streams: (RandomStream | undefined)[] = [];

  constructor(
    private readonly host: NekoHost,
    private readonly purpose: string,
  ) {}

  of(from: number, to: number): RandomStream {
    const link = from * this.host.n + to;
    return (this.streams[link] ??= this.host.random.stream(`link/${from}-${to}/${this.purpose}`));
  }
}
