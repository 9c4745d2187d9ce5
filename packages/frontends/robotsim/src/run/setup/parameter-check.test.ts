import { describe, expect, test } from '@jest/globals';
import { ActiveProtocol, Layer, type NekoProcess, type Outgoing } from '@kineko/neko';
import { outcomeOf, problemsOf, refusalOf, scenarioOf } from '../../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';
import { RandomMovement } from '../algorithms/random-movement.js';
import { compose } from '../composition.js';
import type { NekoRobot } from '../neko-robot.js';
import { Parameters } from '../parameters.js';

class Convoy extends AbstractAlgorithm {
  readonly gap = this.parameters.number('gap', 3);
  protected async doMotion() {
    const { parameters } = this;
    // Comments about parameters do not count.
    if (parameters.boolean('isLong', false)) this.logger.info(`gap ${this.gap}`);
    await this.sleep(1);
    this.finish();
  }
}

class Faster extends Convoy {
  readonly speed = this.parameters.number('speed', 3);
}

class Opaque extends AbstractAlgorithm {
  readonly options = readOptions(this.parameters, 'margin');
  protected async doMotion() {
    await this.sleep(1);
  }
}
function readOptions(parameters: { number(name: string, otherwise: number): number }, name: string): number {
  return parameters.number(name, 1) + parameters.number('elsewhere', 1);
}

class Computed extends AbstractAlgorithm {
  protected async doMotion() {
    for (const name of ['a', 'b']) await this.sleep(this.parameters.number(`${name}Seconds`, 1));
  }
}

class Parent extends AbstractAlgorithm {
  protected async doMotion() {
    await this.run(Convoy).times(1);
    this.finish();
  }
}

class Slow extends Layer<object> {
  protected readonly handlers = {};
  send(message: Outgoing): void {
    if (this.process.parameters('Slow').get('delay') === undefined) this.sender!.send(message);
  }
}

class Program extends ActiveProtocol<{ HELLO: null }> {
  private readonly period: number;
  constructor(process: NekoProcess) {
    super(process);
    const parameters = new Parameters(process, 'Program');
    this.period = parameters.number('period', 1);
  }
  protected async run() {
    await this.sleep(this.period);
  }
}

const BASE = 'process.num = 2\nbornpoint.random = true\nsimulation.time = 3\nseed = 1\nrobot.algorithm = ./march.ts\n';
const problems = (keys: string, exported: unknown = Convoy): Promise<string[]> =>
  problemsOf(`${BASE}${keys}`, { modules: { 'march.ts': { exported }, 'slow.ts': { Slow } } });

