import { expect, test } from '@jest/globals';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { shiftedMap, withConstants } from './constants.js';

test.each([
  ['a literal', 'var a=1;', 'const a=1;'],
  ['a destructured object', 'var{a,b:[c]}=d;', 'const{a,b:[c]}=d;'],
  ['a class', 'var A=class{};', 'const A=class{};'],
])('%s that nothing changes becomes constant', (_what, before, after) => {
  expect(withConstants(before).code).toBe(after);
});

test.each([
  ['that a function changes', 'var a=1;function f(){a=2}'],
  ['that is counted', 'var a=1;function f(){a++}'],
  ['that a pattern sets', 'var a=1;({b:a=3}=c);[...a]=d;'],
  ['that a loop sets', 'var a=1;for(a of b);'],
  ['without a value', 'var a;'],
  ['beside one without a value', 'var a=1,b;'],
  ['of a function', 'function f(){var a=1}'],
])('a variable %s stays one', (_what, code) => {
  expect(withConstants(code).code).toBe(code);
});

test('members of a constant may be changed', () => {
  expect(withConstants('var a={};a.b=1;').code).toBe('const a={};a.b=1;');
});

test('the source map follows the code', () => {
  const before = 'var a=1;var b=2;\nvar c=3;';
  const { code, places } = withConstants(before);
  const columns = [[4, 12], [4]];
  const map = JSON.stringify({ version: 3, mappings: encode(columns.map((line) => line.map((at) => [at, 0, 0, at]))) });
  const shifted = JSON.parse(shiftedMap(map, before, places)) as { mappings: string };
  const letters = decode(shifted.mappings).map((line, row) => line.map(([at]) => code.split('\n')[row]![at]));
  expect(letters).toEqual([['a', 'b'], ['c']]);
});
