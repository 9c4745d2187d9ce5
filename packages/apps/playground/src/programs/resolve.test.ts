import { expect, test } from '@jest/globals';
import { importedFile, pathFrom, suggestion } from './resolve.js';

const NAMES = new Set(['algorithm.ts', 'helper.ts', 'plain.js', 'parts/index.ts', 'parts/leg.ts']);

test.each([
  ['./helper.ts', 'algorithm.ts', 'helper.ts'],
  ['./helper.js', 'algorithm.ts', 'helper.ts'],
  ['./helper', 'algorithm.ts', 'helper.ts'],
  ['./plain.js', 'algorithm.ts', 'plain.js'],
  ['./parts', 'algorithm.ts', 'parts/index.ts'],
  ['../helper.js', 'parts/leg.ts', 'helper.ts'],
  ['./leg', 'parts/index.ts', 'parts/leg.ts'],
  ['./missing.js', 'algorithm.ts', undefined],
  ['../helper.js', 'algorithm.ts', undefined],
])('%s, imported by %s, is %s', (specifier, importer, file) => {
  expect(importedFile(specifier, importer, NAMES)).toBe(file);
});

test('paths are seen from the file that names them, and never lead out of the project', () => {
  expect(pathFrom('robotsim.config', './maps/../a.png')).toBe('a.png');
  expect(pathFrom('deep/robotsim.config', 'a.png')).toBe('deep/a.png');
  expect(pathFrom('robotsim.config', '../a.png')).toBeUndefined();
});

test('suggests the nearest file, with the prefix of imports', () => {
  expect(suggestion('./helpr.ts', 'algorithm.ts', NAMES, './')).toBe('; did you mean "./helper.ts"?');
  expect(suggestion('helper', 'robotsim.config', NAMES)).toBe('; did you mean "helper.ts"?');
  expect(suggestion('nothing-like-it.png', 'robotsim.config', NAMES)).toBe('');
});
