/** Assumptions of protocols, guarantees of networks, and the links inserted where they do not match. */
import { describe, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { Faults } from './faults/faults.js';
import { type Guarantees, guaranteesOf } from './guarantees.js';
import * as neko from './index.js';
import type { Sender } from './message.js';
import type { NekoHost, NekoProcess } from './process.js';
import type { Protocol } from './protocol.js';
import { composeLinks, refuseBrokenLinks } from './protocols/compose-links.js';
import { wire } from './protocols/wire.js';
import { NekoSystem } from './system.js';

const ORDER = 'order';
const LOSS = 'no loss';
const ONCE = 'no duplicates';
const ALL = [ORDER, LOSS, ONCE];

type Make = (process: NekoProcess) => object;

const consensus: neko.Consensus = { propose: () => {}, onDecide: () => {} };
const detector: neko.FailureDetector = { isSuspected: () => false, onChange: () => {} };

const snapshot: Make = (process) => {
  const made = new neko.Snapshot(process);
  made.setRecorder(() => null);
  return made;
};
const withParts = (made: object): Protocol<never> => {
  const parts = made as {
    setConsensus?(c: unknown): void;
    setDetector?(d: unknown): void;
    setOracle?(o: unknown): void;
  };
  parts.setConsensus?.(consensus);
  parts.setDetector?.(detector);
  parts.setOracle?.({ leader: 0, onLeader: () => {} });
  return made as Protocol<never>;
};

/** Every protocol that sends, with its assumptions and its guarantees (undefined: it is not a layer). */
const PROTOCOLS: readonly (readonly [name: string, make: Make, assumes: string[], guarantees?: string[]])[] = [
  ['LamportBroadcast', (p) => new neko.LamportBroadcast(p), ALL, ALL],
  ['Snapshot', snapshot, ALL, ALL],
  ['SkeenBroadcast', (p) => new neko.SkeenBroadcast(p), [LOSS, ONCE], [LOSS, ONCE]],
  ['SequencerBroadcast', (p) => new neko.SequencerBroadcast(p), [LOSS, ONCE], [LOSS, ONCE]],
  ['UniformSequencerBroadcast', (p) => new neko.UniformSequencerBroadcast(p), [LOSS, ONCE], [LOSS, ONCE]],
  ['TokenBroadcast', (p) => new neko.TokenBroadcast(p), [LOSS, ONCE], ALL],
  ['MutualExclusion', (p) => new neko.MutualExclusion(p), [LOSS, ONCE]],
  ['ReliableBroadcast', (p) => new neko.ReliableBroadcast(p), [LOSS], [LOSS, ONCE]],
  ['UniformReliableBroadcast', (p) => new neko.UniformReliableBroadcast(p), [LOSS], [LOSS, ONCE]],
  ['FifoBroadcast', (p) => new neko.FifoBroadcast(p), [LOSS], ALL],
  ['CausalBroadcast', (p) => new neko.CausalBroadcast(p), [LOSS], ALL],
  ['ConsensusBroadcast', (p) => withParts(new neko.ConsensusBroadcast(p)), [LOSS], [LOSS, ONCE]],
  ['GroupMembership', (p) => withParts(new neko.GroupMembership(p)), [LOSS], [LOSS, ONCE]],
  ['ChandraToueg', (p) => withParts(new neko.ChandraToueg(p)), [LOSS]],
  ['MostefaouiRaynal', (p) => withParts(new neko.MostefaouiRaynal(p)), [LOSS]],
  ['Paxos', (p) => withParts(new neko.Paxos(p)), [LOSS]],
  ['FifoLink', (p) => new neko.FifoLink(p), [LOSS], ALL],
  ['ReliableLink', (p) => new neko.ReliableLink(p), [], [LOSS, ONCE]],
  ['ReliableLink with isFifo', (p) => new neko.ReliableLink(p, { isFifo: true }), [], ALL],
  ['Heartbeat', (p) => new neko.Heartbeat(p, { send: 1, timeout: 3 }), [LOSS]],
  ['PerfectDetector', (p) => new neko.PerfectDetector(p, { send: 1, maxDelay: 1 }), [LOSS]],
  ['PingDetector', (p) => new neko.PingDetector(p, { period: 1, timeout: 3 }), [LOSS]],
  ['RingHeartbeat', (p) => new neko.RingHeartbeat(p, { send: 1, timeout: 3 }), [LOSS]],
];

const DETECTORS = ['Heartbeat', 'PerfectDetector', 'PingDetector', 'RingHeartbeat'];

/** Every channel with its guarantees. */
const CHANNELS: readonly (readonly [name: string, make: (host: NekoHost) => neko.Channel, guarantees: string[]])[] =
  (() => {
    const basic = (host: NekoHost): neko.Channel => new neko.BasicChannel(host);
    const random = (host: NekoHost): neko.Channel => new neko.RandomChannel(host);
    const places = { positionOf: () => ({ x: 0, y: 0 }), isVisible: () => true };
    const faults = (kind: object): ((host: NekoHost) => neko.Channel) => {
      return (host) => new Faults(host, [{ at: 1, until: 2, ...kind }]).around(basic(host));
    };
    return [
      ['basic', basic, ALL],
      ['random', random, [LOSS, ONCE]],
      ['metric', (host) => new neko.MetricChannel(host), ALL],
      ['fifo around random', (host) => new neko.FifoChannel(host, random(host)), ALL],
      ['loss', (host) => new neko.LossChannel(host, basic(host), { probability: 0.1 }), [ORDER, ONCE]],
      ['loss of nothing', (host) => new neko.LossChannel(host, basic(host), { probability: 0 }), ALL],
      ['bursts', (host) => new neko.BurstsChannel(host, basic(host), { toBad: 0.1, toGood: 0.5 }), [ORDER, ONCE]],
      ['no bursts', (host) => new neko.BurstsChannel(host, basic(host), { toBad: 0, toGood: 0.5 }), ALL],
      ['duplication', (host) => new neko.DuplicationChannel(host, basic(host), { probability: 0.1 }), [ORDER, LOSS]],
      [
        'late duplicates',
        (host) => new neko.DuplicationChannel(host, basic(host), { probability: 0.1, delay: 2 }),
        [LOSS],
      ],
      ['spikes', (host) => new neko.SpikesChannel(host, basic(host), { probability: 0.1, delay: 2 }), [LOSS, ONCE]],
      ['spikes of no delay', (host) => new neko.SpikesChannel(host, basic(host), { delay: 0 }), ALL],
      [
        'a cut',
        (host) => new neko.PartitionChannel(host, basic(host), [{ from: 1, groups: [[0], [1]] }]),
        [ORDER, ONCE],
      ],
      [
        'a cut that holds copies',
        (host) => new neko.PartitionChannel(host, basic(host), [{ from: 1, groups: [[0], [1]] }], { copies: 'held' }),
        ALL,
      ],
      ['bandwidth', (host) => new neko.BandwidthChannel(host, basic(host), { messagesPerSecond: 1 }), ALL],
      [
        'bandwidth around random',
        (host) => new neko.BandwidthChannel(host, random(host), { messagesPerSecond: 1 }),
        [LOSS, ONCE],
      ],
      ['range', (host) => new neko.RangeChannel(host, basic(host), places, { reach: 10 }), [ORDER, ONCE]],
      [
        'line of sight',
        (host) => new neko.RangeChannel(host, basic(host), places, { lineOfSight: true }),
        [ORDER, ONCE],
      ],
      ['speed', (host) => new neko.RangeChannel(host, basic(host), places, { speed: 10 }), [LOSS, ONCE]],
      [
        'a topology',
        (host) => new neko.TopologyChannel(host, basic(host), neko.topologyOf({ kind: 'ring' }, host.n, 0)),
        ALL,
      ],
      [
        'overrides',
        (host) => new neko.OverridesChannel(host, basic(host), [{ links: { from: [0] }, channel: random(host) }]),
        [LOSS, ONCE],
      ],
      ['no fault', (host) => new Faults(host, []).around(basic(host)), ALL],
      ['a fault of loss', faults({ kind: 'loss', probability: 0.5 }), [ORDER, ONCE]],
      ['a fault of duplication', faults({ kind: 'duplication', probability: 0.5 }), [ORDER, LOSS]],
      ['a fault of spikes', faults({ kind: 'spike', delay: 2 }), [LOSS, ONCE]],
      ['a partition', faults({ kind: 'partition', groups: [[0], [1]] }), [ORDER, ONCE]],
    ];
  })();

/** The same set, whatever its order. */
const sorted = (guarantees: Guarantees): string[] => [...guarantees].sort();

interface Launched {
  readonly notes: string[];
  /** The sender below the protocol of process 0. */
  readonly below: Sender;
  readonly network: Sender;
}

async function launch(make: Make, channel: (host: NekoHost) => neko.Channel, refuse = false): Promise<Launched> {
  const notes: string[] = [];
  let below: Sender | undefined;
  const system = new NekoSystem({
    n: 3,
    random: new Random(1),
    networks: (host) => [new neko.SimNetwork(host, channel(host))],
    composeLink: refuse ? refuseBrokenLinks : composeLinks({ note: (text) => notes.push(text) }),
    initializer: (process) => {
      const protocol = wire(make(process) as Protocol<never>, 'protocol', process.network());
      if (process.id === 0) below = (protocol as unknown as { sender: Sender }).sender;
    },
  });
  await system.run({ until: 0, maxEvents: 1 });
  return { notes, below: below!, network: system.process(0).network() };
}

test.each(CHANNELS)('a channel declares its guarantees: %s', (_name, make, expected) => {
  let guarantees: Guarantees = [];
  new NekoSystem({
    n: 3,
    networks: (host) => {
      const network = new neko.SimNetwork(host, make(host));
      ({ guarantees } = network);
      return [network];
    },
    initializer: () => {},
  });
  expect(sorted(guarantees)).toEqual([...expected].sort());
});

describe.each(PROTOCOLS)('%s', (name, make, assumes, guarantees) => {
  test('declares its assumptions and guarantees', async () => {
    const system = new NekoSystem({
      n: 3,
      networks: (host) => [new neko.SimNetwork(host, new neko.BasicChannel(host))],
      initializer: () => {},
    });
    const protocol = make(system.process(0)) as Protocol<never>;
    expect(sorted(protocol.assumes)).toEqual([...assumes].sort());
    expect(guarantees && sorted(guaranteesOf(protocol as never))).toEqual(guarantees && [...guarantees].sort());
  });

  test.each(CHANNELS)('stands on a link with all that it assumes: over %s', async (_channel, channel, given) => {
    const { notes, below, network } = await launch(make, channel);
    const missing = assumes.filter((each) => !given.includes(each));
    const isDetector = DETECTORS.includes(name);
    expect(notes.length > 0).toBe(missing.length > 0);
    const isComposed = missing.length > 0 && !isDetector;
    const link = missing.includes(LOSS) ? neko.ReliableLink : neko.FifoLink;
    expect(isComposed ? below instanceof link : below === network).toBe(true);
    const available: readonly string[] = isComposed ? guaranteesOf(below) : assumes;
    expect([...available].sort()).toEqual(expect.arrayContaining(assumes));
  });

  test.each(CHANNELS)(
    'is refused without it, where links are not put in: over %s',
    async (_channel, channel, given) => {
      const isBroken = assumes.some((each) => !given.includes(each)) && !DETECTORS.includes(name);
      const message = await launch(make, channel, true).then(
        () => 'launched',
        (error: Error) => error.message,
      );
      expect(message).toMatch(isBroken ? /p0, protocol 'protocol' \(\w+\): it assumes a link that / : /^launched$/);
    },
  );
});
