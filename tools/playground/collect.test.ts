import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { exampleOf } from './collect.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);

function example(id: string): ReturnType<typeof exampleOf> {
  const folder = new URL(`${id}/`, EXAMPLES);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return exampleOf(
    id,
    files.map(({ name }) => ({ name, content: readFileSync(new URL(name, folder), 'utf8') })),
  );
}

describe('the gallery', () => {
  test.each([
    ['gathering', 'Gathering', 'Ten robots gather: each moves to the centroid of all, repeatedly.', []],
    [
      'path-reservation',
      'Path reservation',
      'Six robots move at random in a crowd and never collide: each reserves its path by a totally ordered broadcast.',
      ['initializer.ts'],
    ],
    [
      'first-algorithm',
      'The first algorithm',
      'The ten lines in the README of the repository: robots that move to the centroid of all, repeatedly.',
      ['gathering.ts'],
    ],
    [
      'plan-execution',
      'Executing a plan',
      'Eight robots execute a plan with delays and lost messages: by the clock they collide, in the order of the plan they do not.',
      ['ladder.map', 'ladder.scen'],
    ],
  ])('has %s, with what it names', (id, title, sentence, names) => {
    const found = example(id)!;
    expect(found).toMatchObject({ id, title, sentence });
    expect(found.files.map(({ name }) => name)).toEqual(names);
  });

  test.each(['experiments', 'billiard', 'crsim'])('leaves out %s', (id) => {
    expect(example(id)).toBeUndefined();
  });

  test('brings along what programs import', () => {
    const files = [
      { name: 'run.config', content: 'robot.algorithm = ./own.ts' },
      { name: 'own.ts', content: "import { help } from './helper.js';" },
      { name: 'helper.ts', content: 'export const help = 1;' },
      { name: 'other.ts', content: '' },
    ];
    const found = exampleOf('my-own', files)!;
    expect(found.files.map(({ name }) => name)).toEqual(['own.ts', 'helper.ts']);
    expect(found).toMatchObject({ title: 'My own', sentence: 'A program of its own: own.ts, helper.ts.' });
  });
});
