import { expect, test } from '@jest/globals';
import { optionsIn, ParameterError, Parameters, type ParameterTable } from './parameters.js';

const values = new Map([
  ['speed', '3.5'],
  ['half', ' 0.5 '],
  ['large', '1e3'],
  ['name', 'Max'],
  ['empty', ''],
  ['on', 'true'],
  ['off', 'false'],
  ['odd', 'yes'],
  ['endless', 'Infinity'],
]);
const parameters = new Parameters({ parameters: () => values }, 'Gathering');

test('are converted to the requested types', () => {
  expect(parameters.number('speed', 1)).toBe(3.5);
  expect(parameters.number('half', 1)).toBe(0.5);
  expect(parameters.number('large', 1)).toBe(1000);
  expect(parameters.text('name', 'x')).toBe('Max');
  expect(parameters.text('empty', 'x')).toBe('');
  expect(parameters.boolean('on', false)).toBe(true);
  expect(parameters.boolean('off', true)).toBe(false);
});

test("have the author's default if they are not given", () => {
  expect(parameters.has('speed')).toBe(true);
  expect(parameters.has('colour')).toBe(false);
  expect(parameters.number('width', 7)).toBe(7);
  expect(parameters.text('colour', 'red')).toBe('red');
  expect(parameters.boolean('fast', true)).toBe(true);
});

test.each([
  ['Gathering.name: expected a number, got "Max"', () => parameters.number('name', 1)],
  ['Gathering.empty: expected a number, got ""', () => parameters.number('empty', 1)],
  ['Gathering.endless: expected a number, got "Infinity"', () => parameters.number('endless', 1)],
  ['Gathering.odd: expected true or false, got "yes"', () => parameters.boolean('odd', true)],
  ['Gathering.empty: expected true or false, got ""', () => parameters.boolean('empty', true)],
])('%s', (message, read) => {
  expect(read).toThrow(ParameterError);
  expect(read).toThrow(message);
});

test('are those of the class that reads them', () => {
  const asked: string[] = [];
  const robot = {
    parameters: (name: string) => {
      asked.push(name);
      return new Map<string, string>();
    },
  };
  expect(new Parameters(robot, 'RandomMovement').has('side')).toBe(false);
  expect(asked).toEqual(['RandomMovement']);
});

const TABLE = {
  speed: { type: 'number', default: '1', doc: '' },
  width: { type: 'number', default: '7', doc: '' },
} as const satisfies ParameterTable;

test('are shared as options by all robots of a configuration, and frozen', () => {
  const options = optionsIn(parameters, TABLE);
  expect(options).toEqual({ speed: 3.5, width: 7 });
  expect(optionsIn(new Parameters({ parameters: () => values }, 'Gathering'), TABLE)).toBe(options);
  expect(Object.isFrozen(options)).toBe(true);
  const others = new Map([['width', '2']]);
  expect(optionsIn(new Parameters({ parameters: () => others }, 'Gathering'), TABLE)).toEqual({ speed: 1, width: 2 });
});
