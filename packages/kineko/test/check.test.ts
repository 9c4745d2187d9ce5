import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

/** Threads take a while to start where others are at work. */
const LONG = 180_000;

/** Robots with a lane each; by a mistake, one goes over to its neighbour's now and then. */
const LANES = `
import { AbstractAlgorithm } from 'kineko';

export class Lanes extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    const lane = this.random() < 0.03 ? this.robot.id + 1 : this.robot.id;
    await this.actuator.moveTo({ x: 100 * this.random(), y: 40 + 40 * lane }, 10, 180);
  }
}
`;

const LANES_CONFIG = `
process.num = 6
robot.size = 4
robot.algorithm = ./lanes.ts
${[1, 2, 3, 4, 5, 6].map((k) => `bornpoint${k} = ${10 * k}, ${40 * k}`).join('\n')}
world.width = 400
world.height = 400
simulation.time = 200
`;

interface Checked {
  readonly results: readonly { readonly property: string; readonly verdict: string; readonly premises: number }[];
  readonly runs: number;
  readonly counterexample?: {
    readonly robots: number;
    readonly scenario: string;
    readonly trace: string;
    readonly seed: number;
    readonly time: number;
    readonly hash: string;
    readonly replay: string;
  };
}

const BUGS: readonly (readonly [name: string, property: string, program: string])[] = [
  [
    'a total order that is the order of arrival',
    'total-order protocol=algorithm',
    `
    for (let k = 0; k < 2; k++) {
      const message = \`\${process.id};\${k}\`;
      this.note('broadcast', { message });
      this.note('deliver', { message });
      this.sendTo(process.others, 'SAY', message);
    }
    for (;;) this.note('deliver', { message: (await this.receive()).content });`,
  ],
  [
    'a lock that one permission opens',
    'mutual-exclusion protocol=algorithm',
    `
    this.note('request', {});
    this.sendTo(process.others, 'SAY', 'ask');
    for (let isIn = false; ; ) {
      const { from, content } = await this.receive();
      if (content === 'ask') this.sendTo([from], 'SAY', 'go');
      else if (!isIn) {
        isIn = true;
        this.note('enter', {});
        await this.sleep(1);
        this.note('exit', {});
      }
    }`,
  ],
  [
    'a consensus that does not wait for its coordinator',
    'consensus protocol=algorithm',
    `
    this.note('propose', { instance: 1, value: process.id });
    if (process.id === 0) this.sendTo(process.others, 'SAY', '0');
    const heard = process.id === 0 ? { content: '0' } : await this.receive(2);
    const value = Number(heard?.content ?? process.id);
    process.emit?.({ type: 'decide', time: process.now, process: process.id, protocol: this.id, instance: 1, value });`,
  ],
];

const protocol = (program: string): string => `
import { ActiveProtocol } from 'kineko';

export class Planted extends ActiveProtocol<{ SAY: string }> {
  protected async run(): Promise<void> {
    const { process } = this;${program}
  }
}
`;

const protocolConfig = (network: string): string => `
process.num = 5
algorithm = ./planted.ts
network = ${network}
simulation.time = 50
`;

