import { FIFO_LINK, type Guarantees } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel, type ChannelEnd, Delivery } from './channel.js';
import { Processors } from './processors.js';

export interface BasicOptions {
  /** Seconds that every copy takes. Default: 1. */
  readonly lambda?: number;
  /** Seconds that a copy occupies the processor of its sender. Default: 0. */
  readonly sendCost?: number;
  /** Seconds that a copy occupies the processor of its receiver. Default: 0. */
  readonly receiveCost?: number;
}

/** Every copy takes the same time. Copies wait for the processors only if sending or receiving costs time. */
export class BasicChannel extends Channel {
  private readonly options: Required<BasicOptions>;
  private readonly processors: Processors | undefined;

  constructor(host: NekoHost, { lambda = 1, sendCost = 0, receiveCost = 0 }: BasicOptions = {}) {
    super(host);
    checkSeconds('the lambda of a basic network', lambda);
    checkSeconds('the sendCost of a basic network', sendCost);
    checkSeconds('the receiveCost of a basic network', receiveCost);
    this.options = { lambda, sendCost, receiveCost };
    this.processors = sendCost > 0 || receiveCost > 0 ? new Processors(host) : undefined;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const { simulator } = this.host;
    const { lambda, sendCost, receiveCost } = this.options;
    const { processors } = this;
    if (processors === undefined) {
      simulator.schedule(simulator.now + lambda, new Delivery(message, to, end));
      return;
    }
    const received = {
      arrived: () => simulator.schedule(processors.use(to, receiveCost), new Delivery(message, to, end)),
    };
    simulator.schedule(
      processors.use(message.from, sendCost) + lambda,
      new Delivery(message, to, received, 'reception'),
    );
  }
}
