import { describe, expect, test } from '@jest/globals';
import { describePlace } from '@kineko/formats/problem';
import { itemsOf, type RawEntry } from '@kineko/run/settings';
import { readProperties } from './properties.js';

function read(text: string): { entries: RawEntry[]; problems: string[] } {
  const problems: string[] = [];
  const entries = readProperties(text, 'x.config', (place, what) => problems.push(`${describePlace(place)}: ${what}`));
  return { entries, problems };
}

/** Keys with their items. */
function values(text: string): Record<string, string[]> {
  const { entries, problems } = read(text);
  expect(problems).toEqual([]);
  return Object.fromEntries(
    entries.map(({ key, value }) => [key, itemsOf(value)!.map((item) => (item.kind === 'scalar' ? item.text : '?'))]),
  );
}

describe('properties', () => {
  test('a key is the text before the first equals sign', () => {
    expect(values('a=1\n  b.c  =  x = y : z  \r\nd=\r')).toEqual({ a: ['1'], 'b.c': ['x = y : z'], d: [] });
  });

  test('skips comments and empty lines; a number sign elsewhere is text', () => {
    expect(values('# a = 1\n\n   # b = 2\nc = 3 # 4')).toEqual({ c: ['3 # 4'] });
  });

  test('a backslash at the end continues the line, across comments too', () => {
    expect(values('a = 1, \\\n   2, \\\n# no\n3\nb = x\\\\\nc = y')).toEqual({
      a: ['1', '2', '3'],
      b: ['x\\'],
      c: ['y'],
    });
  });

  test('a file may end with a continued line', () => {
    expect(values('a = 1, \\')).toEqual({ a: ['1', ''] });
  });

  test('a repeated key extends the list', () => {
    expect(values('slave = a, b\nx = 1\nslave = c')).toEqual({ slave: ['a', 'b', 'c'], x: ['1'] });
  });

  test('reports lines without an equals sign or a key with their places, and reads the others', () => {
    const { entries, problems } = read('a = 1\n  what is this\n= 5\nb = 2');
    expect(entries.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(problems).toEqual([
      'x.config:2:3: expected key = value, got "what is this"',
      'x.config:3:1: expected key = value, got "= 5"',
    ]);
  });

  test('every key, value and item has its place', () => {
    const { entries } = read('  a = 1\nlist = x, \\\n   yy, \\\n zz');
    expect(entries.map(({ place, value }) => [describePlace(place), describePlace(value.place)])).toEqual([
      ['x.config:1:3', 'x.config:1:7'],
      ['x.config:2:1', 'x.config:2:8'],
    ]);
    expect(itemsOf(entries[1]!.value)!.map(({ place }) => describePlace(place))).toEqual([
      'x.config:2:8',
      'x.config:3:4',
      'x.config:4:2',
    ]);
  });
});
