import { expect, test } from '@jest/globals';
import { describeProblem, expected, InputError, unknownName } from './problem.js';

test('a problem is a line with its place', () => {
  const place = { file: 'x.config', line: 3, column: 7 };
  expect(describeProblem({ severity: 'warning', place, text: 'why' })).toBe('x.config:3:7: warning: why');
  expect(describeProblem({ severity: 'error', text: 'why' })).toBe('why');
});

test('what was read gives no orders to a terminal', () => {
  const text = 'there is no \u001b]0;title\u0007 \u009b31m\r\u007f, größer 🤖\n\tas in';
  expect(new InputError([{ severity: 'error', place: { file: 'a\u001bb' }, text }]).message).toBe(
    'a\\u001bb: there is no \\u001b]0;title\\u0007 \\u009b31m\\u000d\\u007f, größer 🤖\\u000a\tas in',
  );
});

test.each([
  [undefined, 'expected a number, got nothing'],
  [NaN, 'expected a number, got NaN'],
  ['7', 'expected a number, got "7"'],
  ['x'.repeat(100), `expected a number, got "${'x'.repeat(60)}…"`],
  [null, 'expected a number, got null'],
  [[], 'expected a number, got an empty list'],
  [[1, 2, 3], 'expected a number, got a list of 3'],
  [{}, 'expected a number, got an empty object'],
  [{ x: 1, y: 2 }, 'expected a number, got an object with x, y'],
  [() => 1, 'expected a number, got a function'],
])('shows %p as one short piece of a line', (value, text) => {
  expect(expected('a number', value)).toBe(text);
});

test('suggests the nearest name, or lists the known ones', () => {
  expect(unknownName('key', 'tim', ['time', 'seed'])).toBe("unknown key 'tim'; did you mean 'time'?");
  expect(unknownName('key', 'colour', ['time', 'seed', 'set'])).toBe(
    "unknown key 'colour'; expected time, seed or set",
  );
  expect(unknownName('key', 'colour', [])).toBe("unknown key 'colour'");
});
