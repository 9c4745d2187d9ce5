/** Classes of a configuration, the end of its run, and its metrics. */
import { describe, expect, test } from '@jest/globals';
import type { AnalysisReport } from '@kineko/analysis';
import { lineLeg } from '@kineko/geometry';
import { timeout } from '@kineko/kernel';
import { ActiveProtocol, Layer, type NekoProcess, type Outgoing } from '@kineko/neko';
import { type MotionModule, type MotionRequest, Sensor, type WorldView } from '@kineko/world';
import { outcomeOf, problemsOf, refusalOf, scenarioOf, type ScenarioContext } from '../../../test/scenarios.js';
import type { Actuator } from '../actuator.js';
import { AbstractAlgorithm } from '../algorithm.js';
import { compose } from '../composition.js';
import type { NekoRobot } from '../neko-robot.js';
import type { RunView } from './finish.js';

/** Moves east, and is finished after a distance. */
class East extends AbstractAlgorithm {
  protected async doMotion() {
    await this.actuator.forward(this.parameters.number('speed', 1), 10 * (this.robot.id + 1));
    this.finish();
  }
}

/** Moves to the origin at 1 m/s, and stays there. */
class Home extends AbstractAlgorithm {
  protected async doMotion() {
    await this.actuator.moveTo({ x: 0, y: 0 }, 1, 3600);
    await this.sleep(1000);
  }
}

class Idle extends AbstractAlgorithm {
  protected doMotion() {
    return this.receive();
  }
}

class Ping extends ActiveProtocol<{ PING: number }> {
  protected async run() {
    for (let i = 0; ; i++) {
      await this.sleep(1);
      this.sendTo(this.process.others, 'PING', i);
    }
  }
}

class Through extends Layer<object> {
  protected readonly handlers = {};
  send(message: Outgoing): void {
    this.sender!.send(message);
  }
}

class Compass extends Sensor<Readonly<Record<string, never>>, number> {
  readonly kind = 'compass';
  calReply(_request: unknown, world: WorldView, self: number): number {
    return world.poseOf(self).heading;
  }
}

const hop: MotionModule<MotionRequest & { readonly kind: 'hop' }> = {
  kind: 'hop',
  plan: (_request, { x, y, heading }, start) => [
    { name: 'hop', leg: lineLeg({ x, y, heading, start, end: start + 1, vx: 2, vy: 0 }) },
  ],
};

class Hopper extends AbstractAlgorithm {
  protected async doMotion() {
    this.logger.info(`faces ${String(await this.sensor<object, string>('compass').ask({}))}`);
    await this.actuator.perform({ kind: 'hop' });
    this.finish();
  }
}

const modules: NonNullable<ScenarioContext['modules']> = {
  'east.ts': { East },
  'home.ts': { Home },
  'idle.ts': { default: Idle },
  'ping.ts': { Ping },
  'through.ts': { Through },
  'compass.ts': { Compass },
  'hop.ts': { hop },
  'hopper.ts': { Hopper },
  'many.ts': { East, Home, helper: () => {}, NUMBER: 3 },
  'preferred.ts': { East, default: Home },
  'twice.ts': { East, Same: East },
  'nothing.ts': { NUMBER: 3 },
  'empty.ts': {},
  'composed.ts': { Whole: compose(East).then(Home) },
  'function.ts': { twoMetres: () => 2 },
};

const ONE = 'robot.size = 1\nbornpoint1 = 100, 100\nsimulation.time = 50\n';
const run = (text: string, more: ScenarioContext = {}) =>
  outcomeOf(text, { ...more, modules: { ...modules, ...more.modules } });
const problems = (text: string, more: ScenarioContext = {}) =>
  problemsOf(text, { ...more, modules: { ...modules, ...more.modules } });

