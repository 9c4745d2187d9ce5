import { describe, expect, test } from '@jest/globals';
import { ANY_CHARACTER } from '@kineko/tools/kits/any-character';
import fc from 'fast-check';
import type { TraceValue } from '../trace/values.js';
import { contentText, readContent } from './content.js';
import { asColumn, escaped, unescaped } from './one-line.js';

const SEED = 53_710;

describe('contents and their texts', () => {
  test.each<[TraceValue, string]>([
    [null, 'null'],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [-7, '-7'],
    [1_000_000_000_000, '1000000000000'],
    [1e21, '1.0E21'],
    [-0, '-0.0'],
    [0.5, '0.5'],
    [1e-7, '1.0E-7'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
    ['', ''],
    ['two  words ', 'two  words '],
    [[], '[]'],
    [[1, 2.5, -3], '[1,2.5,-3]'],
    [['a', 'b c', null, true], '[a,b c,null,true]'],
    [{ x: 172.6449505651384, y: 157.88363674423255 }, 'Point2D.Double[172.6449505651384, 157.88363674423255]'],
    [{ y: 2, x: 1 }, 'Point2D.Double[1.0, 2.0]'],
    [[{ x: 1, y: 2 }, 'b', { x: -0.5, y: 1e-9 }], '[Point2D.Double[1.0, 2.0],b,Point2D.Double[-0.5, 1.0E-9]]'],
    [{ x: 1, y: 2, z: 3 }, '{"x":1,"y":2,"z":3}'],
    [{ x: '1', y: 2 }, '{"x":"1","y":2}'],
    [[[1], [2]], '[[1],[2]]'],
    [[{ a: 1 }], '[{"a":1}]'],
    [
      { inner: { to: [1], protocol: 'app', type: 'GO', content: null } },
      '{"inner":{"content":null,"protocol":"app","to":[1],"type":"GO"}}',
    ],
    [{ a: NaN, b: '$' }, '{"a":"$NaN","b":"$$"}'],
    // Ambiguous items are written as JSON.
    [['a,b'], '["a,b"]'],
    [['', 'a'], '["","a"]'],
    [['1'], '["1"]'],
    [['null'], '["null"]'],
    [[' a'], '[" a"]'],
    [['[', ']'], '["[","]"]'],
    [['"a"'], '["\\"a\\""]'],
    [['a\nb'], '["a\\nb"]'],
  ])('%j is %s', (value, text) => {
    expect(contentText(value)).toBe(text);
    expect(readContent(text)).toEqual(value);
  });

  test.each<[string, TraceValue]>([
    ['5.0', 5],
    ['1.0E7', 1e7],
    ['-3', -3],
    ['007', '007'],
    ['1e999', '1e999'],
    ['9223372036854775807', '9223372036854775807'],
    ['[a, b]', ['a', 'b']],
    ['[1.0, NaN]', [1, NaN]],
    ['[a,,b]', '[a,,b]'],
    ['[a', '[a'],
    ['[[a]]', '[[a]]'],
    ['{"a": 1 }', { a: 1 }],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['{"a":"$x"}', '{"a":"$x"}'],
    ['{broken', '{broken'],
    ['"quoted"', 'quoted'],
    ['Point2D.Float[1.0, 2]', { x: 1, y: 2 }],
    ['Point2D.Double[1.0; 2.0]', 'Point2D.Double[1.0; 2.0]'],
    ['Point2D.Double[1.0', 'Point2D.Double[1.0'],
    ['Person[3]', 'Person[3]'],
    ['lse.neko.Content@1a2b', 'lse.neko.Content@1a2b'],
    ['NaN', NaN],
    ['nullable', 'nullable'],
  ])('%s, written by another program, is read as %j', (text, value) => {
    expect(readContent(text)).toEqual(value);
  });

  test('deep and long nests of brackets are texts', () => {
    for (const nest of ['['.repeat(100_000), `${'['.repeat(100)}${']'.repeat(100)}`, `[${','.repeat(50_000)}]`]) {
      expect(readContent(nest)).toBe(nest);
    }
  });

  test('objects and lists of any values are read back', () => {
    const text = fc.string({ unit: ANY_CHARACTER, maxLength: 8 });
    const value = fc.letrec<{ value: TraceValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, false),
        fc.double(),
        fc.integer(),
        text,
        fc.constantFrom(' ', ',', '[', ']', '1', 'null', '\u2028', '\u0085', '\\n', 'Point2D.Double[1.0, 2.0]'),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('x', 'y', 'a', '$'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(
        value.filter((each) => typeof each !== 'string'),
        (given) => {
          const printed = contentText(given);
          expect(printed).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          expect(readContent(printed)).toEqual(given);
        },
      ),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe('texts in one line', () => {
  test.each([
    ['a\nb\r\u0007', 'a\\nb\\r\\u0007'],
    ['\u2028 \u2029 \u0085 \u007f \t', '\\u2028 \\u2029 \\u0085 \\u007f \\u0009'],
    ['C:\\dir', 'C:\\dir'],
    ['C:\\new', 'C:\\\\new'],
    ['\\\n', '\\\\\\n'],
    ['\\', '\\'],
    ['\\\\', '\\\\\\'],
    ['\\u0041', '\\\\u0041'],
    ['\ud800x', '\\ud800x'],
    ['né 🤖', 'né 🤖'],
  ])('%j is %s', (text, line) => {
    expect(escaped(text)).toBe(line);
    expect(unescaped(line)).toBe(text);
  });

  test('leaves text without escapes unchanged', () => {
    expect(unescaped('C:\\users \\x \\u12 \\')).toBe('C:\\users \\x \\u12 \\');
  });

  test('any text comes back, from one line', () => {
    const piece = fc.constantFrom('\\', 'n', 'u', '0', '\n', '\r', '\u2028', '\ud800', 'é', ' ', '\\u0041');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.string({ unit: piece })), (text) => {
        expect(escaped(text)).not.toMatch(/[\p{Cc}\u2028\u2029\p{Surrogate}]/u);
        expect(unescaped(escaped(text))).toBe(text);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test.each([
    ['', '_'],
    ['GO TO', 'GO_TO'],
    ['a\tb\nc', 'a_b_c'],
    ['consensus/3', 'consensus/3'],
  ])('the column of %j is %s', (text, column) => {
    expect(asColumn(text)).toBe(column);
  });
});
