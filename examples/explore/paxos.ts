import { checkers, type ExploreOptions } from 'kineko/lab';
import { type LeaderOracle, Paxos, wire } from 'kineko/engine';

/** The leader that a process trusts: first p0, then, at any moment, itself. */
class Trust implements LeaderOracle {
  leader = 0;
  private readonly listeners: ((leader: number) => void)[] = [];

  onLeader(listener: (leader: number) => void): void {
    this.listeners.push(listener);
  }

  trust(leader: number): void {
    this.leader = leader;
    for (const listener of this.listeners) listener(leader);
  }
}

/** Paxos with two leaders and a crash of the first one: safe in every order of messages. */
export const system: ExploreOptions<Trust> = {
  n: 3,
  wire: (process) => {
    const oracle = new Trust();
    const consensus = new Paxos(process);
    consensus.setOracle(oracle);
    wire(consensus, 'paxos', process.network()).propose(0, `value of ${process.name}`);
    return oracle;
  },
  actions: [{ process: 1, name: 'trusts itself', run: (oracle) => oracle.trust(1) }],
  checkers: [checkers.lockedValue({ protocol: 'paxos' }), checkers.monotonicRounds({ protocol: 'paxos' })],
  maxCrashes: 1,
  mayCrash: [0],
  maxTimers: 'never',
};
