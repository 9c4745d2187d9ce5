/** Settings have the same rules and the same messages in every front end. */
import { describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const FILES = {
  'robots.config': 'robot.algorithm = RandomMovement\nbornpoint.random = true\nsimulation.time = 9\n',
  'scenario.xml': '<simulation cycles="3" logfile="log.txt" processingTime="9" sizeX="30" sizeY="20"></simulation>',
  'model.xml':
    '<environment width="9" depth="9" timeStepMillis="100">' +
    '<robot name="r1" type="CYLINDER" x="5" y="0.5" z="5" rotation="0" radius="1" height="1"/></environment>',
  'world.json': '{ "children": [{ "type": "Chirp", "position": { "x": 0, "y": 0 }, "id": 0, "angle": 0 }] }',
};

const SEED = 'seed: expected an integer from 0 to 2^53 - 1';
const TIME = 'simulation.time: expected a number above 0 and at most 2,147,483,648 (s)';
const SPEED = 'simulation.speed: expected a number above 0 (simulated seconds per second)';

const VALID: readonly (readonly [flag: string, text: string, key: string, value: string])[] = [
  ['--seed', '0', 'seed', '0'],
  ['--seed', '1e3', 'seed', '1000'],
  ['--seed', '9007199254740991', 'seed', '9007199254740991'],
  ['--time-limit', '0.5', 'simulation.time', '0.5'],
  ['--time-limit', '2147483648', 'simulation.time', '2147483648'],
  ['--speed', '2e1', 'simulation.speed', '20'],
];

const INVALID: readonly (readonly [flag: string, text: string, message: string])[] = [
  ['--seed', '-1', `--seed: ${SEED}, got "-1"`],
  ['--seed', '1.5', `--seed: ${SEED}, got "1.5"`],
  ['--seed', '9007199254740992', `--seed: ${SEED}, got "9007199254740992"`],
  ['--seed', 'x', `--seed: ${SEED}, got "x"`],
  ['--set', 'seed=x', `--set seed=x: ${SEED}, got "x"`],
  ['--time-limit', '0', `--time-limit: ${TIME}, got "0"`],
  ['--time-limit', '-3', `--time-limit: ${TIME}, got "-3"`],
  ['--time-limit', 'Infinity', `--time-limit: ${TIME}, got "Infinity"`],
  ['--time-limit', '2147483649', `--time-limit: ${TIME}, got "2147483649"`],
  ['--speed', '0', `--speed: ${SPEED}, got "0"`],
];

const UNKNOWN = "unknown key 'simulation.tim'; did you mean 'simulation.time'?";

describe.each(Object.keys(FILES))('%s', (file) => {
  const kineko = (args: readonly string[], env = {}) => new Workspace(FILES).kineko(['run', file, ...args], { env });

  test.each(VALID)('accepts %s %s', async (flag, text, key, value) => {
    const { code, stdout, stderr } = await kineko(['--print-config', '--json', flag, text]);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ [key]: { value, origin: flag } });
  });

  test.each(INVALID)('rejects %s %s, whether it runs or prints its values', async (flag, text, message) => {
    expect(await kineko([flag, text])).toMatchObject({ code: 2, stdout: '', stderr: `kineko: ${message}\n` });
    const printed = await kineko(['--print-config', flag, text]);
    expect(printed).toMatchObject({ code: 2, stderr: `kineko: ${message}\n` });
    expect(printed.stdout).toContain(`= ${text.replace(/^.*=/, '')} `);
  });

  test('warns about an unknown key, and rejects it with --strict', async () => {
    const args = ['--print-config', '--set', 'simulation.tim=3'];
    const text = `--set simulation.tim=3: ${UNKNOWN}\n`;
    expect(await kineko(args)).toMatchObject({ code: 0, stderr: `warning: ${text}` });
    expect(await kineko([...args, '--strict'])).toMatchObject({ code: 2, stderr: `kineko: ${text}` });
  });

  test('reads the environment, which flags override, and warns about unknown variables', async () => {
    const env = { KINEKO_SEED: '7', KINEKO_SIMULATION_TIME: '5', KINEKO_SIMULATION_TIM: '3' };
    const { code, stdout, stderr } = await kineko(['--print-config', '--json', '--time-limit', '6'], env);
    const unknown = "unknown variable 'KINEKO_SIMULATION_TIM'; did you mean 'KINEKO_SIMULATION_TIME'?";
    expect([code, stderr]).toEqual([0, `warning: environment: ${unknown}\n`]);
    expect(JSON.parse(stdout)).toMatchObject({
      seed: { value: '7', origin: 'KINEKO_SEED' },
      'simulation.time': { value: '6', origin: '--time-limit' },
    });
    const refused = await kineko([], { KINEKO_SEED: 'x' });
    expect(refused).toMatchObject({ code: 2, stderr: `kineko: KINEKO_SEED: ${SEED}, got "x"\n` });
  });

  test('ignores an empty value on the command line', async () => {
    const { code, stdout, stderr } = await kineko(['--print-config', '--json', '--set', 'seed=']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).not.toHaveProperty('seed');
  });
});

test('rejects an invalid seed of a served environment', async () => {
  const answer = await new Workspace(FILES).kineko(['serve', 'model.xml', '--seed', '-1']);
  expect(answer).toMatchObject({ code: 2, stderr: `kineko: --seed: ${SEED}, got "-1"\n` });
});

test('treats unknown members of a Chirp world as errors', async () => {
  const workspace = new Workspace({ 'world.json': '{ "children": [], "maxsped": 3 }' });
  const { code, stderr } = await workspace.kineko(['run', 'world.json']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('maxspeed')]);
});