describe('a class in a file', () => {
  test.each([
    ['./many.ts#East', 'forward'],
    ['./many.ts#Home', 'moveTo'],
    ['./preferred.ts', 'moveTo'],
    ['./preferred.ts#East', 'forward'],
    ['./twice.ts', 'forward'],
    ['./composed.ts', 'forward'],
  ])('is found: %s', async (algorithm, motion) => {
    const { of } = await run(`robot.algorithm = ${algorithm}\n${ONE}`);
    expect(of('motionRequest')[0]!.kind).toBe(motion);
  });

  test.each([
    ['./many.ts', './many.ts exports several of them (East, Home): choose one, as in ./many.ts#East'],
    [
      './many.ts#Home2',
      "./many.ts: it has no export 'Home2' that is an algorithm (it exports: East, Home, helper, NUMBER): export a class that extends AbstractAlgorithm (with a body), or ActiveProtocol (without)",
    ],
    [
      './nothing.ts',
      './nothing.ts: none of what it exports (NUMBER) is an algorithm: export a class that extends AbstractAlgorithm (with a body), or ActiveProtocol (without)',
    ],
    ['./empty.ts', expect.stringContaining('none of what it exports (nothing) is an algorithm')],
    ['./through.ts', expect.stringContaining('none of what it exports (Through) is an algorithm')],
    ['./missing.ts', 'there is no file missing.ts'],
    ['Gatherin', expect.stringMatching(/^unknown algorithm 'Gatherin': there are RandomMovement, /)],
    ['own', expect.stringContaining('or the name of a .ts or .js file')],
    ['./own', expect.stringContaining('a file is named with its extension')],
  ])('is reported with the reason if it is not found: %s', async (algorithm, why) => {
    const text = `robot.algorithm = ${algorithm}\n${ONE}`;
    const [problem, ...others] = (await (await scenarioOf(text, { modules })).problems()).filter(
      ({ severity }) => severity === 'error',
    );
    expect(others).toEqual([]);
    expect(problem).toEqual({ severity: 'error', place: { file: 'main.config', line: 1, column: 1 }, text: why });
  });

  test.each([
    ['robot.sensors = ./east.ts', 'a sensor: export a class that extends Sensor or PushSensor, made without arguments'],
    [
      'robot.motion = ./compass.ts',
      'a motion module: export an object with a kind and a function plan(request, pose, start)',
    ],
    ['protocol = ./ping.ts', 'a protocol: export a class that extends Layer'],
    ['protocol = ./east.ts', 'a protocol: export a class that extends Layer'],
    ['network = ./ping.ts', 'a network: export a class that extends Channel, made with the host'],
    ['finish.condition = ./east.ts', 'a finish condition: export a function'],
    ['metrics = ./east.ts', 'a metric: export a function'],
    [
      'process.initializer = ./hop.ts',
      'an initializer: export a function init(process, config), or a class with such a method',
    ],
    [
      'process.initializer = ./compass.ts',
      'an initializer: export a function init(process, config), or a class with such a method',
    ],
  ])('must have the expected kind: %s', async (key, why) => {
    const found = await problems(`robot.algorithm = ./east.ts\n${ONE}${key}\n`);
    expect(found).toEqual([expect.stringContaining(`is ${why}`)]);
    expect(found[0]).toMatch(/^main\.config:5:/);
  });

  test('are all looked up, and all problems reported in the order of the file', async () => {
    const text = `robot.algorithm = ./missing.ts
robot.motion = ./missing.ts
robot.sensors = ./missing.ts
protocol = ./missing.ts
network = ./missing.ts
finish.condition = ./missing.ts
metrics = ./missing.ts
robot.sise = 3
process.num = 0
`;
    const found = await problems(text);
    expect(found.filter((each) => each.includes('there is no file missing.ts'))).toHaveLength(7);
    expect(found.some((each) => each.startsWith("main.config:8:1: warning: unknown key 'robot.sise'"))).toBe(true);
    expect(found.some((each) => each.startsWith('main.config:9:'))).toBe(true);
  });

  test('is found beside the configuration that names it, also an included one, for one robot too', async () => {
    const files = {
      'base/base.config': 'robot.algorithm = ./own.ts\nrobot.1.algorithm = ./other.ts\nrobot.motion = ./hop.ts\n',
    };
    const text = `include = base/base.config\nbornpoint1 = 1, 1\nbornpoint2 = 1, 50\nbornpoint3 = 1, 100\nrobot.2.algorithm = ./own.ts\nsimulation.time = 5\n`;
    const more = { 'base/own.ts': { East }, 'base/other.ts': { Home }, 'own.ts': { Idle }, 'base/hop.ts': { hop } };
    const { of } = await run(text, { files, modules: more });
    expect(of('motionRequest').map(({ robot, kind }) => [robot, kind])).toEqual([
      [0, 'forward'],
      [1, 'moveTo'],
    ]);
  });

  test('is reported with the line of the included file if it is missing', async () => {
    const files = { 'base/base.config': '# a comment\nalgorithm = ./own.ts\n' };
    const found = await problems(`include = base/base.config\n${ONE}`, { files });
    expect(found).toEqual(['base/base.config:2:1: there is no file base/own.ts']);
  });
});

