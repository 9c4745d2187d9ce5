import { describe, expect, test } from '@jest/globals';
import { Layer, type Outgoing } from '@kineko/neko';
import { outcomeOf, problemsOf, refusalOf, scenarioOf } from '../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';
import { RandomMovement } from '../algorithms/random-movement.js';
import { compose } from '../composition.js';
import type { NekoRobot } from '../neko-robot.js';

class Convoy extends AbstractAlgorithm {
  readonly gap = this.parameters.number('gap', 3);
  protected async doMotion() {
    const { parameters } = this;
    if (parameters.boolean('isLong', false)) this.logger.info(`gap ${this.gap}`);
    await this.sleep(1);
    this.finish();
  }
}

class Faster extends Convoy {
  readonly speed = this.parameters.number('speed', 3);
}

/** Its parameters are read elsewhere. */
class Opaque extends AbstractAlgorithm {
  readonly options = readOptions(this.parameters, 'margin');
  protected async doMotion() {
    await this.sleep(1);
  }
}
function readOptions(parameters: { number(name: string, otherwise: number): number }, name: string): number {
  return parameters.number(name, 1) + parameters.number('elsewhere', 1);
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

const BASE = 'process.num = 2\nbornpoint.random = true\nsimulation.time = 3\nseed = 1\nrobot.algorithm = ./march.ts\n';
const problems = (keys: string, exported: unknown = Convoy): Promise<string[]> =>
  problemsOf(`${BASE}${keys}`, { modules: { 'march.ts': { exported }, 'slow.ts': { Slow } } });

describe('parameters of a loaded class', () => {
  test.each<[string, unknown]>([
    ['Convoy.gap = 4\nConvoy.isLong = true', Convoy],
    ['org.example.Convoy.gap = 4', Convoy],
    ['Faster.gap = 4\nFaster.speed = 5', Faster],
    ['Opaque.margin = 4', Opaque],
    ['Opaque.elsewhere = 4', Opaque],
    ['Convoy.gap = 4', Parent],
    ['Convoy.gap = 4\nRandomMovement.side = 80', compose(Convoy).for(1).then(RandomMovement)],
    ['protocol = ./slow.ts\nSlow.delay = 3', Convoy],
    ['protocol = LamportBroadcast\nLamportBroadcast.delta = 1', Convoy],
    ['parameter.anything = 1', Convoy],
  ])('are no problem, whatever its file is called: %j', async (keys, exported) => {
    expect(await problems(keys, exported)).toEqual([]);
  });

  test.each<[string, string, unknown?]>([
    ['Convoy.gapp = 4', "'Convoy.gapp': Convoy reads gap, isLong; did you mean 'Convoy.gap'?"],
    ['Convoy.islong = 4', "'Convoy.islong': Convoy reads gap, isLong; did you mean 'Convoy.isLong'?"],
    ['Convoy.wholly = 4', "'Convoy.wholly': Convoy reads gap, isLong"],
    ['Faster.sped = 4', "'Faster.sped': Faster reads speed, gap, isLong; did you mean 'Faster.speed'?", Faster],
    ['Opaque.marginn = 4', "'Opaque.marginn': Opaque reads margin; did you mean 'Opaque.margin'?", Opaque],
    ['Parent.gap = 4', "'Parent.gap': Parent reads no parameters", Parent],
    [
      'RandomMovement.sied = 8',
      "'RandomMovement.sied': RandomMovement reads side; did you mean 'RandomMovement.side'?",
      compose(RandomMovement).for(1),
    ],
    ['protocol = ./slow.ts\nSlow.dellay = 3', "'Slow.dellay': Slow reads delay; did you mean 'Slow.delay'?"],
    [
      'protocol = LamportBroadcast\nLamportBroadcast.detla = 1',
      "'LamportBroadcast.detla': LamportBroadcast reads delta; did you mean 'LamportBroadcast.delta'?",
    ],
    [
      'network = RandomNetwork\nRandomNetwork.lamda = 1',
      "'RandomNetwork.lamda': RandomNetwork reads lambda, seed; did you mean 'RandomNetwork.lambda'?",
    ],
  ])('that it does not read are found: %j', async (keys, text, exported) => {
    const line = 5 + keys.split('\n').length;
    expect(await problems(keys, exported)).toEqual([`main.config:${line}:1: warning: unknown parameter ${text}`]);
  });

  test('are an error where the configuration is strict', async () => {
    const modules = { 'march.ts': { Convoy } };
    const [problem] = await problemsOf(`${BASE}Convoy.gapp = 4`, { modules, strict: true });
    expect(problem).toMatch(/^main\.config:6:1: unknown parameter 'Convoy\.gapp'/);
    expect(await problemsOf(`${BASE}Convoy.gap = 4`, { modules, strict: true })).toEqual([]);
    await expect(refusalOf(`${BASE}Convoy.gapp = 4`, { modules, strict: true })).resolves.toHaveLength(1);
  });

  test('of a class that the file does not have are found, though the file is called like it', async () => {
    const text = `${BASE.replace('march', 'caravan')}Caravan.gap = 4`;
    expect(await problemsOf(text, { modules: { 'caravan.ts': { Convoy } } })).toEqual([
      'main.config:6:1: warning: there is no key "Caravan.gap", and no class "Caravan" is named',
    ]);
  });

  test('are among the entries of the configuration, so that a copy of it has them', async () => {
    const modules = { 'march.ts': { Convoy } };
    const scenario = await scenarioOf(`${BASE}Convoy.gap = 4\nConvoy.isLong = true`, { modules });
    await scenario.problems();
    expect(scenario.config().map(({ key }) => key)).toContain('Convoy.gap');
    const { said } = await outcomeOf(`${BASE}Convoy.gap = 4\nConvoy.isLong = true`, { modules });
    expect(said).toEqual(['info p0 gap 4', 'info p1 gap 4']);
  });

  test('of classes that an initializer uses are no problem', async () => {
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
