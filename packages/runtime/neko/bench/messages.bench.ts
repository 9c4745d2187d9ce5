/**
 * Simulated messages, from the sending call to the handler: deliveries per second compared with the baseline. Nothing
 * is recorded.
 */
import { Layer, type NekoProcess, type Outgoing, Protocol, wrap, type Wrapped } from '@kineko/neko';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';
import { yardstick } from '@kineko/tools/bench/yardstick';
import {
  basic,
  broadcastStorm,
  fifo,
  launch,
  type MakeChannel,
  random,
  running,
  type Tally,
} from '@kineko/tools/bench/storm';

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
