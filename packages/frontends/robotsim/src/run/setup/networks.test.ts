/** From the keys of a configuration to networks, and what becomes of messages on them. */
import { describe, expect, test } from '@jest/globals';
import { EventClass } from '@kineko/kernel';
import { ActiveProtocol, Channel, type NekoMessage } from '@kineko/neko';
import { short } from '../../../test/robots.js';
import { outcomeOf, problemsOf, type Outcome } from '../../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';

/** Process 0 sends a number of messages to process 1, one per second; with 0 also to itself. */
class Ticks extends ActiveProtocol<{ TICK: number }> {
  protected async run() {
    if (this.process.id !== 0) return;
    const count = Number(this.process.parameters('Ticks').get('count') ?? '1');
    for (let i = 0; i < count; i++) {
      this.sendTo([1], 'TICK', i);
      await this.sleep(1);
    }
  }
}

/** Sends ten at once. */
class Volley extends ActiveProtocol<{ SHOT: number }> {
  protected async run() {
    if (this.process.id === 0) for (let i = 0; i < 10; i++) this.sendTo([1], 'SHOT', i);
  }
}

/** Sends over the first network and over the second. */
class Both extends ActiveProtocol<{ HELLO: string }> {
  protected async run() {
    if (this.process.id !== 0) return;
    for (const index of [0, 1]) {
      const content = `network ${index}`;
      this.process.network(index).send({ to: [1], protocol: this.id, type: 'HELLO', content });
    }
  }
}

/** Everyone sends to everyone else. */
class Hello extends ActiveProtocol<{ HELLO: null }> {
  protected async run() {
    this.sendTo(this.process.others, 'HELLO', null);
  }
}

/** Takes a second and a half. */
class Slow extends Channel {
  carry(message: NekoMessage, to: number, end: Parameters<Channel['carry']>[2]): void {
    const { simulator } = this.host;
    simulator.schedule(simulator.now + 1.5, {
      class: EventClass.Delivery,
      low: to,
      high: message.from,
      run: () => end.arrived(message, to),
      describe: () => 'arrival',
    });
  }
}

/** A robot that speaks to the others once. */
class Caller extends AbstractAlgorithm<{ HELLO: null }> {
  protected async doMotion() {
    if (this.robot.id === 0) this.broadcast('HELLO', null);
    await this.sleep(1000);
  }
}

const modules = {
  'ticks.ts': { Ticks },
  'volley.ts': { Volley },
  'both.ts': { Both },
  'hello.ts': { Hello },
  'slow.ts': { Slow },
  'caller.ts': { Caller },
};

const TICKS = 'process.num = 2\nalgorithm = ./ticks.ts\nsimulation.time = 1000\nseed = 1\n';
const MANY = `${TICKS}Ticks.count = 200\n`;

/** How long each message took. */
const delaysOf = ({ of }: Outcome): number[] => of('deliver').map(({ time, content }) => short(time - Number(content)));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const run = (text: string, more: Parameters<typeof outcomeOf>[1] = {}) => outcomeOf(text, { modules, ...more });

describe('the delay of messages', () => {
  test.each([
    ['', 1],
    ['network.lambda = 3', 3],
    ['network = BasicNetwork\nBasicNetwork.lambda = 0.5', 0.5],
    ['network = lse.neko.networks.sim.BasicNetwork\nnetwork.lambda = 7\nBasicNetwork.lambda = 2', 2],
    ['network = MetricNetwork\nMetricNetwork.lambda = 2', 5],
    ['network = MetricNetwork\nnetwork.lambda = 0', 1],
    ['network = ./slow.ts', 1.5],
    ['network.spikes.delay = 4', 5],
    ['network.bandwidth = 0.5 messages/s', 3],
  ])('is that of its network (%s)', async (keys, expected) => {
    expect(delaysOf(await run(`${TICKS}${keys}`))).toEqual([expected]);
  });

  test('is drawn with the given mean, by the seed of the run or one of its own', async () => {
    const base = `${MANY}network = RandomNetwork\n`;
    const usual = delaysOf(await run(base));
    expect(mean(usual)).toBeCloseTo(1, 0);
    expect(mean(delaysOf(await run(`${base}RandomNetwork.lambda = 10`)))).toBeGreaterThan(7);
    const own = delaysOf(await run(`${base}RandomNetwork.seed = 9`));
    expect(own).not.toEqual(usual);
    expect(delaysOf(await run(`${base}RandomNetwork.seed = 9`, { set: { seed: '2' } }))).toEqual(own);
    expect(delaysOf(await run(base, { set: { seed: '2' } }))).not.toEqual(usual);
  });

  test('grows by occasional spikes, constant or drawn', async () => {
    const base = `${MANY}network.spikes.delay = 5\nnetwork.spikes.probability = 0.3\n`;
    const constant = delaysOf(await run(base));
    expect(new Set(constant)).toEqual(new Set([1, 6]));
    const drawn = delaysOf(await run(`${base}network.spikes.distribution = exponential`));
    expect(new Set(drawn).size).toBeGreaterThan(20);
  });

  test('of messages to many depends on multicast', async () => {
    const text = 'process.num = 4\nalgorithm = ./hello.ts\nnetwork = MetricNetwork\nsimulation.time = 100\n';
    const last = async (keys: string) => (await run(`${text}${keys}`)).of('deliver').at(-1)!.time;
    expect(await last('network.multicast = false')).toBeGreaterThan(await last('network.multicast = true'));
  });
});

