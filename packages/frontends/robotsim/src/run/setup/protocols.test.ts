/** Stacks from the list of protocols, and the networks, detectors and consensus from the other keys. */
import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { ActiveProtocol, Layer, type Outgoing, wrap, type Wrapped } from '@kineko/neko';
import { outcomeOf, problemsOf, refusalOf, type ScenarioContext } from '../../../test/scenarios.js';
import { PROTOCOLS } from './protocols.js';

/** Carries the messages of the layers above, and notes them. */
class Carrier extends Layer<{ CARRIED: Wrapped }> {
  protected readonly handlers = {
    CARRIED: (inner: Wrapped, from: number) => {
      this.note('carried', from);
      this.passUp(inner, from);
    },
  };

  send(message: Outgoing): void {
    this.sendTo(message.to, 'CARRIED', wrap(message));
  }
}

/** Each process broadcasts three numbers, one per second, and logs the order in which it receives them. */
class Talk extends ActiveProtocol<{ WORD: string }> {
  protected async run() {
    const { process } = this;
    for (let i = 0; i < 3; i++) {
      await this.sleep(1);
      this.sendTo(process.all, 'WORD', `${process.name}.${i}`);
    }
    for (;;) {
      const { content } = await this.receive();
      this.logger.info(content);
    }
  }
}

const modules = { 'talk.ts': { Talk }, 'carrier.ts': { Carrier } };
const TALK = 'process.num = 3\nalgorithm = ./talk.ts\nsimulation.time = 200\nseed = 5\n';

const run = (keys: string, more: ScenarioContext = {}) => outcomeOf(`${TALK}${keys}`, { modules, ...more });

/** The deliveries of each process, in its order. */
function ordersOf(said: readonly string[]): string[] {
  return [0, 1, 2].map((id) =>
    said
      .filter((line) => line.startsWith(`info p${id} `))
      .map((line) => line.slice('info p0 '.length))
      .join(' '),
  );
}

const protocolsIn = (records: readonly TraceRecord[]): string[] => [
  ...new Set(records.flatMap((record) => (record.type === 'send' ? [record.protocol] : []))),
];

describe('every protocol', () => {
  test.each(PROTOCOLS.entries.map(({ name }) => name))('%s carries every message to all', async (name) => {
    const { said } = await run(`protocol = ${name}\nnetwork = RandomNetwork\n`);
    for (const order of ordersOf(said)) expect(order.split(' ')).toHaveLength(9);
  });

  const ORDERED = PROTOCOLS.entries.filter(({ doc }) => doc.includes('one order') || doc.startsWith('the same'));

  test.each(ORDERED.map(({ name }) => name))('%s brings them to all in one order', async (name) => {
    const flaws =
      'network.loss = 0.2\nnetwork.duplication = 0.2\nnetwork.spikes.delay = 3\nnetwork.spikes.probability = 0.3\n';
    const { said } = await run(`protocol = ${name}\nnetwork = RandomNetwork\n${flaws}`);
    const [first, ...others] = ordersOf(said);
    expect(first!.split(' ')).toHaveLength(9);
    for (const order of others) expect(order).toBe(first);
  });

  test('is also found by its aliases', async () => {
    for (const { name, aliases = [] } of PROTOCOLS.entries) {
      for (const alias of aliases) {
        const problems = await problemsOf(`${TALK}protocol = ${alias}`, { modules });
        expect([name, alias, problems]).toEqual([name, alias, []]);
      }
    }
  });

  test('that is unknown is reported with the known ones', async () => {
    expect(await problemsOf(`${TALK}protocol = FifoLink, Gossip`, { modules })).toEqual([
      expect.stringMatching(/^main\.config:5:\d+: unknown protocol 'Gossip': there are ReliableLink, /),
    ]);
  });
});

