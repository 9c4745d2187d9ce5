/** Experiments, assignments, properties and fault schedules of others: valid, or refused with a reason and a place. */
import { describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import { Random } from '@kineko/kernel';
import { readExperiment } from './experiment/read-experiment.js';
import { readAssignment } from './grading/assignment.js';
import { readProperty } from './properties/read-property.js';
import { hostileText, INPUT_KINDS, readHostile, startsOf } from '../test/hostile-inputs.js';

const TEXTS = 1500;

test.each(INPUT_KINDS)('starts from valid texts: %s', async (kind) => {
  for (const text of startsOf(kind)) expect([text, await readHostile(kind, text)]).toEqual([text, 'valid']);
});

test.each(INPUT_KINDS)('accepts or rejects hostile texts without other errors: %s', async (kind) => {
  const stream = new Random(7).stream(kind);
  const found = { valid: 0, refused: 0 };
  for (let i = 0; i < TEXTS; i++) {
    const text = hostileText(kind, stream);
    try {
      found[await readHostile(kind, text)]++;
    } catch (cause) {
      throw new Error(JSON.stringify(text), { cause });
    }
  }
  expect(found.valid + found.refused).toBe(TEXTS);
  expect(found.valid).toBeGreaterThan(0);
});

async function problemsOf(read: () => Promise<unknown>): Promise<string> {
  const error = await read().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

describe.each([
  ['an experiment', (text: string) => readExperiment('x.yaml', `scenario: a\nmetrics: [time]\n${text}`)],
  ['an assignment', (text: string) => readAssignment('x.yaml', `scenario: a\ntasks: [{ property: p }]\n${text}`)],
])('%s', (_, read) => {
  test.each([
    ['set: &a { x: *a }', 'x.yaml:3:14: *a: expected no alias of an enclosing node'],
    ['set: &a\n  x:\n    - *a', 'x.yaml:5:7: *a: expected no alias of an enclosing node'],
    ['set: { x: &b [&c [*b]] }', 'x.yaml:3:19: *b: expected no alias of an enclosing node'],
    ['set: { x: *none }', 'x.yaml:3:11: *none: expected an anchor &none before it'],
    ['set: { x: [*none] }', 'x.yaml:3:12: *none: expected an anchor &none before it'],
    ['set: *none', 'x.yaml:3:6: *none: expected an anchor &none before it'],
    ['set: { constructor: 1 }', 'x.yaml:3:8: the key constructor is refused'],
    ['set: { __proto__: 1 }', 'x.yaml:3:8: the key __proto__ is refused'],
    ['set: { x: 1, x: 2 }', 'x.yaml:3:14: duplicate key x'],
    ['set: { ? [1] : 2 }', 'expected a key that is a text'],
    [`set: { x: ${'['.repeat(10_000)} }`, 'expected at most 64 nested levels'],
    [
      `set:\n  a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n${Array.from({ length: 9 }, (_each, i) => `  a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`).join('\n')}`,
      'aliases counted as what they name',
    ],
  ])('rejects case %# with its place', async (text, problem) => {
    expect(await problemsOf(() => read(text))).toContain(problem);
  });

  test('accepts valid aliases', async () => {
    expect((await read('set: { x: &a 5, y: *a }')).set).toEqual(
      new Map([
        ['x', '5'],
        ['y', '5'],
      ]),
    );
  });
});

test.each(['constructor', '__proto__', 'toString', 'always constructor', 'hasOwnProperty=1', 'valueOf protocol=x'])(
  'rejects the property %j',
  async (text) => {
    await expect(readProperty(text, () => Promise.reject(new Error('no file')))).rejects.toMatchObject({
      name: 'PropertyError',
    });
  },
);

test('rejects a range with too many values', async () => {
  const text = 'scenario: a\nmetrics: [time]\nparameters: { x: { from: 0, to: 1, count: 4000000000 } }';
  expect(await problemsOf(() => readExperiment('x.yaml', text))).toContain(
    'expected an integer from 2 to 1000000, got 4000000000',
  );
});