describe('messages', () => {
  const orderOf = ({ of }: Outcome) => of('deliver').map(({ content }) => content);
  const volley = 'process.num = 2\nalgorithm = ./volley.ts\nnetwork = RandomNetwork\nsimulation.time = 100\nseed = 1\n';

  test('overtake each other, unless the network is FIFO', async () => {
    const inOrder = Array.from({ length: 10 }, (_, i) => i);
    expect(orderOf(await run(volley))).not.toEqual(inOrder);
    expect(orderOf(await run(`${volley}network.fifo = true`))).toEqual(inOrder);
  });

  test('are lost, in bursts too', async () => {
    const { summary, of } = await run(`${MANY}network.loss = 0.3`);
    expect(summary.messages.sent).toBe(200);
    expect(summary.messages.dropped).toBeGreaterThan(30);
    expect(summary.messages.delivered).toBe(200 - summary.messages.dropped);
    expect(of('drop')).toHaveLength(summary.messages.dropped);
    const bursts = `${MANY}network.bursts.toBad = 0.1\nnetwork.bursts.toGood = 0.2\n`;
    const { dropped } = (await run(bursts)).summary.messages;
    expect(dropped).toBeGreaterThan(20);
    expect((await run(`${bursts}network.bursts.lossInBad = 0`)).summary.messages.dropped).toBe(0);
    expect((await run(`${bursts}network.bursts.lossInGood = 1`)).summary.messages.dropped).toBe(200);
  });

  test('arrive twice, the second time later', async () => {
    const { of } = await run(`${TICKS}network.duplication = 1\nnetwork.duplication.delay = 2.5`);
    expect(of('deliver').map(({ time }) => time)).toEqual([1, 3.5]);
  });

  test('use two networks with independent random streams', async () => {
    const both = 'process.num = 2\nalgorithm = ./both.ts\nsimulation.time = 100\n';
    const constant = await run(`${both}network = BasicNetwork, ./slow.ts`);
    expect(constant.of('deliver').map(({ time, content }) => [time, content])).toEqual([
      [1, 'network 0'],
      [1.5, 'network 1'],
    ]);
    const { of } = await run(`${both}network = RandomNetwork, RandomNetwork`);
    const [first, second] = of('deliver');
    expect(first!.time).not.toBe(second!.time);
  });
});

describe('the range of robots', () => {
  /** At 0, 40 and 100 m, with a wall of 10 m between the second and the third. */
  const text = `
    robot.algorithm = ./caller.ts
    robot.size = 1
    bornpoint1 = 0, 0
    bornpoint2 = 40, 0
    bornpoint3 = 100, 0
    obstacle1 = box, 60, -5, 10, 10
    simulation.time = 100
  `;
  const heard = async (keys: string) => {
    const { of } = await run(`${text}\n${keys}`);
    return of('deliver').map(({ process, time }) => `p${process} at ${short(time)}`);
  };

  test.each([
    ['', ['p1 at 1', 'p2 at 1']],
    ['network.range.reach = 50', ['p1 at 1']],
    ['network.range.reach = 10', []],
    ['network.range.lineOfSight = true', ['p1 at 1']],
    ['network.range.reach = 105\nnetwork.range.attenuation = 0.4', ['p1 at 1', 'p2 at 1']],
    ['network.range.reach = 105\nnetwork.range.attenuation = 2', ['p1 at 1']],
    ['network.range.speed = 20', ['p1 at 3', 'p2 at 6']],
  ])('is as configured (%s)', async (keys, expected) => {
    expect(await heard(keys)).toEqual(expected);
  });

  test('needs robots', async () => {
    expect(await problemsOf(`${TICKS}network.range.reach = 5`, { modules })).toEqual([
      'main.config:5:1: network.range.reach needs robots: processes without bodies have no positions',
    ]);
  });
});

