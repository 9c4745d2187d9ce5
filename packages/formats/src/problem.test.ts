import { expect, test } from '@jest/globals';
import { describeProblem, InputError } from './problem.js';

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
