/** Problems of scenarios are reported with their places. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { describeProblem } from '@kineko/formats/problem';
import { load, loadFile, problemsOf, run, scenarioFile } from '../../test/kit.js';
import { DEECoRobot } from './environment/deeco-robot.js';
import { SensoryInputsProcessor } from './environment/sensory-inputs-processor.js';
import { Wheels } from './environment/action.js';
import { Ensemble } from './runtime/ensemble.js';

const ERRORS: Readonly<Record<string, RegExp>> = {
  badbitmap: /^badbitmap\.xml:1:45: there is no file/,
  badxml: /^badxml\.xml:1:13: cycles of <simulation>: expected an integer from 1 on, got "0"/,
  collsensor: /^collsensor\.xml:1:84: the sensor name "collisions" is reserved/,
  dupens: /^dupens\.xml:1:173: duplicate ensemble/,
  dupsec: /^dupsec\.xml:1:76: <robots>: not allowed here, or not again/,
  far: /^far\.xml:1:75: robot 1 .* is outside the field: expected x from 0 to 30 and y from 0 to 20/,
  inblock: /^inblock\.xml:1:69: robot 1 .* is inside an obstacle/,
  nobitmap: /^nobitmap\.xml:1:45: there is no file nope\.png/,
  nosize: /^nosize\.xml:1:1: <simulation> has no bitmap and no sizeX and no sizeY/,
  notrobot: /^notrobot\.xml:1:82: class '.*': expected a robot .*, got an object/,
  small: /^small\.xml:1:180: size of <robot>: expected a radius of at least 1, got "0\.5"/,
  tworob: /^tworob\.xml:1:181: robot 2 .* overlaps robot 1: expected at least 6 pixels/,
  unkattr: /^unkattr\.xml:1:67: <simulation>: unknown attribute 'foo'/,
  wall: /^wall\.xml:1:75: robot 1 .* overlaps a wall/,
};

const VALID = ['tworobtouch', 'wallok'];

test('all files of the collection are tested', () => {
  const files = readdirSync(scenarioFile('errors/')).filter((name) => name.endsWith('.xml'));
  expect(files.map((name) => name.replace('.xml', '')).toSorted()).toEqual(
    [...Object.keys(ERRORS), ...VALID].toSorted(),
  );
});

test.each(Object.entries(ERRORS))('%s gets one message with its place', async (name, expected) => {
  const problems = await problemsOf(loadFile(scenarioFile(`errors/${name}.xml`)));
  expect(problems.map(describeProblem)).toEqual([expect.stringMatching(expected)]);
});

test.each(VALID)('%s is a valid limiting case', async (name) => {
  const { cycles } = await run(await loadFile(scenarioFile(`errors/${name}.xml`)));
  expect(cycles).toHaveLength(3);
});

const ROBOT = 'class="basic.StaticRobot" posX="10" posY="10" angle="0"';

function scenario(content: string, attributes = 'sizeX="30" sizeY="20"'): string {
  return `<simulation cycles="2" logfile="x.txt" ${attributes}>${content}</simulation>`;
}

async function textsOf(text: string, exports = {}): Promise<string[]> {
  return (await problemsOf(load(text, 'x.xml', exports))).map(describeProblem);
}

describe('checks beyond the schema', () => {
  test('a map of temperatures that does not fit into the memory', async () => {
    const layer = '<sensor name="energy" processor="firefighters.environment.EnergyTemperatureProcessor"/>';
    const texts = await textsOf(scenario(`<sensors>${layer}</sensors>`, 'sizeX="100000" sizeY="100000"'));
    expect(texts).toEqual([
      expect.stringMatching(
        /^x\.xml:1:\d+: class ".*" rejects its parameters: the field: expected at most 16777216 pixels, got 10000000000$/,
      ),
    ]);
  });

  test.each(['INF', '-INF', 'NaN'])('%s is not a position', async (value) => {
    const texts = await textsOf(scenario(`<robots><robot ${ROBOT.replace('"10"', `"${value}"`)}/></robots>`));
    expect(texts).toEqual([`x.xml:1:103: posX of <robot>: expected a finite number, got "${value}"`]);
  });

  test('a number that is too large for Java is refused', async () => {
    expect(await textsOf(scenario('', 'sizeX="30" sizeY="20" processingTime="99999999999"'))).toEqual([
      'x.xml:1:62: processingTime of <simulation>: expected an integer from 1 to 2147483647, got "99999999999"',
    ]);
  });

  test('all problems are reported at once', async () => {
    const robots = `<robots><robot ${ROBOT} size="0.5"/><robot ${ROBOT} tag="x" size="0.1"/></robots>`;
    const sensors = '<sensors><sensor name="a" processor="p"/><sensor name="a" processor="p"/></sensors>';
    expect(await textsOf(scenario(robots + sensors))).toHaveLength(3);
  });

  test('an unknown class is reported with the nearest name', async () => {
    const texts = await textsOf(
      scenario('<robots><robot class="basic.StaticRobo" posX="9" posY="9" angle="0"/></robots>'),
    );
    expect(texts).toEqual([
      expect.stringContaining("unknown class 'basic.StaticRobo'; did you mean 'basic.StaticRobot'?"),
    ]);
  });

  test('an ensemble is refused under its second name too', async () => {
    const java = 'cz.cuni.mff.d3s.deeco.playground.examples.basic.StatusCycleUpdate';
    const texts = await textsOf(
      scenario(`<ensembles><ensemble class="basic.StatusCycleUpdate"/><ensemble class="${java}"/></ensembles>`),
    );
    expect(texts).toEqual([
      expect.stringContaining('duplicate ensemble: the same class is in line 1 as "basic.StatusCycleUpdate"'),
    ]);
  });
});

test('a document type is refused', async () => {
  const bomb = `<!DOCTYPE simulation [<!ENTITY a "aaaa">]>\n${scenario('&a;')}`;
  expect(await textsOf(bomb)).toEqual([expect.stringMatching(/^x\.xml:1:1: expected no document type, got/)]);
});

test('a class that rejects its argument is reported with the place of the argument', async () => {
  const robot = '<robots>\n<robot class="golden.ScriptRobot" posX="9" posY="9" angle="0" arg="1:0 fast"/></robots>';
  expect(await textsOf(scenario(robot))).toEqual([
    'x.xml:2:63: class "golden.ScriptRobot" rejects its parameters: arg: ' +
      'expected speed:rotation or speed:rotation*times, got "fast"',
  ]);
});

test('no file is written twice, or read and written', async () => {
  const sensor =
    '<sensors><sensor name="e" processor="firefighters.environment.EnergyTemperatureProcessor" arg="x.txt"/></sensors>';
  expect(await textsOf(scenario(sensor))).toEqual([
    expect.stringContaining('the log of the scenario writes to "x.txt" already; use another file'),
  ]);
  expect(await textsOf(scenario('', 'bitmap="x.txt"'))).toContain('x.xml:1:24: the log would be written over the map');
});

test('a class whose constructor fails is reported', async () => {
  class Broken extends DEECoRobot {
    constructor() {
      super();
      throw new Error('no battery');
    }
  }
  const robot = '<robots><robot class="Broken" posX="9" posY="9" angle="0"/></robots>';
  expect(await textsOf(scenario(robot), { Broken })).toEqual([
    expect.stringContaining('class "Broken" cannot be created: no battery'),
  ]);
});

describe('a class that was never compiled', () => {
  test('is refused without processes', async () => {
    class Idle extends DEECoRobot {
      static override readonly processes = null as never;
    }
    const robot = '<robots><robot class="Idle" posX="9" posY="9" angle="0"/></robots>';
    expect(await textsOf(scenario(robot), { Idle })).toEqual([
      'x.xml:1:77: Idle.processes: expected a static array of processes made by process()',
    ]);
  });

  test('is refused without roles', async () => {
    class Vague extends (Ensemble as new () => object) {
      membership(): boolean {
        return true;
      }
    }
    expect(await textsOf(scenario('<ensembles><ensemble class="Vague"/></ensembles>'), { Vague })).toEqual([
      'x.xml:1:83: Vague: roles: expected { coord: […], member: […] }; ' +
        'exchanged: expected { coord: { in: […] }, member: { inout: […] } }',
    ]);
  });

  test('ends the run with its name if its wheels return no action', async () => {
    class Lost extends DEECoRobot {
      override wheels = new (class extends Wheels {
        override sendCurrentAction(): never {
          return undefined as never;
        }
      })();
    }
    const robot = '<robots><robot class="Lost" posX="9" posY="9" angle="0"/></robots>';
    await expect(run(await load(scenario(robot), 'x.xml', { Lost }))).rejects.toThrow(
      'robot 0 (Lost) in cycle 0: action of the wheels: expected an Action, got nothing',
    );
  });

  test('ends the run with its name if it is a layer without readings', async () => {
    class Blind extends SensoryInputsProcessor {
      sendInputs(): never {
        return null as never;
      }
    }
    const sensor = '<sensors><sensor name="sight" processor="Blind"/></sensors>';
    await expect(run(await load(scenario(sensor), 'x.xml', { Blind }))).rejects.toThrow(
      'sensor layer sight in cycle 0: expected 0 readings, one per robot, got null',
    );
  });
});

describe('values from outside', () => {
  test.each([
    ['engine', 'quantum', 'engine: expected original or exact, got "quantum"'],
    ['random', 'dice', 'random: expected kineko or java, got "dice"'],
    ['cycles', '-1', 'cycles: expected an integer from 1 to 2,147,483,647, got "-1"'],
    ['seed', '1.5', 'seed: expected an integer from 0 to 2^53 - 1, got "1.5"'],
    ['logfile', '', 'logfile: expected the name of a file, got nothing'],
  ])('%s = %s is refused', async (key, value, text) => {
    const { scenario: loaded } = await load(scenario(''));
    loaded.set(key, value, { kind: 'set', place: { file: '--set' } });
    expect((await loaded.problems()).map(describeProblem)).toEqual([`--set: ${text}`]);
  });

  test('a field that is too large for the engine is refused', async () => {
    const { scenario: loaded } = await load(scenario('', 'sizeX="30" sizeY="2000000000"'));
    expect(await loaded.problems()).toEqual([]);
    loaded.set('engine', 'exact', { kind: 'set' });
    expect((await loaded.problems()).map(describeProblem)).toEqual([
      'x.xml:1:51: sizeY: expected an integer from 1 to 2097152 with the engine exact, got 2000000000',
    ]);
  });

  test('an unknown key is a warning, and an error in strict mode', async () => {
    const { scenario: loaded } = await load(scenario(''));
    loaded.set('cycle', '3', { kind: 'set' });
    expect(await loaded.problems()).toMatchObject([
      { severity: 'warning', text: "unknown key 'cycle'; did you mean 'cycles'?" },
    ]);
    loaded.beStrict();
    expect(await loaded.problems()).toMatchObject([{ severity: 'error' }]);
  });

  test('the number of cycles can be overridden', async () => {
    const loaded = await load(scenario(''));
    loaded.scenario.set('cycles', '5', { kind: 'set' });
    expect((await run(loaded)).cycles).toHaveLength(6);
  });
});
