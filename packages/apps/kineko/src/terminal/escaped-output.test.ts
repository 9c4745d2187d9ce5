import { expect, test } from '@jest/globals';
import { escapedOutput } from './escaped-output.js';

test.each([
  ['an order to a terminal', '\u001b]0;title\u0007\u001b[2J', String.raw`\u001b]0;title\u0007\u001b[2J`],
  ['line ends of other systems', 'b\rc\u0085d\u2028e\u2029f', String.raw`b\u000dc\u0085d\u2028e\u2029f`],
  ['overrides of the direction', '\u202eabc\u202c', String.raw`\u202eabc\u202c`],
])('shows %s, and keeps the line breaks', (_name, text, escaped) => {
  let written = '';
  escapedOutput({ write: (piece) => (written += piece) }).write(`${text}\nx\n${text}`);
  expect(written).toBe(`${escaped}\nx\n${escaped}`);
});
