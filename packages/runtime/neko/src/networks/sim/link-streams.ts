import type { RandomStream } from '@kineko/kernel';
import type { NekoHost } from '../../process.js';
import { Links } from './links.js';

/**
 * A stream of random numbers for each link and purpose, so that a link, a fault or a message more leaves the draws of all
 * others as they were. Whoever has the same purpose draws from the same stream.
 */
export class LinkStreams {
  private readonly links: Links<RandomStream>;

  constructor(host: NekoHost, purpose: string) {
    this.links = new Links((from, to) => host.random.stream(`link/${from}-${to}/${purpose}`));
  }

  of(from: number, to: number): RandomStream {
    return this.links.of(from, to);
  }
}
