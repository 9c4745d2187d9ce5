/**
 * Lamport's broadcast among ten processes that never stop: a process that delivers its own message broadcasts the next
 * one. Counts the copies of messages that the network carries, compared with the same traffic without a protocol.
 */
import {
  BasicChannel,
  FifoLink,
  LamportBroadcast,
  type NekoProcess,
  NekoSystem,
  Protocol,
  RandomChannel,
  type Sender,
  SimNetwork,
  wire,
} from '@kineko/neko';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

const PROCESSES = 10;

/** Events per call: many, so that the promise of a run does not matter. */
const EVENTS = 20_000;

export const comparisons: Comparison[] = [
  {
    name: 'Lamport broadcast',
    n: PROCESSES,
    alternatives: [
      { name: 'plain multicast, basic network', setUp: () => talking((process) => process.network(), 'basic') },
      { name: 'LamportBroadcast, basic network', setUp: () => talking(lamport, 'basic') },
      { name: 'plain multicast, random network', setUp: () => talking((process) => process.network(), 'random') },
      { name: 'LamportBroadcast over FifoLink, random network', setUp: () => talking(lamportOverFifo, 'random') },
    ],
  },
];

const lamport = (process: NekoProcess): Sender => wire(new LamportBroadcast(process), 'abcast', process.network());
const lamportOverFifo = (process: NekoProcess): Sender =>
  wire(new LamportBroadcast(process), 'abcast', wire(new FifoLink(process), 'fifo', process.network()));

/** Sends the next message when it receives its last one. */
class Talker extends Protocol<{ SAY: number }> {
  protected readonly handlers = {
    SAY: (count: number, from: number) => {
      if (from === this.process.id) this.say(count + 1);
    },
  };

  say(count: number): void {
    this.sendTo(this.process.all, 'SAY', count);
  }
}

function talking(stack: (process: NekoProcess) => Sender, kind: 'basic' | 'random'): Work {
  let network: SimNetwork | undefined;
  const system = new NekoSystem({
    n: PROCESSES,
    networks: (host) => {
      network = new SimNetwork(host, kind === 'basic' ? new BasicChannel(host) : new RandomChannel(host));
      return [network];
    },
    initializer: (process) => wire(new Talker(process), 'talker', stack(process)).say(0),
  });
  return async () => {
    const before = network!.traffic.sent;
    await system.run({ maxEvents: EVENTS });
    return network!.traffic.sent - before;
  };
}