describe('names of Java classes', () => {
  test.each([
    'process.initializer = lse.neko.robotsim.RobotSimInitializer',
    'process.initilaizer = lse.neko.robotsim.RobotSimInitializer',
    'robot.algorithm = lse.neko.robotsim.algorithm.RandomMovement',
    'robot.algorithm = lse.neko.robotsim.algorithm.Gathering',
    'robot.algorithm = lse.neko.robotsim.algorithm.TestCommunication',
    'network = lse.neko.networks.sim.BasicNetwork',
    'network = lse.neko.networks.sim.RandomNetwork',
    'network = lse.neko.networks.sim.MetricNetwork',
    'protocol = lse.neko.abcast.Lamport',
    'protocol = lse.neko.layers.GroupMembershipLayer',
    'robot.sensors = lse.neko.robotsim.sensor.GPSSensor, lse.neko.robotsim.sensor.ViewSensor',
    'robot.motion = lse.neko.robotsim.motion.MoveTo',
  ])('%s', async (line) => {
    const algorithm = line.startsWith('robot.algorithm') ? '' : 'robot.algorithm = ./idle.ts\n';
    const found = await problems(`${algorithm}${ONE}${line}`);
    expect(found.filter((each) => !each.includes('warning: process.initilaizer is read as'))).toEqual([]);
  });

  test('that are unknown are reported with the known ones', async () => {
    const found = await problems(`robot.algorithm = lse.neko.robotsim.algorithm.Dancing\n${ONE}`);
    expect(found[0]).toMatch(/unknown algorithm 'lse\.neko\.robotsim\.algorithm\.Dancing': there are Rand/);
  });
});

