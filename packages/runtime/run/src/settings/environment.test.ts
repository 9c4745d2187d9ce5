import { expect, test } from '@jest/globals';
import { environmentKey as keyIn, environmentName, fromEnvironment } from './environment.js';
import { SettingsTable } from './table.js';

const ROW = { type: 'text', doc: 'a text' } as const;
const TABLE = SettingsTable.of({
  seed: ROW,
  'process.num': ROW,
  'robot.size': ROW,
  'RandomNetwork.lambda': ROW,
  'bornpoint<k>': ROW,
  'parameter.<name>': ROW,
});

const environmentKey = (name: string) => keyIn(name, TABLE);

test('names are in capital letters, with underscores between words', () => {
  expect(environmentName('process.num')).toBe('KINEKO_PROCESS_NUM');
  expect(environmentName('ghost_mode')).toBe('KINEKO_GHOST_MODE');
  expect(environmentName('network.range.lineOfSight')).toBe('KINEKO_NETWORK_RANGE_LINE_OF_SIGHT');
  expect(environmentName('RandomNetwork.lambda')).toBe('KINEKO_RANDOM_NETWORK_LAMBDA');
  expect(environmentName('robot.3.size')).toBe('KINEKO_ROBOT_3_SIZE');
  expect(environmentName('parameter.maxSpeed')).toBe('KINEKO_PARAMETER_maxSpeed');
});

test('reads names wherever their words are separated', () => {
  expect(environmentKey('KINEKO_RANDOMNETWORK_LAMBDA')).toBe('RandomNetwork.lambda');
  expect(environmentKey('KINEKO_BORNPOINT_12')).toBe('bornpoint12');
  expect(environmentKey('KINEKO_BORNPOINT0')).toBeUndefined();
  expect(environmentKey('KINEKO_PARAMETER_SPEED')).toBe('parameter.speed');
  expect(environmentKey('KINEKO_PARAMETER_maxSpeed')).toBe('parameter.maxSpeed');
  expect(environmentKey('PROCESS_NUM')).toBeUndefined();
});

test('an environment gives settings with their origins, and a warning for each unknown name', () => {
  const environment = {
    PATH: '/bin',
    KINEKO_SEED: '42',
    KINEKO_WRITE: '1',
    KINEKO_TOKEN: 'secret',
    KINEKO_DIAGNOSTICS: 'x',
    KINEKO_PROCES_NUM: '3',
    KINEKO_WHATEVER_THIS_IS: '',
    KINEKO_ROBOT_SIZE: undefined,
  };
  expect(fromEnvironment(environment, TABLE)).toEqual({
    settings: [{ key: 'seed', text: '42', origin: { kind: 'environment', place: { file: 'KINEKO_SEED' } } }],
    problems: [
      {
        severity: 'warning',
        place: { file: 'environment' },
        text: "unknown variable 'KINEKO_PROCES_NUM'; did you mean 'KINEKO_PROCESS_NUM'?",
      },
      {
        severity: 'warning',
        place: { file: 'environment' },
        text: "unknown variable 'KINEKO_WHATEVER_THIS_IS'",
      },
    ],
  });
});