describe('kineko check', () => {
  test(
    'finds a planted collision, makes it one of two robots, and keeps it so that it can be replayed',
    async () => {
      const place = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
      const args = ['check', 'lanes.config', '--seeds', '0..20', '-p', 'no-collision', '-p', 'speed=11', '--json'];
      const { code, stdout, stderr } = await place.kineko(args);
      expect([code, stderr]).toEqual([3, '']);
      const { results, counterexample } = JSON.parse(stdout) as Checked;
      expect(results).toMatchObject([{ verdict: 'violated' }, { verdict: 'holds' }]);
      expect(counterexample).toMatchObject({ robots: 2, scenario: 'lanes.counterexample.config' });
      expect(place.text('lanes.counterexample.config')).toContain('include = lanes.config');

      const { scenario, trace, time, seed, hash } = counterexample!;
      const replay = await place.kineko([
        'check',
        scenario,
        '--seeds',
        String(seed),
        '--no-shrink',
        '-p',
        'no-collision',
      ]);
      expect([replay.code, replay.stdout]).toEqual([
        3,
        expect.stringContaining(`seed ${seed}, t = ${time}: robot 0 touches robot 1`),
      ]);
      const run = await place.kineko(['run', scenario, '--json']);
      expect((JSON.parse(run.stdout) as { hash: string }).hash).toBe(hash);
      const log = await place.kineko(['check', trace, '-p', 'no-collision', '-p', 'in-area of=centres']);
      expect([log.code, log.stdout]).toEqual([3, expect.stringContaining(`${trace}, t = ${time}`)]);
    },
    LONG,
  );

  test.each(BUGS)(
    'finds %s, and makes it one of two processes',
    async (_name, property, program) => {
      const place = new Workspace({
        'planted.ts': protocol(program),
        'planted.config': protocolConfig('RandomNetwork'),
      });
      const { code, stdout } = await place.kineko(['check', 'planted.config', '-p', property, '--json']);
      const { counterexample } = JSON.parse(stdout) as Checked;
      expect([code, counterexample?.robots]).toEqual([3, 2]);
      const { scenario, seed } = counterexample!;
      expect(
        (await place.kineko(['check', scenario, '--seeds', String(seed), '--no-shrink', '-p', property])).code,
      ).toBe(3);
    },
    LONG,
  );

  test(
    'where seeds make no difference, a search finds the delay that does',
    async () => {
      const [, property, program] = BUGS[2]!;
      const place = new Workspace({
        'planted.ts': protocol(program),
        'planted.config': protocolConfig('BasicNetwork'),
      });
      const args = ['check', 'planted.config', '--seeds', '0..3', '-p', property, '--json'];
      expect((await place.kineko(args)).code).toBe(0);
      for (const kind of ['swarm', 'guided']) {
        const { code, stdout } = await place.kineko([...args, '--search', kind, '--vary', 'delays', '--runs', '400']);
        const { counterexample } = JSON.parse(stdout) as Checked;
        expect([code, counterexample?.robots]).toEqual([3, 2]);
        const text = place.text('planted.counterexample.config');
        // One delay is left of the schedule.
        expect(text.match(/"kind":"spike"/g)).toHaveLength(1);
      }
    },
    LONG,
  );

  test(
    'a property that never applied does not pass, and one that holds does',
    async () => {
      const place = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
      const unknown = await place.kineko([
        'check',
        'lanes.config',
        '--seeds',
        '1',
        '--time-limit',
        '5',
        '-p',
        'total-order protocol=x',
      ]);
      expect([unknown.code, unknown.stdout]).toEqual([3, expect.stringContaining('never applied in 1 run')]);
      const fine = await place.kineko([
        'check',
        'lanes.config',
        '--seeds',
        '1',
        '--time-limit',
        '5',
        '-p',
        'speed=10.1',
      ]);
      expect([fine.code, fine.stdout]).toEqual([
        0,
        expect.stringMatching(/^speed=10.1: holds in 1 run \(premises: \d+\)\n$/),
      ]);
      expect(existsSync(place.of('lanes.counterexample.config'))).toBe(false);
    },
    LONG,
  );

  test('says what is wrong with what it is asked', async () => {
    const place = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
    const said = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await place.kineko(['check', ...args]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await said('lanes.config')).toContain('say what has to hold');
    expect(await said('lanes.config', '-p', 'no-colision')).toContain('there is none of that name');
    expect(await said('lanes.config', '-p', 'collision', '--seeds', '9..1')).toContain('0..999');
    expect(await said('lanes.config', '-p', 'collision', '--vary', 'hats')).toContain("'hats' is nothing to vary");
    expect(await said('missing.config', '-p', 'collision')).toContain('there is no such file');
    expect(await said('lanes.config', '-p', 'collision', '--set', 'process.num=0')).toContain('process.num');
  });
});