describe('initializers', () => {
  const seen: string[] = [];
  const init = (process: NekoProcess) => {
    seen.push(process.name);
    const algorithm = new East(process as NekoRobot);
    algorithm.setId('own');
    algorithm.setSender(process.network());
    algorithm.launch();
  };
  class Initializer {
    init(process: NekoProcess): void {
      init(process);
    }
  }

  test.each([
    ['a function', { init }],
    ['an object', { initializer: { init } }],
    ['a class', { Initializer }],
  ])('of an author may be %s', async (_what, exported) => {
    seen.length = 0;
    const text = `process.initializer = ./init.ts\nbornpoint2 = 100, 200\n${ONE}`;
    const { of, summary } = await run(text, { modules: { 'init.ts': exported } });
    expect(seen).toEqual(['p0', 'p1']);
    expect(of('motionRequest')).toHaveLength(2);
    expect(summary.stoppedBy).toBe('finished');
  });

  test('may be given to one process only', async () => {
    seen.length = 0;
    const text = `process.1.initializer = ./init.ts\nrobot.algorithm = ./idle.ts\nbornpoint2 = 100, 200\n${ONE}`;
    const { of } = await run(text, { modules: { 'init.ts': { init } } });
    expect(seen).toEqual(['p1']);
    expect(of('motionRequest')).toMatchObject([{ robot: 1 }]);
  });

  test('without any key of robots have processes without bodies', async () => {
    const kinds: boolean[] = [];
    const note = (process: NekoProcess) => void kinds.push('radius' in process);
    const text = 'process.num = 2\nprocess.initializer = ./init.ts\nsimulation.time = 1\n';
    const { summary } = await run(text, { modules: { 'init.ts': { note } } });
    expect([kinds, summary.robots, summary.processes]).toEqual([[false, false], 0, 2]);
  });

  test('may end the run at once', async () => {
    const end = (process: NekoProcess) => process.shutdown('enough');
    const text = 'process.initializer = ./init.ts\nsimulation.time = 1\n';
    const { summary } = await run(text, { modules: { 'init.ts': { end } } });
    expect(summary).toMatchObject({ stoppedBy: 'shutdown', remarks: ['p0: enough'], simulatedSeconds: 0 });
  });

  test('that throw or are asynchronous fail with the name of the process', async () => {
    const open = (exported: Readonly<Record<string, unknown>>) =>
      run('process.initializer = ./init.ts\nsimulation.time = 1\n', { modules: { 'init.ts': exported } });
    await expect(
      open({
        init: () => {
          throw new Error('no');
        },
      }),
    ).rejects.toThrow('p0 failed during its initialization at t = 0: no');
    await expect(open({ init: async () => {} })).rejects.toThrow('an initializer must not be async');
  });
});

describe('motions and sensors of authors', () => {
  test('are available to the robots that have them', async () => {
    const text = `robot.algorithm = ./hopper.ts\nrobot.angle = 0\nrobot.motion = ./hop.ts\nrobot.sensors = ./compass.ts, gps\n${ONE}`;
    const { of, said } = await run(text);
    expect(said).toEqual(['info p0 faces 0']);
    expect(of('motionEnd')).toMatchObject([{ x: 102, y: 100, status: 'finished' }]);
    const own = text.replace('robot.motion', 'robot.0.motion').replace('robot.sensors', 'robot.0.sensors');
    expect((await run(own)).of('motionEnd')).toMatchObject([{ x: 102 }]);
  });

  test('are not available to others', async () => {
    await expect(run(`robot.algorithm = ./hopper.ts\nrobot.sensors = ./compass.ts\n${ONE}`)).rejects.toThrow('hop');
  });

  test('equations can be followed by handlers and with a time limit, without a word in the configuration', async () => {
    class Base extends AbstractAlgorithm<{ GO: null }> {
      protected override readonly handlers = { GO: () => this.swerve() };

      protected async doMotion() {
        if (this.robot.id === 1) this.send(0, 'GO', null);
        else await timeout(this.actuator.follow({ x: '0', y: 't', duration: 9 }), 2);
        this.logger.info(`${this.clock}`);
        await this.sleep(20);
      }

      private swerve(): void {
        void this.actuator.follow({ x: 't', y: '0', duration: 5 });
      }
    }
    class Follows extends Base {}
    const text = 'robot.algorithm = ./follows.ts\nbornpoint1 = 0, 0\nbornpoint2 = 50, 50\nsimulation.time = 10\n';
    for (const Algorithm of [Base, compose(Follows).for(9)]) {
      const { of, said } = await outcomeOf(text, { modules: { 'follows.ts': { Algorithm } } });
      expect(said).toEqual(['info p1 0', 'info p0 1']);
      expect(of('motionEnd')).toMatchObject([{ status: 'replaced' }, { status: 'finished', time: 6, x: 5 }]);
    }
  });

  test('equations that a handler follows by other code must be in the configuration', async () => {
    const swerve = (actuator: Actuator): unknown => actuator.follow({ x: 't', y: '0', duration: 5 });
    class Swerves extends AbstractAlgorithm<{ GO: null }> {
      protected override readonly handlers = { GO: () => void swerve(this.actuator) };

      protected async doMotion() {
        if (this.robot.id === 1) this.send(0, 'GO', null);
        await this.sleep(20);
      }
    }
    const text = 'robot.algorithm = ./swerves.ts\nbornpoint1 = 0, 0\nbornpoint2 = 50, 50\nsimulation.time = 10\n';
    const context = { modules: { 'swerves.ts': { Swerves } } };
    await expect(outcomeOf(text, context)).rejects.toThrow(
      "p0, follow: the parser of equations is not loaded: expected 'robot.motion = Equation' in the configuration",
    );
    const { of } = await outcomeOf(`${text}robot.motion = Equation`, context);
    expect(of('motionEnd')).toMatchObject([{ status: 'finished', time: 6, x: 5 }]);
  });

  test('equations can be requested', async () => {
    expect(await problems(`robot.algorithm = ./idle.ts\nrobot.motion = Equation, Arc, Turn\n${ONE}`)).toEqual([]);
  });
});

