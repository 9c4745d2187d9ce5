import { Protocol } from 'kineko';
import { checkers, type ExploreOptions } from 'kineko/lab';

type Contents = { NEWS: { origin: number } };

/** A broadcast that forgets to pass messages on: a crash of the sender may leave some processes without them. */
class EagerBroadcast extends Protocol<Contents> {
  private readonly delivered = new Set<number>();

  protected readonly handlers = {
    NEWS: ({ origin }: Contents['NEWS']) => {
      if (this.delivered.has(origin)) return;
      this.delivered.add(origin);
      this.note('deliver', { message: `${origin};0` });
    },
  };

  broadcast(): void {
    const { id: origin, all } = this.process;
    this.note('broadcast', { message: `${origin};0` });
    this.sendTo(all, 'NEWS', { origin });
  }
}

/** Three processes; the first one broadcasts, and one of them may crash at any moment. */
export const system: ExploreOptions<EagerBroadcast> = {
  n: 3,
  wire: (process) => {
    const protocol = new EagerBroadcast(process);
    protocol.setId('eager');
    protocol.setSender(process.network());
    protocol.launch();
    return protocol;
  },
  actions: [{ process: 0, name: 'broadcast', run: (protocol) => protocol.broadcast() }],
  checkers: [checkers.reliableBroadcast({ protocol: 'eager' })],
  maxCrashes: 1,
};