describe('links', () => {
  const remarksOf = async (keys: string) => (await run(keys)).summary.remarks.filter((text) => text.includes('Link'));

  const RELIABLE = expect.stringMatching(
    /^a ReliableLink was added below the protocols, since the network loses messages/,
  );
  const FIFO = expect.stringMatching(/^a FifoLink was added below LamportBroadcast, which needs FIFO channels/);
  const ONCE = expect.stringMatching(
    /^a FifoLink was added below SkeenBroadcast, which needs channels without duplicates/,
  );

  test.each([
    ['protocol = LamportBroadcast', []],
    ['protocol = LamportBroadcast\nnetwork = RandomNetwork', [FIFO]],
    ['protocol = LamportBroadcast\nnetwork = RandomNetwork\nnetwork.fifo = true', []],
    ['protocol = LamportBroadcast\nnetwork = RandomNetwork\nFifoLink.automatic = false', []],
    ['protocol = FifoLink, LamportBroadcast\nnetwork = RandomNetwork', []],
    ['protocol = ./carrier.ts, LamportBroadcast', [FIFO]],
    ['protocol = LamportBroadcast\nnetwork.spikes.delay = 1', [FIFO]],
    ['protocol = LamportBroadcast\nnetwork.loss = 0.1', [RELIABLE, FIFO]],
    ['protocol = LamportBroadcast\nnetwork.loss = 0.1\nReliableLink.automatic = false', []],
    ['protocol = ReliableLink, SkeenBroadcast\nnetwork.loss = 0.1', []],
    ['protocol = SkeenBroadcast\nnetwork.bursts.toBad = 0.1\nnetwork.bursts.toGood = 0.5', [RELIABLE]],
    ['protocol = SkeenBroadcast\nfaults = [{"kind": "loss", "at": 1, "until": 3, "probability": 0.5}]', [RELIABLE]],
    [
      'protocol = SkeenBroadcast\nfaults = [{"kind": "partition", "at": 1, "until": 3, "groups": [[0], [1, 2]]}]',
      [RELIABLE],
    ],
    ['protocol = SkeenBroadcast\nnetwork.duplication = 0.5', [ONCE]],
    ['protocol = ReliableBroadcast\nnetwork.duplication = 0.5', []],
    ['protocol = SkeenBroadcast\nnetwork.topology = ring', []],
    ['network.loss = 0.1', []],
  ])('are added where they are needed, unless disabled: %s', async (keys, expected) => {
    expect(await remarksOf(keys)).toEqual(expected);
  });

  test('take their settings', async () => {
    const { of } = await run('protocol = ReliableLink\nnetwork.loss = 1\nReliableLink.retransmitAfter = 50\n');
    const times = of('send')
      .filter(({ process }) => process === 0)
      .map(({ time }) => time);
    // Without an answer, messages are repeated after 50 s, and then after twice as long.
    expect(times).toEqual([1, 2, 3, 51, 52, 53, 151, 152, 153]);
  });

  test('with invalid settings are refused', async () => {
    expect(await refusalOf(`${TALK}protocol = ReliableLink\nReliableLink.retransmitAfter = soon`, { modules })).toEqual(
      ['main.config:6:1: ReliableLink.retransmitAfter: expected a number above 0 (s), got "soon"'],
    );
    const [problem] = await refusalOf(`${TALK}protocol = ReliableLink\nReliableLink.retransmitAfter = -1`, { modules });
    expect(problem).toBe('main.config:6:1: ReliableLink.retransmitAfter: expected a number above 0 (s), got "-1"');
    const [sequencer] = await refusalOf(`${TALK}protocol = SequencerBroadcast\nSequencerBroadcast.sequencer = 7`, {
      modules,
    });
    expect(sequencer).toMatch(/^main\.config:5:\d+: protocol SequencerBroadcast: /);
  });
});

describe('a layer of an author', () => {
  test('has its place in the list, also more than once', async () => {
    const { said, of } = await run('protocol = ./carrier.ts, SkeenBroadcast, ./carrier.ts#Carrier');
    for (const order of ordersOf(said)) expect(order.split(' ')).toHaveLength(9);
    const noted = new Set(of('protocolEvent').map(({ protocol }) => protocol));
    expect(noted).toContain('carrier');
    expect(noted).toContain('carrier-2');
  });
});