describe('settings', () => {
  test('reach a class by its name, or all classes', async () => {
    const timeOf = async (keys: string) =>
      (await run(`robot.algorithm = ./east.ts\n${ONE}${keys}`)).of('motionEnd')[0]!.time;
    expect(await timeOf('')).toBe(10);
    expect(await timeOf('East.speed = 5')).toBe(2);
    expect(await timeOf('parameter.speed = 2')).toBe(5);
    expect(await timeOf('parameter.speed = 2\nEast.speed = 5')).toBe(2);
  });

  test('that are invalid for a built-in algorithm are refused with their places', async () => {
    const text = `robot.algorithm = RandomMovement\nRandomMovement.side = wide\n${ONE}`;
    expect(await refusalOf(text)).toEqual([
      'main.config:2:1: RandomMovement.side: expected a number of at least 0 (m), got "wide"',
    ]);
    const general = `robot.algorithm = RandomMovement\nparameter.side = wide\n${ONE}`;
    expect(await refusalOf(general)).toEqual([
      'main.config:2:1: RandomMovement.side: expected a number of at least 0 (m), got "wide"',
    ]);
  });
});

describe('the end of a run', () => {
  const two = 'robot.size = 1\nbornpoint1 = 30, 0\nbornpoint2 = -30, 0\n';

  test.each([
    ['robot.algorithm = ./home.ts\nsimulation.time = 7', 'time', 7, false],
    ['robot.algorithm = ./idle.ts\nsimulation.time = 7', 'empty', 0, false],
    ['robot.algorithm = ./east.ts\nsimulation.time = 70', 'finished', 20, false],
    ['robot.algorithm = ./east.ts\nfinish.robots = all', 'finished', 20, true],
    ['robot.algorithm = ./east.ts\nfinish.robots = any', 'finished', 10, true],
    ['robot.algorithm = ./home.ts\nfinish.gathered = 10', 'finished', 20.05, true],
    ['robot.algorithm = ./home.ts\nfinish.gathered = 10\nfinish.interval = 5', 'finished', 25, true],
    ['robot.algorithm = ./home.ts\nfinish.collisions = 1', 'finished', 30, true],
    ['robot.algorithm = ./home.ts\nfinish.collisions = 2\nsimulation.time = 60', 'time', 60, true],
    ['robot.algorithm = ./home.ts\nfinish.condition = ./far.ts', 'finished', 12, true],
    ['robot.algorithm = ./idle.ts\nfinish.gathered = 1', 'empty', 0, true],
  ])('%s', async (keys, stoppedBy, at, hasGoal) => {
    const far = ({ clock, world, n }: RunView) => clock >= 12 && n === 2 && world!.poseOf(0).x < 19;
    const { summary } = await run(`${two}${keys}`, { modules: { 'far.ts': { far } } });
    expect(summary).toMatchObject({ stoppedBy, hasGoal });
    // Goals are checked every second.
    expect(Math.abs(summary.simulatedSeconds - at)).toBeLessThan(1);
  });

  test('comes after a number of events, or of messages', async () => {
    const ping = 'process.num = 3\nalgorithm = ./ping.ts\n';
    const events = await run(`${ping}simulation.events = 17`);
    expect(events.summary).toMatchObject({ stoppedBy: 'events', events: 17, hasGoal: false });
    const messages = await run(`${ping}finish.messages = 30`);
    expect(messages.summary).toMatchObject({ stoppedBy: 'finished', hasGoal: true });
    expect(messages.summary.messages.delivered).toBe(30);
  });

  test('is at 1,000 s by default, with a warning', async () => {
    const text = 'process.num = 2\nalgorithm = ./ping.ts\n';
    expect(await problems(text)).toEqual([
      'main.config: warning: neither simulation.time nor a finish condition is given: the run ends at 1000 s',
    ]);
    expect((await run(text)).summary).toMatchObject({ stoppedBy: 'time', simulatedSeconds: 1000 });
  });

  test('is not decided by finish conditions over real networks, with a warning', async () => {
    const text = 'process.num = 1\nalgorithm = ./ping.ts\nsimulation = false\nfinish.messages = 3\n';
    expect((await problems(text)).filter((each) => each.includes('simulation.time'))).toEqual([
      'main.config: warning: simulation.time is not given: over real networks, the run ends when all algorithms have ended, or at 1000 s; finish conditions do not apply',
    ]);
    const limited = await problems(`${text}simulation.time = 1\n`);
    expect(limited.filter((each) => each.includes('real networks, the run ends'))).toEqual([]);
  });

  test('fails with a condition that throws', async () => {
    const broken = () => {
      throw new Error('which robot?');
    };
    await expect(
      run(`${two}robot.algorithm = ./home.ts\nfinish.condition = ./broken.ts`, {
        modules: { 'broken.ts': { broken } },
      }),
    ).rejects.toThrow('which robot?');
  });

  test('by robots needs robots', async () => {
    const found = await problems(
      'process.num = 2\nalgorithm = ./ping.ts\nsimulation.time = 1\nfinish.robots = all\nfinish.gathered = 3\n',
    );
    expect(found).toEqual([
      'main.config:5:1: finish.gathered needs robots: processes without bodies end a run by shutdown()',
      'main.config:4:1: finish.robots needs robots: processes without bodies end a run by shutdown()',
    ]);
  });

  test('names processes that are blocked forever', async () => {
    const { summary } = await run(`robot.algorithm = ./idle.ts\n${two}simulation.time = 9\nfinish.gathered = 1`);
    expect(summary).toMatchObject({
      stoppedBy: 'empty',
      remarks: [
        'p0 Idle is blocked forever waiting for take(its inbox)',
        'p1 Idle is blocked forever waiting for take(its inbox)',
      ],
    });
  });
});

