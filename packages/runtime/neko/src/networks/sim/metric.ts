import { FIFO_LINK, type Guarantees } from '../../guarantees.js';
import { EventClass, type SimEvent } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel, type ChannelEnd, Delivery, type Ends } from './channel.js';
import { Processors } from './processors.js';

export interface MetricOptions {
  /** Seconds that a message occupies a processor, on each side. Default: 1. */
  readonly lambda?: number;
  /** Whether a multicast occupies the sender's processor and the network only once. Default: true. */
  readonly multicast?: boolean;
  /** Seconds that a message occupies the network. Default: 1. */
  readonly networkTime?: number;
}

/**
 * Messages compete for resources (Urbán, Défago, Schiper 2000): one processor per process, for sending and receiving,
 * and one network shared by all. Each serves messages in the order of arrival; at the same instant, the sender with the
 * lowest id first. A message occupies the sender's processor, the network, then the receiver's processor.
 */
export class MetricChannel extends Channel {
  private readonly options: Required<MetricOptions>;
  private readonly processors: Processors;
  /** When the network will have served all messages so far. */
  private networkFreeFrom = 0;

  constructor(host: NekoHost, options: MetricOptions = {}) {
    super(host);
    this.options = { lambda: 1, multicast: true, networkTime: 1, ...options };
    checkSeconds('the lambda of a metric network', this.options.lambda);
    checkSeconds('the networkTime of a metric network', this.options.networkTime);
    this.processors = new Processors(host);
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    this.start(message, [to], { at: () => end });
  }

  override carryAll(message: NekoMessage, to: readonly number[], ends: Ends): void {
    if (!this.options.multicast) super.carryAll(message, to, ends);
    else if (to.length > 0) this.start(message, to, ends);
  }

  private start(message: NekoMessage, to: readonly number[], ends: Ends): void {
    const { simulator } = this.host;
    const job = new Job(message, () => this.enterNetwork(job, to, ends));
    simulator.schedule(this.processors.use(message.from, this.options.lambda), job);
  }

  private enterNetwork(job: Job, to: readonly number[], ends: Ends): void {
    const { simulator } = this.host;
    this.networkFreeFrom = Math.max(this.networkFreeFrom, simulator.now) + this.options.networkTime;
    job.next = () => this.enterReceivers(job.message, to, ends);
    simulator.schedule(this.networkFreeFrom, job);
  }

  private enterReceivers(message: NekoMessage, to: readonly number[], ends: Ends): void {
    const { simulator } = this.host;
    for (let i = 0; i < to.length; i++)
      simulator.schedule(this.processors.use(to[i]!, this.options.lambda), new Delivery(message, to[i]!, ends.at(i)));
  }
}

/** A message between two resources. */
class Job implements SimEvent {
  readonly class = EventClass.Delivery;

  constructor(
    readonly message: NekoMessage,
    public next: () => void,
  ) {}

  get low(): number {
    return this.message.from;
  }

  get high(): number {
    return this.message.from;
  }

  run(): void {
    this.next();
  }

  describe(): string {
    return `passage of ${this.message.type} from p${this.message.from}`;
  }
}
