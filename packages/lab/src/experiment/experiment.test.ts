import { describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import type { Scalar } from '../given.js';
import { pointsOf } from './points.js';
import { readExperiment } from './read-experiment.js';

const read = (text: string) => readExperiment('folder/x.yaml', text);

async function pointsIn(
  text: string,
  numbers: Readonly<Record<string, number>> = {},
): Promise<Record<string, Scalar>[]> {
  const experiment = await read(`scenario: a.config\nmetrics: [time]\n${text}`);
  return pointsOf(experiment, (key) => numbers[key]).map(({ values }) => Object.fromEntries(values));
}

async function problemsOf(text: string): Promise<string> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return '';
}

describe('parameters', () => {
  test('lists are crossed, the last one changes fastest', async () => {
    expect(await pointsIn('parameters: { a: [1, 2], b: [x, true] }')).toEqual([
      { a: 1, b: 'x' },
      { a: 1, b: true },
      { a: 2, b: 'x' },
      { a: 2, b: true },
    ]);
  });

  test('zipped ones go side by side', async () => {
    expect(await pointsIn('parameters: { a: [1, 2], b: [3, 4], c: [5, 6] }\nzip: [a, c]')).toEqual([
      { a: 1, b: 3, c: 5 },
      { a: 1, b: 4, c: 5 },
      { a: 2, b: 3, c: 6 },
      { a: 2, b: 4, c: 6 },
    ]);
  });

  test('ranges are what one would write by hand', async () => {
    expect(await pointsIn('parameters: { a: { from: 0, to: 0.3, step: 0.1 } }')).toEqual(
      [0, 0.1, 0.2, 0.3].map((a) => ({ a })),
    );
    expect(await pointsIn('parameters: { a: { from: 1, to: 100, count: 3, scale: log } }')).toEqual(
      [1, 10, 100].map((a) => ({ a })),
    );
    expect(await pointsIn('parameters: { a: { from: 5, to: 1, count: 3 } }')).toEqual([5, 3, 1].map((a) => ({ a })));
  });

  test('formulas see other parameters, variables, fixed values and the scenario', async () => {
    const text = `
set: { fixed: 3 }
variables: { density: [2, 4] }
parameters:
  side: { expression: half * 2 }
  half: { expression: density * fixed + robot.size }
  word: north`;
    expect(await pointsIn(text, { 'robot.size': 1 })).toEqual([
      { side: 14, half: 7, word: 'north', density: 2 },
      { side: 26, half: 13, word: 'north', density: 4 },
    ]);
    await expect(pointsIn('parameters: { a: { expression: b }, b: { expression: a } }')).rejects.toThrow(
      'depends on itself',
    );
    await expect(pointsIn('parameters: { a: { expression: nobody } }')).rejects.toThrow('nobody gives a number');
    await expect(pointsIn('parameters: { a: { expression: 1 / zero }, zero: [0] }')).rejects.toThrow(
      'it has the value Infinity',
    );
  });

  test('an experiment that varies nothing has one point', async () => {
    expect(await pointsIn('')).toEqual([{}]);
  });
});

describe('a file that makes no sense', () => {
  test('is answered with all that is wrong, each with its place', async () => {
    const text = `
scenaro: a.config
parameters:
  a: []
  b: { from: 1, to: 2 }
  c: { expression: "import(1)" }
zip: [a, b]
repetitions: 0.5
metrics: [time, time, { file: 3 }, { name: x, radius: 2 }]
stop: { tme: 3 }
plots: [{ x: z, y: time }]
`;
    expect(await problemsOf(text)).toContain('folder/x.yaml:2:10: scenaro: did you mean scenario?');
    const rest = await problemsOf(text.replace('scenaro', 'scenario'));
    expect(rest.split('\n').map((line) => line.replace(/^folder\/x\.yaml:/, ''))).toEqual([
      '4:6: parameters.a: it has no values',
      '5:6: parameters.b: either a step or a count is right',
      expect.stringMatching(/^6:20: parameters\.c\.expression: "import\(1\)": the function import is not allowed/),
      '7:6: zip: a is no parameter with a list of values',
      '7:6: zip: b is no parameter with a list of values',
      '8:14: repetitions: it is 0.5: a whole number of at least 1 is right',
      '9:17: metrics[1]: there are two metrics of the name time',
      '9:31: metrics[2].file: it is 3: a file and the name of a function in it, ./metrics.ts#order is right',
      '9:55: metrics[3].radius: there is no such key; there are name, metric',
      '10:14: stop.tme: did you mean time?',
      '11:9: plots[0]: z is no parameter; there are ',
    ]);
  });

  test('a formula that needs a metric has it above', async () => {
    const formula = '{ name: each, expression: distance / process.num + time }';
    const begin = 'scenario: a.config\nparameters: { process.num: [1, 2] }\n';
    const wrong = 'folder/x.yaml:3:11: metrics[0]: it needs the metric distance: put that above it';
    expect(await problemsOf(`${begin}metrics: [${formula}, distance]`)).toContain(wrong);
    expect(await problemsOf(`${begin}metrics: [distance, ${formula}]`)).toBe('');
  });

  test('what is no YAML is said with its line', async () => {
    expect(await problemsOf('a: [1\nb: 2')).toMatch(/^folder\/x\.yaml:\d+:\d+: /);
    expect(await problemsOf('[]')).toContain('a map with scenario');
    expect(await problemsOf('metrics: [time]')).toContain('it has no scenario');
    expect(await problemsOf('scenario: x')).toContain('it has no metrics');
  });

  test('too many cells are refused before they are made', async () => {
    const axis = '{ from: 1, to: 1000, step: 1 }';
    expect(
      await problemsOf(`scenario: x\nmetrics: [time]\nparameters: { a: ${axis}, b: ${axis}, c: ${axis} }`),
    ).toContain('1000000000 cells');
  });
});