describe('metrics', () => {
  test('count a motion that is under way at the end up to the end', async () => {
    const { metrics } = await run(
      `robot.algorithm = ./home.ts\nbornpoint1 = 100, 0\nrobot.angle = 180\nsimulation.time = 20\nmetrics = distance`,
    );
    expect(metrics.get('distance')).toBeCloseTo(20, 9);
  });

  test('are the requested ones, and those of authors', async () => {
    const text = `
      robot.algorithm = ./home.ts
      robot.size = 1
      bornpoint1 = 30, 0
      bornpoint2 = -30, 0
      simulation.time = 100
      metrics = distance, turning, collisions, messages, latency, spread, separation, ./own.ts#half, ./own.ts#many
    `;
    const half = ({ robots }: AnalysisReport) => robots.length / 2;
    const many = (_report: AnalysisReport, { n }: RunView) => n;
    const { metrics } = await run(text, { modules: { 'own.ts': { half, many } } });
    expect([...metrics.keys()]).toEqual([
      'distance',
      'turning',
      'collisions',
      'messages',
      'latency',
      'spread',
      'separation',
      'half',
      'many',
    ]);
    expect(metrics.get('distance')).toBeCloseTo(58, 9);
    expect(metrics.get('turning')).toBeCloseTo(180 / 3600, 9);
    expect(metrics.get('collisions')).toBe(1);
    expect(metrics.get('messages')).toBe(0);
    expect(metrics.get('latency')).toBeNaN();
    expect(metrics.get('spread')).toBeCloseTo(1, 9);
    expect(metrics.get('separation')).toBeCloseTo(2, 9);
    expect([metrics.get('half'), metrics.get('many')]).toEqual([1, 2]);
  });

  test('of messages', async () => {
    const { metrics } = await run(
      'process.num = 2\nalgorithm = ./ping.ts\nsimulation.time = 10.5\nmetrics = messages, latency\nnetwork.lambda = 0.25\n',
    );
    expect([...metrics]).toEqual([
      ['messages', 20],
      ['latency', 0.25],
    ]);
  });

  test('that are unknown are reported', async () => {
    const [problem] = await problems(`robot.algorithm = ./idle.ts\n${ONE}metrics = distanc`);
    expect(problem).toMatch(/^main\.config:5:\d+: .*distanc/);
  });
});

