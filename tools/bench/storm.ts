/** The bare stack of messages: processes without bodies, nothing recorded. */
import {
  BasicChannel,
  type Channel,
  FifoChannel,
  type NekoHost,
  type NekoProcess,
  NekoSystem,
  Protocol,
  RandomChannel,
  SimNetwork,
} from '@kineko/neko';
import type { Work } from './comparison.js';

export type MakeChannel = (host: NekoHost) => Channel;

export const basic: MakeChannel = (host) => new BasicChannel(host);
export const random: MakeChannel = (host) => new RandomChannel(host);
export const fifo: MakeChannel = (host) => new FifoChannel(host, new RandomChannel(host));

export interface Tally {
  deliveries: number;
}

/** A system that never ends, run by the instant. */
export function running(
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

export function launch(protocol: Protocol<never>, id: string): void {
  protocol.setId(id);
  protocol.launch();
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

export function broadcastStorm(n: number, channel: MakeChannel): Work {
  const tally = { deliveries: 0 };
  return running(n, channel, tally, 2, (process) => {
    const storm = new Storm(process, tally);
    storm.setSender(process.network());
    launch(storm, 'storm');
  });
}
