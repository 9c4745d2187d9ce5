import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { decode, encode } from './wire.js';

describe('a message as a line', () => {
  test('is read back unchanged', () => {
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.double(),
        fc.constantFrom(-0, NaN, Infinity, -Infinity, undefined, null, true, '$', '{"$":1}'),
        fc.string(),
        fc.array(tie('value')),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', 'toString')), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(value, (content) => {
        const line = encode({ content });
        expect(line).not.toContain('\n');
        expect(decode(line)).toStrictEqual({ content: withoutPrototypes(content) });
      }),
      { seed: 19, numRuns: 500 },
    );
  });

  test.each([
    ['no JSON', 'hello', /expected a line of JSON/],
    ['no object', '[1]', /expected an object/],
    ['an unknown word', '{"x":{"$":"zero"}}', /unknown word "zero"/],
    ['more levels than a message has', `{"x":${'['.repeat(500)}{"$":"NaN"}${']'.repeat(500)}}`, /levels of nesting/],
  ])('is refused if it is %s', (_name, line, why) => {
    expect(() => decode(line)).toThrow(why);
  });

  test('changes no prototype', () => {
    const { x } = decode('{"x":{"__proto__":{"polluted":1},"$":{"__proto__":{"polluted":1}}}}') as { x: object };
    expect('polluted' in x).toBe(false);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

/** Objects of fast-check may have no prototype. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPrototypes(item)]));
}
