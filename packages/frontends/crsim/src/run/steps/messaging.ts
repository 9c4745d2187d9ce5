/** Messages between robots, over the simulated networks of `neko`: delay, loss and range apply. */
import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import type { Random, Simulator } from '@kineko/kernel';
import {
  BasicChannel,
  type Channel,
  LossChannel,
  MetricChannel,
  type NekoHost,
  type NekoMessage,
  NekoSystem,
  RandomChannel,
  RangeChannel,
  SimNetwork,
} from '@kineko/neko';
import type { World } from '@kineko/world';
import type { Communications } from '../../format/model.js';
import type { OutgoingMessage } from './requests.js';

/** A message as its receiver gets it. */
export interface RobotMessage {
  readonly from: string;
  readonly to: string | null;
  readonly content: TraceValue;
}

export interface MessagingOptions {
  readonly names: readonly string[];
  readonly communications: Communications;
  readonly simulator: Simulator;
  readonly random: Random;
  readonly world: World;
  readonly emit: ((record: TraceRecord) => void) | undefined;
}

const PROTOCOL = 'crsim';
/** Messages that wait for a robot; beyond that the oldest is dropped. */
const MAX_WAITING = 1000;
const NO_MESSAGES: readonly RobotMessage[] = [];

interface Envelope {
  readonly to: string | null;
  readonly content: TraceValue;
}

export class Messaging {
  private readonly names: readonly string[];
  private readonly ids: ReadonlyMap<string, number>;
  private readonly system: NekoSystem | undefined;
  private readonly waiting: RobotMessage[][];
  private forgotten = 0;

  constructor({ names, communications, simulator, random, world, emit }: MessagingOptions) {
    this.names = names;
    this.ids = new Map(names.map((name, id) => [name, id]));
    this.waiting = names.map(() => []);
    if (names.length === 0 || !communications.enabled) return;
    this.system = new NekoSystem({
      n: names.length,
      simulator,
      random,
      emit,
      networks: (host) => [new SimNetwork(host, channelOf(host, communications, world))],
      initializer: (process) =>
        process.dispatcher.register(PROTOCOL, { deliver: (message) => this.arrived(process.id, message) }),
    });
  }

  send(from: number, { to, content }: OutgoingMessage): void {
    const process = this.system?.process(from);
    if (process === undefined) return;
    const receivers = to === null ? process.others : [this.ids.get(to)!];
    const envelope: Envelope = { to, content };
    if (receivers.length > 0)
      process.network().send({ to: receivers, protocol: PROTOCOL, type: 'MESSAGE', content: envelope });
  }

  /** Takes the messages that have arrived for a robot. */
  take(robot: number): readonly RobotMessage[] {
    const waiting = this.waiting[robot]!;
    return waiting.length === 0 ? NO_MESSAGES : waiting.splice(0);
  }

  get traffic(): { readonly sent: number; readonly delivered: number; readonly dropped: number } {
    const [network] = (this.system?.networks ?? []) as readonly SimNetwork[];
    if (network === undefined) return { sent: 0, delivered: 0, dropped: 0 };
    const { sent, arrived, lost } = network.traffic;
    return { sent, delivered: arrived - this.forgotten, dropped: lost + this.forgotten };
  }

  private arrived(robot: number, { from, content }: NekoMessage): void {
    const { to, content: inner } = content as Envelope;
    const waiting = this.waiting[robot]!;
    waiting.push({ from: this.names[from]!, to, content: inner });
    if (waiting.length <= MAX_WAITING) return;
    waiting.shift();
    this.forgotten++;
  }
}

function channelOf(host: NekoHost, { network, delay, loss, range }: Communications, world: World): Channel {
  let channel: Channel = CHANNELS[network](host, delay);
  if (loss > 0) channel = new LossChannel(host, channel, { probability: loss });
  if (range === undefined) return channel;
  return new RangeChannel(host, channel, { positionOf: (process) => world.poseOf(process) }, { reach: range });
}

const CHANNELS: Readonly<Record<Communications['network'], (host: NekoHost, delay: number) => Channel>> = {
  basic: (host, delay) => new BasicChannel(host, { lambda: delay }),
  random: (host, delay) => new RandomChannel(host, { lambda: delay }),
  // The total delay without contention: two processors and the network.
  metric: (host, delay) => new MetricChannel(host, { lambda: delay / 3, networkTime: delay / 3 }),
};
