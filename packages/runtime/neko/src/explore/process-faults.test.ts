/** Crashes with recovery, and Byzantine processes, in the explorer. */
import { describe, expect, test } from '@jest/globals';
import { byzantineBroadcast } from '../checkers/byzantine-broadcast.js';
import { checkerOf, eventsOf, fieldOf } from '../checkers/checker.js';
import { consensus } from '../checkers/consensus.js';
import { monotonicRounds } from '../checkers/monotonic-rounds.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { BrachaBroadcast } from '../protocols/bracha-broadcast.js';
import { SimulatedDetector } from '../protocols/simulated-detector.js';
import { StablePaxos } from '../protocols/stable-paxos.js';
import { wire } from '../protocols/wire.js';
import { explore, type ExploreOptions, replay } from './explore.js';

/** Votes for the first process that asks. */
class Voter extends Protocol<{ ASK: null }> {
  private vote = this.process.stable.read('vote');
  protected readonly handlers = {
    ASK: (_: null, from: number) => {
      if (this.vote !== undefined) return;
      this.vote = from;
      this.persist(from);
      this.note('vote', { for: from });
    },
  };

  constructor(
    process: NekoProcess,
    private readonly persist: (vote: number) => void,
  ) {
    super(process);
  }

  ask(): void {
    this.sendTo([2], 'ASK', null);
  }
}

const oneVote = checkerOf('one vote', ({ records }, findings) => {
  const votes = eventsOf(records, 'voter').filter(({ event }) => event === 'vote');
  findings.premise(votes.length);
  if (new Set(votes.map((vote) => fieldOf(vote, 'for'))).size > 1) findings.violation('two votes');
});

function voting(persist: (process: NekoProcess) => (vote: number) => void): ExploreOptions<Voter> {
  return {
    wire: (process) => wire(new Voter(process, persist(process)), 'voter', process.network()),
    actions: [0, 1].map((process) => ({ process, name: 'ask', run: (voter) => voter.ask() })),
    checkers: [oneVote],
    maxCrashes: 1,
    recovery: true,
  };
}

describe('a process that recovers', () => {
  test('has what it wrote and synced, and nothing else', async () => {
    const safe = await explore(
      voting(({ stable }) => (vote) => {
        stable.write('vote', vote);
        stable.sync();
      }),
    );
    expect(safe).toMatchObject({ isExhaustive: true, results: [{ verdict: 'holds' }] });
    const options = voting(
      ({ stable }) =>
        (vote) =>
          stable.write('vote', vote),
    );
    const { counterexample } = await explore({ ...options, reduceOrders: false });
    expect(counterexample?.choices).toEqual([
      'act p0 ask',
      'act p1 ask',
      'deliver 0>2 voter ASK null',
      'crash p2',
      'recover p2',
      'deliver 1>2 voter ASK null',
    ]);
    expect(await replay(options, counterexample!.choices)).toEqual(counterexample!.records);
    // Without a recovery, a crashed process breaks nothing.
    expect(await explore({ ...options, recovery: false })).toMatchObject({ isExhaustive: true });
  });

  test('may have kept any number of its unsynced writes', async () => {
    const { counterexample } = await explore(
      voting(({ stable }) => (vote) => {
        // Two writes that belong together: the first alone says that there was no vote.
        stable.write('vote', undefined);
        stable.write('other', 1);
        stable.write('vote', vote);
      }),
    );
    expect(counterexample?.choices.filter((step) => step.startsWith('crash'))).toEqual(['crash p2']);
    const kept = voting(({ stable }) => (vote) => {
      if (stable.read('kept') === true) throw new Error('half of the writes');
      stable.write('kept', true);
      stable.write('vote', vote);
    });
    const half = await explore({ ...kept, checkers: [] });
    expect(half.counterexample).toMatchObject({ checker: 'runs without an error' });
    expect(half.counterexample?.choices).toContain('crash p2 keeping 1');
  });

  test('is noticed by processes that observe crashes', async () => {
    class Watcher extends Protocol {
      protected readonly handlers = {};
    }
    const seen = new Set<string>();
    const report = await explore({
      n: 2,
      wire: (process, peers) => {
        const watcher = wire(new Watcher(process), 'watcher', process.network());
        const detector = new SimulatedDetector(process, { detectionTime: 0, processes: peers });
        detector.setId('detector');
        detector.launch();
        return watcher;
      },
      checkers: [
        checkerOf('seen', ({ records }) => {
          const suspicions = records.flatMap((each) =>
            each.type === 'suspect' && each.process === 0 ? [each.isSuspected ? 'down' : 'up'] : [],
          );
          seen.add(suspicions.join(' '));
        }),
      ],
      maxCrashes: 1,
      mayCrash: [1],
      maxTimers: 4,
      recovery: true,
    });
    expect(report.counterexample).toBeUndefined();
    expect([...seen]).toContain('down up');
  });

  test('keeps the promises of Paxos, if they are persisted', async () => {
    const paxos = (make: (process: NekoProcess) => StablePaxos): ExploreOptions<StablePaxos> => ({
      wire: (process) => {
        const protocol = make(process);
        // Two leaders.
        protocol.setOracle({ leader: Math.min(process.id, 1), onLeader: () => {} });
        return wire(protocol, 'paxos', process.network());
      },
      actions: [0, 1].map((process) => ({ process, name: 'propose', run: (each) => each.propose(0, process) })),
      checkers: [consensus({ protocol: 'paxos' }), monotonicRounds({ protocol: 'paxos' })],
      maxCrashes: 1,
      mayCrash: [2],
      recovery: true,
      maxStates: 1500,
    });
    class Forgetful extends StablePaxos {
      protected override persist() {}
    }
    expect((await explore(paxos((process) => new StablePaxos(process)))).counterexample).toBeUndefined();
    const { counterexample } = await explore(paxos((process) => new Forgetful(process)));
    expect(counterexample).toMatchObject({ checker: monotonicRounds({ protocol: '' }).name });
    expect(counterexample!.choices).toContain('recover p2');
  });
});

