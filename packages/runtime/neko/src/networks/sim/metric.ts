import { FIFO_LINK, type Guarantees } from '../../guarantees.js';
import { EventClass, type SimEvent } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel, type ChannelEnd, Delivery, type Ends } from './channel.js';

export interface MetricOptions {
  /** Seconds that a message keeps a processor, on each side. Default: 1. */
  readonly lambda?: number;
  /** Whether a message to many keeps the sender's processor and the network once; else once for each. Default: true. */
  readonly multicast?: boolean;
  /** Seconds that a message keeps the network. Default: 1. */
  readonly networkTime?: number;
}

/**
 * Messages compete (Urbán, Défago, Schiper 2000): for one processor at each process, whether they are sent or received,
 * and for one network that all share. Each serves who comes first; of those that come at the same instant, the message
 * of the process of the lowest id. A message takes the sender's processor, the network, the receiver's processor.
 */
export class MetricChannel extends Channel {
  private readonly lambda: number;
  private readonly networkTime: number;
  private readonly hasMulticast: boolean;
  private readonly processors: Float64Array;
  /** When the last of those that have come will have been served; of the processors likewise. */
  private networkFreeFrom = 0;

  constructor(host: NekoHost, { lambda = 1, multicast = true, networkTime = 1 }: MetricOptions = {}) {
    super(host);
    checkSeconds('the lambda of a metric network', lambda);
    checkSeconds('the networkTime of a metric network', networkTime);
    this.lambda = lambda;
    this.networkTime = networkTime;
    this.hasMulticast = multicast;
    this.processors = new Float64Array(host.n);
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    this.start(message, [to], { at: () => end });
  }

  override carryAll(message: NekoMessage, to: readonly number[], ends: Ends): void {
    if (!this.hasMulticast) super.carryAll(message, to, ends);
    else if (to.length > 0) this.start(message, to, ends);
  }

  private start(message: NekoMessage, to: readonly number[], ends: Ends): void {
    const { simulator } = this.host;
    const job = new Job(message, () => this.enterNetwork(job, to, ends));
    simulator.schedule(this.useProcessor(message.from), job);
  }

  private enterNetwork(job: Job, to: readonly number[], ends: Ends): void {
    const { simulator } = this.host;
    this.networkFreeFrom = Math.max(this.networkFreeFrom, simulator.now) + this.networkTime;
    job.next = () => this.enterReceivers(job.message, to, ends);
    simulator.schedule(this.networkFreeFrom, job);
  }

  private enterReceivers(message: NekoMessage, to: readonly number[], ends: Ends): void {
    const { simulator } = this.host;
    for (let i = 0; i < to.length; i++)
      simulator.schedule(this.useProcessor(to[i]!), new Delivery(message, to[i]!, ends.at(i)));
  }

  /** When it will have served the message that comes now. */
  private useProcessor(process: number): number {
    const freeFrom = Math.max(this.processors[process]!, this.host.simulator.now) + this.lambda;
    this.processors[process] = freeFrom;
    return freeFrom;
  }
}

/** A message on its way from one place to the next. */
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
