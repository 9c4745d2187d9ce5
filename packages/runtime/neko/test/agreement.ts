/**
 * Shared by tests of failure detectors and agreement: faults at chosen or random instants, and detectors that settle.
 */
import { EventClass, type RandomStream } from '@kineko/kernel';
import type { NekoMessage } from '../src/message.js';
import { BasicChannel } from '../src/networks/sim/basic.js';
import { type Channel, type ChannelEnd, ChannelWrapper, EndWrapper } from '../src/networks/sim/channel.js';
import { DuplicationChannel } from '../src/networks/sim/random-faults.js';
import { FifoChannel } from '../src/networks/sim/fifo.js';
import { linkStreams } from '../src/networks/sim/links.js';
import { RandomChannel } from '../src/networks/sim/random.js';
import type { NekoHost, NekoProcess } from '../src/process.js';
import { CombinedDetector } from '../src/protocols/combined-detector.js';
import { SimulatedDetector } from '../src/protocols/simulated-detector.js';
import { WrongSuspicionsDetector } from '../src/protocols/wrong-suspicions-detector.js';
import type { NekoSystem } from '../src/system.js';

/** Runs a function at an instant, before the messages and timers of that instant. */
export function at(system: NekoSystem, time: number, run: () => void): void {
  system.simulator.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'a fault' });
}

/** A stream for the test's own choices, independent of the run. */
export const choices = (system: NekoSystem): RandomStream => system.random.stream('test');

/** Crashes fewer than half of the processes, at random instants before a time; returns their ids. */
export function crashSome(system: NekoSystem, before: number): Set<number> {
  const draw = choices(system);
  const { processes } = system;
  const most = Math.ceil(processes.length / 2) - 1;
  const victims = draw.shuffle(processes.map(({ id }) => id)).slice(0, draw.integer(0, most));
  for (const id of victims) at(system, draw.uniform(0, before), () => system.process(id).crash());
  return new Set(victims);
}

/** Only quasi-reliable: copies under way from a process that crashes may be lost, copy by copy. */
class LossAtCrash extends ChannelWrapper {
  private readonly streams = linkStreams(this.host, 'loss at a crash');

  constructor(
    host: NekoHost,
    inner: Channel,
    private readonly isCrashed: (process: number) => boolean,
  ) {
    super(host, inner);
  }

  override endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    return this.streams.of(from, to).uniform() < 0.7 ? new LostIfCrashed(end, this.isCrashed) : end;
  }
}

class LostIfCrashed extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly isCrashed: (process: number) => boolean,
  ) {
    super(end);
  }

  override arrived(message: NekoMessage, to: number): void {
    if (this.isCrashed(message.from)) this.end.lost(message, to, 'the sender has crashed');
    else this.end.arrived(message, to);
  }
}

/** Every kind of channel that a protocol for quasi-reliable ones must tolerate; the system reports crashes to them. */
export const CHANNELS: Readonly<Record<string, (system: () => NekoSystem) => (host: NekoHost) => Channel>> = {
  basic: () => (host) => new BasicChannel(host),
  random: () => (host) => new RandomChannel(host),
  fifo: () => (host) => new FifoChannel(host, new RandomChannel(host)),
  'random, with duplicates': () => (host) =>
    new DuplicationChannel(host, new RandomChannel(host), { probability: 0.5, delay: 2 }),
  'random, with loss at crashes': (system) => (host) =>
    new LossAtCrash(host, new RandomChannel(host), (id) => system().process(id).isCrashed),
};

/** Suspects crashed processes after a while, and others at random until it settles. */
export function settlingDetector(
  process: NekoProcess,
  processes: readonly NekoProcess[],
  until: number,
  recurrence = 12,
): CombinedDetector {
  const right = new SimulatedDetector(process, { detectionTime: 2, processes });
  right.setId('detector/crashes');
  right.launch();
  const wrong = new WrongSuspicionsDetector(process, { recurrence, duration: 3, until });
  wrong.setId('detector/mistakes');
  wrong.launch();
  const detector = new CombinedDetector(process, [right, wrong]);
  detector.setId('detector');
  detector.launch();
  return detector;
}
