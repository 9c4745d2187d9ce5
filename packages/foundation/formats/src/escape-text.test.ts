import { expect, test } from '@jest/globals';
import { escapeText } from './escape-text.js';

test.each([
  ['an order to a terminal', '\u001b]0;title\u0007\u001b[2J', String.raw`\u001b]0;title\u0007\u001b[2J`],
  ['an order in one character', '\u009b31m', String.raw`\u009b31m`],
  ['line ends of all kinds', 'a\nb\rc\u0085d\u2028e\u2029f', String.raw`a\u000ab\u000dc\u0085d\u2028e\u2029f`],
  ['overrides and isolates of the direction', '\u202eabc\u202c\u2066d\u2069', String.raw`\u202eabc\u202c\u2066d\u2069`],
  ['marks of the direction', '\u200e\u200f\u061c', String.raw`\u200e\u200f\u061c`],
  ['halves of characters', 'a\ud800b\udc00', String.raw`a\ud800b\udc00`],
  ['a deletion', 'a\u007f\u0008', String.raw`a\u007f\u0008`],
])('shows %s', (_name, text, escaped) => {
  expect(escapeText(text)).toBe(escaped);
});

test.each(['plain text', 'tab\there', 'Grüße, 機械猫, مرحبا, 👩‍🚀'])('leaves %j unchanged', (text) => {
  expect(escapeText(text)).toBe(text);
});

test('keeps JSON what it was', () => {
  const value = { text: '\u202e\u009b\u2028\u007f\u001b' };
  expect(JSON.parse(escapeText(JSON.stringify(value)))).toEqual(value);
});