describe('a scenario', () => {
  test('knows its values and their origins, and can be changed', async () => {
    const scenario = await scenarioOf(`robot.algorithm = ./idle.ts\n${ONE}seed = 3`, {
      modules,
      env: { KINEKO_SEED: '4' },
    });
    const seedOf = () => scenario.config().find(({ key }) => key === 'seed');
    expect(scenario).toMatchObject({ frontEnd: 'robotsim', name: 'main', seed: 4 });
    expect(seedOf()).toMatchObject({ value: '4', origin: { kind: 'environment', place: { file: 'KINEKO_SEED' } } });
    scenario.set('seed', '5', { kind: 'flag', place: { file: '--seed' } });
    scenario.set('seed', '6', { kind: 'set', place: { file: '--set' } });
    expect(seedOf()).toMatchObject({ value: '5', origin: { kind: 'flag' } });
    expect(await scenario.problems()).toEqual([]);
    scenario.set('process.num', 'many', { kind: 'flag', place: { file: '--set' } });
    expect(await scenario.problems()).toHaveLength(1);
    await expect(scenario.open({ seed: 1 })).rejects.toThrow('process.num: expected');
  });

  test('treats an unknown key as an error in strict mode', async () => {
    const text = `robot.algorithm = ./idle.ts\n${ONE}robot.sise = 3`;
    expect(await problems(text)).toEqual([expect.stringContaining("warning: unknown key 'robot.sise'")]);
    expect(await problems(text, { strict: true })).toEqual([expect.stringMatching(/^main\.config:5:1: unknown key/)]);
  });

  test('without an algorithm is reported once for all processes', async () => {
    expect(await problems(`${ONE}bornpoint2 = 200, 100\n`)).toEqual([
      expect.stringMatching(
        /^main\.config: robot\.algorithm: expected RandomMovement, .* or your own file, such as \.\/own\.ts, got nothing for p0$/,
      ),
    ]);
  });

  test('has robots, or processes without bodies, but not both', async () => {
    const found = await problems(
      `robot.algorithm = ./idle.ts\nrobot.1.algorithm = ./ping.ts\nbornpoint2 = 1, 1\n${ONE}`,
    );
    expect(found).toEqual([expect.stringContaining('some of the algorithms (Idle, Ping) need bodies and some do not')]);
  });

  test('is not run over real networks here, nor with robots at all', async () => {
    expect(await problems('process.num = 1\nalgorithm = ./ping.ts\nsimulation = false\nsimulation.time = 1')).toEqual([
      'main.config:3:1: simulation = false: real networks are not available here; expected simulation = true',
    ]);
    const robots = await problems(`robot.algorithm = ./idle.ts\n${ONE}simulation = false`);
    expect(robots.some((each) => each.includes('robots need simulation'))).toBe(true);
  });
});
