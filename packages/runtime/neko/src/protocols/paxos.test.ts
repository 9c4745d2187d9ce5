import { expect, test } from '@jest/globals';
import { consensusBehaviour, decisionsIn, type MakeConsensus } from '../../test/consensus-behaviour.js';
import { smallSystem } from '../../test/small-system.js';
import { RandomChannel } from '../networks/sim/random.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { type LeaderOracle, Omega } from './omega.js';
import { Paxos, type PaxosContents } from './paxos.js';
import { wire } from './wire.js';

const make: MakeConsensus = (process, detector) => {
  const omega = new Omega(process);
  omega.setDetector(detector);
  omega.setId('omega');
  omega.launch();
  return led(process, omega);
};

function led(process: NekoProcess, oracle: LeaderOracle): Paxos {
  const consensus = new Paxos(process);
  consensus.setOracle(oracle);
  return wire(consensus, 'consensus', process.network());
}

consensusBehaviour(make);

/** Each process trusts itself until a time, then all trust the same. */
function contested(process: NekoProcess, until: number, then: number): LeaderOracle {
  let { id: leader } = process;
  const listeners: ((leader: number) => void)[] = [];
  process
    .timer(() => {
      leader = then;
      for (const listener of listeners) listener(leader);
    })
    .schedule(until);
  return {
    get leader() {
      return leader;
    },
    onLeader: (listener) => void listeners.push(listener),
  };
}

test('two that lead at the same time do no harm, and one of them ends it', async () => {
  let refused = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const { system, records, recordsOf } = smallSystem(
      5,
      (process) => {
        const oracle = process.id < 2 ? contested(process, 30, 1) : { leader: process.id % 2, onLeader() {} };
        led(process, oracle).propose(0, `of p${process.id}`);
      },
      (host) => new RandomChannel(host),
      seed,
    );
    await system.run();
    const decisions = decisionsIn(records);
    expect(decisions).toHaveLength(5);
    expect(new Set(decisions.map(({ value }) => value)).size).toBe(1);
    refused += recordsOf('send').filter(({ messageType }) => messageType === 'REFUSED').length;
  }
  expect(refused).toBeGreaterThan(100);
});

/** Promises everything, and reports what it has accepted. */
class Acceptor extends Protocol<{ PREPARE: PaxosContents['PREPARE']; ACCEPT: PaxosContents['ACCEPT'] }> {
  readonly asked: unknown[] = [];
  protected readonly handlers = {
    PREPARE: ({ instance, ballot }: PaxosContents['PREPARE'], from: number) => {
      const { accepted } = this;
      this.sender!.send({ to: [from], protocol: this.id, type: 'PROMISE', content: { instance, ballot, accepted } });
    },
    ACCEPT: ({ value }: PaxosContents['ACCEPT']) => void this.asked.push(value),
  };

  constructor(
    process: NekoProcess,
    private readonly accepted: { ballot: number; value: string } | null,
  ) {
    super(process);
  }
}

test.each([
  ['the value accepted in the highest ballot', { ballot: 0, value: 'old' }, { ballot: 1, value: 'new' }, 'new'],
  ['whichever answers first', { ballot: 1, value: 'new' }, { ballot: 0, value: 'old' }, 'new'],
  ['a value that only one has accepted', null, { ballot: 0, value: 'old' }, 'old'],
  ['its own if there is none', null, null, 'own'],
])('a leader requests to accept %s', async (_name, first, second, expected) => {
  const acceptors: Acceptor[] = [];
  // The leader and the first two to answer are a majority.
  const { system } = smallSystem(5, (process) => {
    if (process.id === 4) led(process, { leader: 4, onLeader() {} }).propose(0, 'own');
    else
      acceptors.push(wire(new Acceptor(process, [first, second][process.id] ?? null), 'consensus', process.network()));
  });
  await system.run();
  expect(acceptors.map(({ asked }) => asked)).toEqual(acceptors.map(() => [expected]));
});

test('a leader that is trusted from the start decides in one round trip', async () => {
  const { system, records } = smallSystem(3, (process) => {
    led(process, { leader: 0, onLeader() {} }).propose(0, process.id);
  });
  await system.run();
  expect(decisionsIn(records).map(({ process, time, value }) => [process, time, value])).toEqual([
    [0, 2, 0],
    [1, 3, 0],
    [2, 3, 0],
  ]);
});

test('rejects invalid options', async () => {
  const { system } = smallSystem(1, (process) => {
    expect(() => new Paxos(process, { pause: -1 })).toThrow('pause: expected a number of seconds, 0 or more, got -1');
  });
  await system.run();
});
