import { expect, test } from '@jest/globals';
import { stepsOf } from './steps.js';

test('a start of the program is a step of its own, with its words', () => {
  expect(
    stepsOf(`npx kineko run a.config --set 'a b=1' -p "x < 2"   # five robots\nkineko list \\\n  networks\n`),
  ).toEqual([
    expect.objectContaining({ line: 0, kineko: ['run', 'a.config', '--set', 'a b=1', '-p', 'x < 2'], exit: 0 }),
    expect.objectContaining({ line: 1, kineko: ['list', 'networks'], exit: 0 }),
  ]);
});

test.each([
  'kineko list networks | head -1',
  'kineko run *.config',
  'kineko run $file',
  'kineko run a > b',
  'kineko a & b',
])('%s is for bash', (line) => {
  expect(stepsOf(line)).toEqual([{ line: 0, script: `${line}\n`, kineko: undefined, exit: 0 }]);
});

test('lines for bash go together, up to the next start of the program', () => {
  const steps = stepsOf('for a in 1 2; do\n  echo $a\ndone\nkineko list networks\n\ncd a\n');
  expect(steps.map(({ line, script }) => [line, script])).toEqual([
    [0, 'for a in 1 2; do\n  echo $a\ndone\n'],
    [3, 'kineko list networks\n'],
    [4, '\ncd a\n'],
  ]);
});

test('a command may say what it ends with', () => {
  expect(stepsOf('false # exit 1\nkineko check a.config   # a counterexample: exit code 3\n')).toMatchObject([
    { exit: 1, kineko: undefined },
    { exit: 3, kineko: ['check', 'a.config'] },
  ]);
});
