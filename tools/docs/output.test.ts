import { expect, test } from '@jest/globals';
import { hasPrinted, outputProblem } from './output.js';

test.each([
  ['a\nb\n', 'a\nb\n'],
  ['a\n', 'a  \n\n'],
  ['…\n', 'anything\nat all\n'],
  ['…\n', ''],
  ['a\n…\nd\n', 'a\nb\nc\nd\n'],
  ['a\n…\nb\n', 'a\nb\n'],
  ['…\nb\n', 'b\nb\n'],
  ['a\nb\n', 'a\ncheck: 12 of 300 runs, 1.2 runs/s, 4 min 0 s left\nb\n'],
  ['a\n', 'a\nshrinking: 7 of at most 500 runs, 0.7 runs/s; 2 processes\n'],
  ['…\nb\n…\n', 'a\nb\nc\n'],
  ['took … s, 3 events\n', 'took 0.1 s, 3 events\n'],
  ['http://127.0.0.1:…/#token=…\n', 'http://127.0.0.1:7365/#token=ab\n'],
])('%j allows %j', (announced, printed) => {
  expect(outputProblem(announced, printed)).toBeUndefined();
});

test.each([
  ['a\n', 'b\n', 'the page says: a'],
  ['a\n', 'a\nb\n', 'more is printed'],
  ['a\nb\n', 'a\n', 'the page says: b'],
  ['a\n…\n', 'b\na\n', 'the page says: a'],
  ['…\na\n', 'a\nb\n', 'the page says: a'],
  ['…\nc\n…\nb\n', 'b\nc\n', 'the page says: b'],
  ['a (…)\n', 'a (b\n', 'the page says: a (…)'],
])('%j does not allow %j', (announced, printed, problem) => {
  expect(outputProblem(announced, printed)).toContain(problem);
});

test('what serves has printed enough when the announced lines are there', () => {
  expect(hasPrinted('a\nb\n', 'a\n')).toBe(false);
  expect(hasPrinted('a\nb\n', 'a\nb\nc\n')).toBe(true);
});
