/**
 * Simulated messages, from the sending call to the handler: deliveries per second compared with the baseline. Nothing
 * is recorded.
 */
import {
  BasicChannel,
  type Channel,
  FifoChannel,
  Layer,
  type NekoHost,
  type NekoProcess,
  NekoSystem,
  type Outgoing,
  Protocol,
  RandomChannel,
  SimNetwork,
  wrap,
  type Wrapped,
} from '@kineko/neko';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';
import { yardstick } from '@kineko/tools/bench/yardstick';

type MakeChannel = (host: NekoHost) => Channel;

const basic: MakeChannel = (host) => new BasicChannel(host);
const random: MakeChannel = (host) => new RandomChannel(host);
const fifo: MakeChannel = (host) => new FifoChannel(host, new RandomChannel(host));

export const comparisons: Comparison[] = [
  {
    name: 'messages: unicast ring',
    n: 100,
    alternatives: [
      yardstick(),
      { name: 'Basic', setUp: () => unicastRing(100, basic) },
      { name: 'Random', setUp: () => unicastRing(100, random) },
      { name: 'FIFO around Random', setUp: () => unicastRing(100, fifo) },
    ],
  },
  {
    name: 'messages: two-protocol stack',
    n: 100,
    alternatives: [
      yardstick(),
      { name: 'Basic', setUp: () => twoProtocols(100, basic) },
      { name: 'Random', setUp: () => twoProtocols(100, random) },
      { name: 'FIFO around Random', setUp: () => twoProtocols(100, fifo) },
    ],
  },
  {
    name: 'messages: broadcast storm',
    n: 100,
    alternatives: [
      yardstick(),
      { name: 'Basic', setUp: () => broadcastStorm(100, basic) },
      { name: 'Random', setUp: () => broadcastStorm(100, random) },
      { name: 'FIFO around Random', setUp: () => broadcastStorm(100, fifo) },
    ],
  },
];

interface Tally {
  deliveries: number;
}

/** A system that never ends, run by the instant. */
function running(
  n: number,
  channel: MakeChannel,
  tally: Tally,
  seconds: number,
  initializer: (process: NekoProcess) => void,
): Work {
  const system = new NekoSystem({ n, initializer, networks: (host) => [new SimNetwork(host, channel(host))] });
  let until = 0;
  return () => {
    const before = tally.deliveries;
    until += seconds;
    return system.run({ until }).then(() => tally.deliveries - before);
  };
}

function launch(protocol: Protocol<never>, id: string): void {
  protocol.setId(id);
  protocol.launch();
}

/** Passes each message to the next process, so that one message per process is under way. */
class Ring extends Protocol<{ PASS: { hops: number } }> {
  protected readonly handlers = { PASS: ({ hops }: { hops: number }) => this.handlePass(hops) };

  constructor(
    process: NekoProcess,
    private readonly tally: Tally,
  ) {
    super(process);
  }

  handlePass(hops: number): void {
    this.tally.deliveries++;
    this.sendTo([(this.process.id + 1) % this.process.n], 'PASS', { hops: hops + 1 });
  }

  protected override started(): void {
    this.sendTo([(this.process.id + 1) % this.process.n], 'PASS', { hops: 0 });
  }
}

function unicastRing(n: number, channel: MakeChannel): Work {
  const tally = { deliveries: 0 };
  return running(n, channel, tally, 100, (process) => {
    const ring = new Ring(process, tally);
    ring.setSender(process.network());
    launch(ring, 'ring');
  });
}

/** Numbers the messages that it carries. */
class Numbering extends Layer<{ CARRY: { count: number; inner: Wrapped } }> {
  private count = 0;
  protected readonly handlers = { CARRY: ({ inner }: { inner: Wrapped }, from: number) => this.passUp(inner, from) };

  send(message: Outgoing): void {
    this.sendTo(message.to, 'CARRY', { count: ++this.count, inner: wrap(message) });
  }
}

function twoProtocols(n: number, channel: MakeChannel): Work {
  const tally = { deliveries: 0 };
  return running(n, channel, tally, 100, (process) => {
    const numbering = new Numbering(process);
    const ring = new Ring(process, tally);
    numbering.setSender(process.network());
    numbering.setReceiver(ring);
    ring.setSender(numbering);
    launch(numbering, 'numbering');
    launch(ring, 'ring');
  });
}

/** Each process sends to all, including itself, every second. */
class Storm extends Protocol<{ TELL: { round: number } }> {
  protected readonly handlers = { TELL: () => void this.tally.deliveries++ };
  private round = 0;

  constructor(
    process: NekoProcess,
    private readonly tally: Tally,
  ) {
    super(process);
  }

  protected override started(): void {
    const { all } = this.process;
    this.process.timer(() => this.sendTo(all, 'TELL', { round: ++this.round })).every(1);
  }
}

function broadcastStorm(n: number, channel: MakeChannel): Work {
  const tally = { deliveries: 0 };
  return running(n, channel, tally, 2, (process) => {
    const storm = new Storm(process, tally);
    storm.setSender(process.network());
    launch(storm, 'storm');
  });
}
