import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import type { Topology } from '../../topology.js';
import { NetworkError } from '../checked.js';
import type { Channel } from './channel.js';
import { SelectiveChannel } from './selective.js';

/** Only neighbours hear each other, and each process itself: other copies are lost at once. */
export class TopologyChannel extends SelectiveChannel {
  constructor(
    host: NekoHost,
    inner: Channel,
    private readonly topology: Topology,
  ) {
    super(host, inner);
    if (topology.n !== host.n)
      throw new NetworkError(`a topology of ${topology.n} processes was given to a network of ${host.n}`);
  }

  refusal({ from }: NekoMessage, to: number): string | undefined {
    return from === to || this.topology.areNeighbours(from, to) ? undefined : 'not a neighbour';
  }
}