describe('topologies', () => {
  const four = 'process.num = 4\nalgorithm = ./hello.ts\nsimulation.time = 100\nseed = 3\n';
  const linksOf = async (keys: string, more: Parameters<typeof outcomeOf>[1] = {}) => {
    const { of } = await run(`${four}${keys}`, more);
    return of('deliver')
      .map(({ from, process }) => `${from}-${process}`)
      .sort();
  };

  test('define which processes hear each other', async () => {
    expect(await linksOf('')).toHaveLength(12);
    expect(await linksOf('network.topology = clique')).toHaveLength(12);
    expect(await linksOf('network.topology = ring')).toEqual(['0-1', '0-3', '1-0', '1-2', '2-1', '2-3', '3-0', '3-2']);
    expect(await linksOf('network.topology = grid 2x2')).toEqual(
      ['0-1', '1-0', '0-2', '2-0', '1-3', '3-1', '2-3', '3-2'].sort(),
    );
    expect(await linksOf('network.topology = random 0')).toHaveLength(6);
    expect(await linksOf('network.topology = random 1')).toHaveLength(12);
  });

  test('are drawn by the seed', async () => {
    const drawn = await linksOf('network.topology = random 0.5');
    expect(await linksOf('network.topology = random 0.5')).toEqual(drawn);
    const others = await Promise.all(
      ['4', '5', '6', '7'].map((seed) => linksOf('network.topology = random 0.5', { set: { seed } })),
    );
    expect(others.some((links) => links.join() !== drawn.join())).toBe(true);
  });

  test('come from files', async () => {
    const files = { 'net.txt': 'processes 4\n0 1\n1 2\n' };
    expect(await linksOf('network.topology = ./net.txt', { files })).toEqual(['0-1', '1-0', '1-2', '2-1']);
  });

  test('must exist, be readable, and have the right size', async () => {
    const problemOf = (topology: string, files = {}) =>
      problemsOf(`${four}network.topology = ${topology}`, { modules, files });
    expect(await problemOf('grid 2x3')).toEqual(['main.config:5:1: the topology is for 6 processes; there are 4']);
    expect(await problemOf('./net.txt')).toEqual(['main.config:5:1: there is no file net.txt']);
    expect(await problemOf('./net.txt', { 'net.txt': 'processes 4\n0 9\nx\n' })).toHaveLength(2);
    expect(await problemOf('star')).toEqual([expect.stringContaining('main.config:5:')]);
  });
});

describe('faults', () => {
  test('are in a list or a file, and take effect', async () => {
    const crash = [{ kind: 'crash', at: 2.5, process: 1 }];
    const inline = await run(`${MANY}faults = ${JSON.stringify(crash)}`);
    expect(inline.of('crash')).toEqual([{ type: 'crash', time: 2.5, process: 1 }]);
    expect(inline.summary.messages).toEqual({ sent: 200, delivered: 2, dropped: 198 });
    const files = { 'faults.yaml': '- {kind: crash, at: 2.5, process: 1}\n- {kind: recover, at: 10.5, process: 1}\n' };
    const fromFile = await run(`${MANY}faults = faults.yaml`, { files });
    expect(fromFile.summary.messages).toEqual({ sent: 200, delivered: 192, dropped: 8 });
    const set = await run(MANY, { files, set: { faults: 'faults.yaml' } });
    expect(set.summary.messages).toEqual(fromFile.summary.messages);
  });

  test.each([
    ['{"kind": "loss", "at": 0, "until": 100, "probability": 1}', 100, 100],
    ['{"kind": "partition", "at": 0, "until": 50, "groups": [[0], [1]]}', 150, 50],
    ['{"kind": "partition", "at": 0, "groups": [[0], [1]]}, {"kind": "heal", "at": 50}', 150, 50],
    ['{"kind": "duplication", "at": 0, "until": 100, "probability": 1}', 300, 0],
    ['{"kind": "spike", "at": 0, "until": 1, "delay": 7}', 200, 0],
  ])('of every kind: %s', async (fault, delivered, dropped) => {
    const { summary } = await run(`${MANY}faults = [${fault}]`);
    expect(summary.messages).toMatchObject({ delivered, dropped });
  });

  test('come from the keys of single processes', async () => {
    const { of } = await run(`
      process.num = 3
      algorithm = ./hello.ts
      process.crash.start = 5
      process.crash.stop = 8
      process.1.crash.start = 1, 20
      process.1.crash.stop = 2
      simulation.time = 30
    `);
    expect(of('crash').map(({ time, process }) => [time, process])).toEqual([
      [1, 1],
      [5, 0],
      [5, 2],
      [20, 1],
    ]);
    expect(of('recover').map(({ time, process }) => [time, process])).toEqual([
      [2, 1],
      [8, 0],
      [8, 2],
    ]);
  });

  test('that are invalid are reported with their places', async () => {
    const text = `${TICKS}faults = [{"kind": "crash", "at": 1, "process": 7}, {"kind": "melt", "at": 1}]`;
    const problems = await problemsOf(text, { modules });
    expect(problems).toEqual([
      expect.stringMatching(/^main\.config:5:\d+: faults\[1\]\.kind: expected crash, .*, got "melt"$/),
      expect.stringMatching(/^main\.config:5:\d+: faults\[0\]\.process: expected an integer from 0 to \d+, got 7$/),
    ]);
    const files = { 'faults.yaml': '- {kind: crash, at: 1, process: 0}\n- {kind: crash, at: -1, process: 0}\n' };
    expect(await problemsOf(`${TICKS}faults = faults.yaml`, { modules, files })).toEqual([
      expect.stringMatching(/^faults\.yaml:2:/),
    ]);
  });
});