describe('a Byzantine process', () => {
  const bracha = (n: number): ExploreOptions<BrachaBroadcast> => ({
    n,
    wire: (process) => {
      const layer = new BrachaBroadcast(process, { faulty: 1 });
      return wire(layer, 'bracha', process.network(), { deliver() {} });
    },
    actions: [
      {
        process: 0,
        name: 'broadcast',
        run: (layer) => layer.send({ to: [...Array(n).keys()], protocol: 'application', type: 'M', content: 1 }),
      },
    ],
    checkers: [byzantineBroadcast({ protocol: 'bracha' })],
    byzantine: [0],
  });

  test('may lose or change each copy, for each receiver separately', async () => {
    class Plain extends Protocol<{ NEWS: number }> {
      protected readonly handlers = {
        NEWS: (content: number) => this.note('deliver', { message: '0;0', content }),
      };
      broadcast(): void {
        this.note('broadcast', { message: '0;0', content: 1 });
        this.sendTo(this.process.all, 'NEWS', 1);
      }
    }
    const plain: ExploreOptions<Plain> = {
      wire: (process) => wire(new Plain(process), 'plain', process.network()),
      actions: [{ process: 0, name: 'broadcast', run: (protocol) => protocol.broadcast() }],
      checkers: [byzantineBroadcast({ protocol: 'plain' })],
      byzantine: [0],
      reduceOrders: false,
    };
    const { counterexample } = await explore(plain);
    expect(counterexample?.choices).toEqual(['act p0 broadcast', 'deliver 0>1 plain NEWS 1', 'lie 0>2 plain NEWS 1']);
    expect(counterexample!.violations[0]!.text).toContain('p2 delivered 2 as 0;0');
    expect(await replay(plain, counterexample!.choices)).toEqual(counterexample!.records);
    const omitting = await explore({ ...plain, lie: () => undefined });
    expect(omitting.counterexample?.choices).toContain('lose 0>2 plain NEWS 1');
    expect(await explore({ ...plain, byzantine: [] })).toMatchObject({ isExhaustive: true });
  });

  test('cannot break the broadcast of four processes', async () => {
    const report = await explore({ ...bracha(4), maxStates: 2000 });
    expect(report.counterexample).toBeUndefined();
    expect(report.results[0]!.premises).toBeGreaterThan(0);
  });
});