describe('a parameter of a loaded class', () => {
  test.each<{ keys: string; exported?: unknown }>([
    { keys: 'Convoy.gap = 4\nConvoy.isLong = true' },
    { keys: 'org.example.Convoy.gap = 4' },
    { keys: 'Faster.gap = 4\nFaster.speed = 5', exported: Faster },
    { keys: 'Opaque.margin = 4\nOpaque.elsewhere = 4', exported: Opaque },
    { keys: 'Computed.aSeconds = 4', exported: Computed },
    { keys: 'Convoy.gap = 4', exported: Parent },
    { keys: 'Convoy.gap = 4\nRandomMovement.side = 80', exported: compose(Convoy).for(1).then(RandomMovement) },
    { keys: 'Convoy.gap = 4', exported: compose(compose(Convoy).for(1)).then(RandomMovement) },
    { keys: 'protocol = ./slow.ts\nSlow.delay = 3' },
    { keys: 'protocol = LamportBroadcast\nLamportBroadcast.delta = 1' },
    { keys: 'protocol = LamportBroadcast\nnetwork.loss = 0.1\nReliableLink.retransmitAfter = 2' },
    { keys: 'network = lse.neko.networks.sim.RandomNetwork\nRandomNetwork.lambda = 1' },
    { keys: 'parameter.anything = 1' },
  ])('is known, whatever its file is called: $keys', async ({ keys, exported }) => {
    expect(await problems(keys, exported)).toEqual([]);
  });

  test.each<{ keys: string; text: string; exported?: unknown }>([
    { keys: 'Convoy.gapp = 4', text: "'Convoy.gapp'; did you mean 'Convoy.gap'?" },
    { keys: 'org.example.Convoy.gapp = 4', text: "'Convoy.gapp'; did you mean 'Convoy.gap'?" },
    { keys: 'Convoy.islong = 4', text: "'Convoy.islong'; did you mean 'Convoy.isLong'?" },
    { keys: 'Convoy.wholly = 4', text: "'Convoy.wholly'; Convoy reads gap, isLong" },
    {
      keys: 'Faster.sped = 4',
      text: "'Faster.sped'; did you mean 'Faster.speed'?",
      exported: Faster,
    },
    { keys: 'Parent.gap = 4', text: "'Parent.gap'; Parent reads no parameters", exported: Parent },
    {
      keys: 'RandomMovement.sied = 8',
      text: "'RandomMovement.sied'; did you mean 'RandomMovement.side'?",
      exported: compose(RandomMovement).for(1),
    },
    {
      keys: 'protocol = ./slow.ts\nSlow.dellay = 3',
      text: "'Slow.dellay'; did you mean 'Slow.delay'?",
    },
    {
      keys: 'protocol = LamportBroadcast\nLamportBroadcast.detla = 1',
      text: "'LamportBroadcast.detla'; did you mean 'LamportBroadcast.delta'?",
    },
    {
      keys: 'network = RandomNetwork\nRandomNetwork.lamda = 1',
      text: "'RandomNetwork.lamda'; did you mean 'RandomNetwork.lambda'?",
    },
  ])('gives a warning if the class does not read it: $keys', async ({ keys, text, exported }) => {
    const line = 5 + keys.split('\n').length;
    expect(await problems(keys, exported)).toEqual([`main.config:${line}:1: warning: unknown parameter ${text}`]);
  });

  test('is checked for built-in algorithms and for processes without bodies', async () => {
    const base = 'process.num = 2\nsimulation.time = 3\nseed = 1\n';
    const flocking = `${base}bornpoint.random = true\nrobot.algorithm = Flocking\nFlocking.turnSpeed = 9\nFlocking.spacin = 9`;
    expect(await problemsOf(flocking)).toEqual([expect.stringContaining("did you mean 'Flocking.spacing'?")]);
    const modules = { 'march.ts': { Program } };
    const program = `${base}algorithm = ./march.ts\nProgram.period = 2\nProgram.perriod = 2`;
    expect(await problemsOf(program, { modules })).toEqual([expect.stringContaining("did you mean 'Program.period'?")]);
  });

  test('is an error under --strict if the class does not read it', async () => {
    const context = { modules: { 'march.ts': { Convoy } }, strict: true };
    expect(await refusalOf(`${BASE}Convoy.gapp = 4`, context)).toEqual([
      "main.config:6:1: unknown parameter 'Convoy.gapp'; did you mean 'Convoy.gap'?",
    ]);
    expect(await problemsOf(`${BASE}Convoy.gap = 4`, context)).toEqual([]);
  });

  test('is among the entries of the configuration, so that a copy of it has the same effect', async () => {
    const modules = { 'march.ts': { Convoy } };
    const text = `${BASE}Convoy.gap = 4\nConvoy.isLong = true`;
    const scenario = await scenarioOf(text, { modules });
    expect(scenario.config().map(({ key }) => key)).toContain('Convoy.gap');
    expect((await outcomeOf(text, { modules })).said).toEqual(['info p0 gap 4', 'info p1 gap 4']);
  });

  test('is known if only an initializer uses the class', async () => {
    const init = (robot: NekoRobot): void => {
      const algorithm = new Convoy(robot);
      algorithm.setId('algorithm');
      algorithm.setSender(robot.network());
      algorithm.launch();
    };
    const text = `${BASE.replace('robot.algorithm = ./march.ts', 'process.initializer = ./init.ts')}Convoy.gap = 4`;
    expect(await problemsOf(text, { modules: { 'init.ts': { init } } })).toEqual([]);
    expect(await problemsOf(text, { modules: { 'init.ts': { initializer: { init } } } })).toEqual([]);
  });
});

test('a parameter of a class that is not loaded gives a warning, even if a file has its name', async () => {
  const modules = { 'caravan.ts': { Convoy } };
  const text = BASE.replace('march', 'caravan');
  expect(await problemsOf(`${text}Caravan.gap = 4\nConvoi.gap = 4`, { modules })).toEqual([
    "main.config:6:1: warning: unknown key 'Caravan.gap'; no loaded class is named 'Caravan'",
    "main.config:7:1: warning: unknown key 'Convoi.gap'; no loaded class is named 'Convoi'; did you mean 'Convoy'?",
  ]);
});

test.each([
  ['CircleFormation.speed = -1', 'CircleFormation.speed: expected a number above 0 (m/s), got "-1"'],
  ['CircleFormation.uniform = yes', 'CircleFormation.uniform: expected true or false, got "yes"'],
])('an invalid value of a parameter of a built-in class is an error: %s', async (line, text) => {
  const config = 'robot.algorithm = CircleFormation\nbornpoint1 = 1, 2\nsimulation.time = 1\n';
  expect(await problemsOf(`${config}${line}\n`)).toEqual([`main.config:4:1: ${text}`]);
});
