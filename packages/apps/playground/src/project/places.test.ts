import { expect, test } from '@jest/globals';
import { placesIn } from './places.js';

const FILES = new Set(['own.ts', 'lib/speeds.ts', 'own.config']);

test('finds places in files of the project', () => {
  expect(placesIn('own.ts:5:13: Unexpected token', FILES)).toEqual([
    { text: 'own.ts:5:13', place: { file: 'own.ts', line: 5, column: 13 } },
    ': Unexpected token',
  ]);
  expect(placesIn('see ./lib/speeds.ts:2, and own.config:7', FILES)).toEqual([
    'see ',
    { text: './lib/speeds.ts:2', place: { file: 'lib/speeds.ts', line: 2 } },
    ', and ',
    { text: 'own.config:7', place: { file: 'own.config', line: 7 } },
  ]);
});

test.each(['other.ts:5: no', 'not-own.ts:5', 'lib/own.ts:5', 'own.ts', 'own.ts: 5', '', 'at 12:30:00', '/own.ts:5'])(
  'leaves %j unchanged',
  (text) => {
    expect(placesIn(text, FILES)).toEqual(text === '' ? [] : [text]);
  },
);

test('takes linear time', () => {
  const text = `${'a/'.repeat(200_000)}${'b.'.repeat(200_000)}`;
  expect(placesIn(text, FILES)).toEqual([text]);
});
