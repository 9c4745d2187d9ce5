import { describe, expect, test } from '@jest/globals';
import { readValue } from '@kineko/run/settings';
import { labCatalogs } from './catalogs.js';
import { CONSTANTS, FUNCTIONS } from './expression.js';
import { BUILT_IN_METRICS } from './metrics/built-in.js';
import { CHECKERS } from './properties/checkers.js';
import { CONDITIONS } from './properties/conditions.js';
import { MODALITIES } from './properties/property.js';
import { readProperty, SHORT_FORMS } from './properties/read-property.js';

function namesOf(kind: string): string[] {
  const { groups } = labCatalogs().find((catalog) => catalog.kind === kind)!;
  return groups.flatMap(({ items }) => items.map(({ name }) => name));
}

describe('the lists of names', () => {
  test('have every metric of experiments', () => {
    expect(namesOf('metrics')).toEqual(BUILT_IN_METRICS.map(({ name }) => name));
    expect(namesOf('metrics')).toEqual(expect.arrayContaining(['time', 'finished', 'gathered']));
  });

  test('have every property and modality', () => {
    const known = [...CONDITIONS, ...CHECKERS].map(({ name }) => name);
    expect(new Set(namesOf('properties'))).toEqual(new Set([...known, ...MODALITIES, ...SHORT_FORMS.keys()]));
  });

  test('have every function and constant of expressions', () => {
    expect(namesOf('functions')).toEqual([...FUNCTIONS.keys(), ...CONSTANTS.keys()]);
  });
});

describe('the options of properties', () => {
  const find = (): Promise<never> => Promise.reject(new Error('no file'));

  test('have valid defaults', () => {
    const problems: string[] = [];
    for (const { name, options } of CHECKERS) {
      for (const [option, row] of Object.entries(options)) {
        const report = (problem: string): void => void problems.push(`${name} ${option}: ${problem}`);
        if (row.default !== undefined) readValue(row, row.default, report);
      }
    }
    expect(problems).toEqual([]);
  });

  test.each([
    ['consensus protocol=a deadline=soon', 'deadline: expected a number of at least 0 (s), got "soon"'],
    ['total-order protocol=a uniform=yes', 'uniform: expected true or false, got "yes"'],
    ['failure-detector accuracy=good', 'accuracy: expected perpetual, eventual, eventual-weak or none, got "good"'],
    ['eventually gathered=5 before soon', 'before: expected a number of at least 0 (s), got "soon"'],
    ['in-area of=wheels', 'of: expected bodies or centres, got "wheels"'],
    ['network fif=true', "unknown option 'fif'; did you mean 'fifo'?"],
  ])('are checked: %s', async (text, problem) => {
    await expect(readProperty(text, find)).rejects.toThrow(`property ${JSON.stringify(text)}: ${problem}`);
  });

  test('include every accuracy of failure detectors', async () => {
    expect(await readProperty('failure-detector accuracy=eventual-weak', find)).toBeDefined();
  });
});
