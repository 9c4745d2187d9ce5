import { FIFO_LINK, type Guarantees } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel, type ChannelEnd, Delivery } from './channel.js';

export interface BasicOptions {
  /** Seconds that every copy takes. Default: 1. */
  readonly lambda?: number;
}

/** Every copy takes the same time, without contention. */
export class BasicChannel extends Channel {
  private readonly lambda: number;

  constructor(host: NekoHost, { lambda = 1 }: BasicOptions = {}) {
    super(host);
    checkSeconds('the lambda of a basic network', lambda);
    this.lambda = lambda;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const { simulator } = this.host;
    simulator.schedule(simulator.now + this.lambda, new Delivery(message, to, end));
  }
}