describe('failure detectors', () => {
  const crash = 'protocol = ConsensusBroadcast\nprocess.2.crash.start = 20\n';
  const suspicionsOf = async (keys: string) => {
    const { of, said } = await run(`${crash}${keys}`);
    const suspicions = of('suspect').filter(({ other, isSuspected, time }) => other === 2 && isSuspected && time >= 20);
    return { times: suspicions.map(({ time }) => time), said, of };
  };

  test('are heartbeats by default, with the configured times', async () => {
    const usual = await suspicionsOf('');
    expect(usual.times.length).toBeGreaterThan(0);
    expect(Math.max(...usual.times)).toBeLessThan(30);
    const patient = await suspicionsOf('heartbeat = true\nheartbeat.send = 10\nheartbeat.timeout = 60\n');
    expect(Math.min(...patient.times)).toBeGreaterThan(60);
    const beats = patient
      .of('send')
      .filter(({ messageType, process }) => messageType === 'FD_I_M_ALIVE' && process === 0);
    expect(beats.slice(0, 3).map(({ time }) => time)).toEqual([10, 20, 30]);
  });

  test('are simulated, with their detection time', async () => {
    const { times, of } = await suspicionsOf('fd.simulated = true\nfd.simulated.detectionTime = 7\n');
    expect(times).toEqual([27, 27]);
    expect(of('send').some(({ messageType }) => messageType === 'FD_I_M_ALIVE')).toBe(false);
  });

  test('make mistakes as configured, and can be combined', async () => {
    const wrong = `fd.simulatedWithWrongSuspicions = true
fd.simulatedWithWrongSuspicions.tMR = 20
fd.simulatedWithWrongSuspicions.tM = 2
`;
    const { of } = await run(`protocol = ConsensusBroadcast\n${wrong}`);
    expect(of('suspect').length).toBeGreaterThan(20);
    const both = await run(`${crash}${wrong}fd.simulated = true\nfd.simulated.detectionTime = 7\n`);
    expect(both.of('suspect').some(({ time, other }) => time === 27 && other === 2)).toBe(true);
    expect(both.of('suspect').length).toBeGreaterThan(20);
  });

  test('send their heartbeats over the configured network', async () => {
    const keys =
      'protocol = ConsensusBroadcast\nnetwork = BasicNetwork, MetricNetwork\nnetwork.lambda = 3\nheartbeat.network.index = 1\n';
    const { of } = await run(keys);
    const beat = of('deliver').find(({ messageType }) => messageType === 'FD_I_M_ALIVE');
    // On the first network alone, messages would take 3 s each.
    expect(beat!.time).not.toBe(4);
    expect(
      (await run(keys.replace('index = 1', 'index = 0')))
        .of('deliver')
        .find(({ messageType }) => messageType === 'FD_I_M_ALIVE')!.time,
    ).toBe(4);
  });
});

describe('consensus', () => {
  test.each(['ConsensusCTInitializer', 'lse.neko.consensus.ConsensusMRInitializer', 'ConsensusPaxosInitializer'])(
    'by %s decides, and survives a crash',
    async (name) => {
      const { said, of } = await run(
        `protocol = ConsensusBroadcast\nconsensus.initializer = ${name}\nprocess.2.crash.start = 1.5\n`,
      );
      expect(of('decide').length).toBeGreaterThan(0);
      const [first, second] = ordersOf(said);
      expect(first).toBe(second);
      expect(first!.split(' ').length).toBeGreaterThanOrEqual(6);
    },
  );

  test('has different messages by different names', async () => {
    const typesOf = async (name: string) => {
      const { of } = await run(`protocol = ConsensusBroadcast\nconsensus.initializer = ${name}`);
      return [...new Set(of('send').map(({ messageType }) => messageType))].sort().join();
    };
    const names = ['ConsensusCTInitializer', 'ConsensusMRInitializer', 'ConsensusPaxosInitializer'];
    expect(new Set(await Promise.all(names.map(typesOf))).size).toBe(3);
  });

  test('that is unknown is reported', async () => {
    expect(await problemsOf(`${TALK}consensus.initializer = Raft`, { modules })).toEqual([
      "main.config:5:1: unknown consensus 'Raft': there are ConsensusCTInitializer, ConsensusMRInitializer, ConsensusPaxosInitializer",
    ]);
  });
});

describe('group membership', () => {
  test('excludes crashed processes', async () => {
    const { records } = await run('protocol = GroupMembership\nprocess.2.crash.start = 20\n');
    const views = records.flatMap((record) =>
      record.type === 'protocolEvent' && record.event === 'view' && record.process === 0 ? [record.value] : [],
    );
    expect(JSON.stringify(views.at(-1))).toContain('[0,1]');
  });
});

test('stacked protocols send through the lowest', async () => {
  expect(protocolsIn((await run('protocol = FifoLink, SkeenBroadcast')).records)).toEqual(['fifo-link']);
  expect(protocolsIn((await run('')).records)).toEqual(['algorithm']);
});
