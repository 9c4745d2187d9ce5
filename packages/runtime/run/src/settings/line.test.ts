import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapedItem, escapedText, splitItems, unescaped } from './line.js';

const texts = (line: string): string[] => splitItems(line).map(({ text }) => text);

describe('the items of a line', () => {
  test('a comma ends an item, and blanks around it are skipped', () => {
    expect(texts('a, b ,c')).toEqual(['a', 'b', 'c']);
  });

  test('an escaped comma is part of its item, and an escaped backslash is one', () => {
    expect(texts(String.raw`a\,b, c\\, d\\\,e`)).toEqual(['a,b', 'c\\', 'd\\,e']);
  });

  test('keeps a backslash before other characters', () => {
    expect(texts(String.raw`C:\logs\run.log`)).toEqual([String.raw`C:\logs\run.log`]);
  });

  test('a blank line has no items, and empty items between commas are kept', () => {
    expect(texts('  ')).toEqual([]);
    expect(texts('a,,b,')).toEqual(['a', '', 'b', '']);
  });

  test('each item knows its offset', () => {
    expect(splitItems('ab,  c').map(({ offset }) => offset)).toEqual([0, 5]);
  });

  test('any items can be written and read back', () => {
    const item = fc.string().map((text) => text.trim());
    fc.assert(
      fc.property(
        fc.array(
          item.filter((text) => text !== ''),
          { minLength: 1 },
        ),
        (items) => {
          expect(texts(items.map(escapedItem).join(', '))).toEqual(items);
          expect(unescaped(escapedText(items[0]!))).toBe(items[0]);
        },
      ),
      { seed: 1 },
    );
  });
});
