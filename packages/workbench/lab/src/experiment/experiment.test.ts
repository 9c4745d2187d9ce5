import { describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import type { Scalar } from '../scalar.js';
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
  test('combines lists, the last one changing fastest', async () => {
    expect(await pointsIn('parameters: { a: [1, 2], b: [x, true] }')).toEqual([
      { a: 1, b: 'x' },
      { a: 1, b: true },
      { a: 2, b: 'x' },
      { a: 2, b: true },
    ]);
  });

  test('varies zipped parameters together', async () => {
    expect(await pointsIn('parameters: { a: [1, 2], b: [3, 4], c: [5, 6] }\nzip: [a, c]')).toEqual([
      { a: 1, b: 3, c: 5 },
      { a: 1, b: 4, c: 5 },
      { a: 2, b: 3, c: 6 },
      { a: 2, b: 4, c: 6 },
    ]);
  });

  test('rounds the values of ranges', async () => {
    expect(await pointsIn('parameters: { a: { from: 0, to: 0.3, step: 0.1 } }')).toEqual(
      [0, 0.1, 0.2, 0.3].map((a) => ({ a })),
    );
    expect(await pointsIn('parameters: { a: { from: 1, to: 100, count: 3, scale: log } }')).toEqual(
      [1, 10, 100].map((a) => ({ a })),
    );
    expect(await pointsIn('parameters: { a: { from: 5, to: 1, count: 3 } }')).toEqual([5, 3, 1].map((a) => ({ a })));
  });

  test('evaluates expressions of parameters, variables, fixed values and keys of the scenario', async () => {
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
    await expect(pointsIn('parameters: { a: { expression: unset } }')).rejects.toThrow('unset has no numeric value');
    await expect(pointsIn('parameters: { a: { expression: 1 / zero }, zero: [0] }')).rejects.toThrow(
      'expected a finite value, got Infinity',
    );
  });

  test('an experiment that varies nothing has one point', async () => {
    expect(await pointsIn('')).toEqual([{}]);
  });
});

describe('an invalid file', () => {
  const linesOf = async (text: string): Promise<readonly string[]> =>
    (await problemsOf(text)).split('\n').map((line) => line.replace(/^folder\/x\.yaml:/, ''));

  test('reports all problems of its shape, each with its place', async () => {
    const text = `
scenaro: a.config
parameters:
  a: []
  b: { from: 1, to: 2, count: 1 }
repetitions: 0.5
metrics: [time, { file: 3 }, 7]
stop: { tme: 3 }
plots: [{ y: time }]
`;
    expect(await linesOf(text)).toEqual([
      '2:1: scenario: expected the path of a scenario, relative to the folder of this file, got nothing',
      "2:1: unknown key 'scenaro'; did you mean 'scenario'?",
      '4:6: parameters.a: expected at least one value, got an empty list',
      '5:31: parameters.b.count: expected an integer from 2 to 1000000, got 1',
      '6:14: repetitions: expected an integer from 1 on, got 0.5',
      '7:25: metrics[1].file: expected a file and the name of a function in it, as in ./metrics.ts#order, got 3',
      '7:30: metrics[2]: expected the name of a metric, or an object with metric, expression or file, got 7',
      "8:9: stop: unknown key 'tme'; did you mean 'time'?",
      '9:9: plots[0].x: expected the name of a parameter, got nothing',
    ]);
  });

  test('reports all problems of its meaning, each with its place', async () => {
    const text = `
scenario: a.config
parameters:
  a: [1]
  b: { from: 1, to: 2 }
  c: { expression: "import(1)" }
zip: [a, b]
metrics: [time, time, { name: x, radius: 2 }]
plots: [{ x: z, y: time }]
`;
    expect(await linesOf(text)).toEqual([
      '5:6: parameters.b: expected either step or count',
      expect.stringMatching(/^6:20: parameters\.c\.expression: "import\(1\)": the function import is not allowed/),
      '7:6: zip: expected parameters with a list of values, got b',
      '8:17: metrics[1]: expected one metric named time, got two',
      "8:42: metrics[2].radius: unknown key 'radius'; expected name or metric",
      "9:9: plots[0]: unknown parameter 'z'; did you mean 'a'?",
    ]);
  });

  test('requires the metrics of an expression before it', async () => {
    const formula = '{ name: each, expression: distance / process.num + time }';
    const begin = 'scenario: a.config\nparameters: { process.num: [1, 2] }\n';
    const wrong = 'folder/x.yaml:3:37: metrics[0].expression: expected the metric distance earlier in the list';
    expect(await problemsOf(`${begin}metrics: [${formula}, distance]`)).toContain(wrong);
    expect(await problemsOf(`${begin}metrics: [distance, ${formula}]`)).toBe('');
  });

  test('reports invalid YAML with its line', async () => {
    expect(await problemsOf('a: [1\nb: 2')).toMatch(/^folder\/x\.yaml:\d+:\d+: /);
    expect(await problemsOf('[]')).toContain(
      'expected an experiment, an object with scenario and metrics, got an empty list',
    );
    expect(await problemsOf('metrics: [time]')).toContain('scenario: expected the path of a scenario');
    expect(await problemsOf('scenario: x')).toContain('metrics: expected a list of metrics: ');
  });

  test('rejects too many cells before creating them', async () => {
    const axis = '{ from: 1, to: 1000, step: 1 }';
    expect(
      await problemsOf(`scenario: x\nmetrics: [time]\nparameters: { a: ${axis}, b: ${axis}, c: ${axis} }`),
    ).toContain('expected at most 10000000 cells, got 1000000000');
  });
});
