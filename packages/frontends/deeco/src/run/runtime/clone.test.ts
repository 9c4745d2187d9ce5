import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Action } from '../environment/action.js';
import { Coordinates } from '../environment/coordinates.js';
import { CLONE, deepClone } from './clone.js';

describe('copies of knowledge', () => {
  test('equal the original, and share nothing with it', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withSet: true, withTypedArray: true }), (value) => {
        const copy = deepClone(value);
        expect(copy).toEqual(value);
        expect(Object.is(copy, value)).toBe(typeof value !== 'object' || value === null);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('keep their classes', () => {
    const action = deepClone(new Action(0.5, 0));
    expect(action).toBeInstanceOf(Action);
    expect(action).toMatchObject({ type: 'MOVE', speed: 0.5 });
  });

  test('are deep, and keep shared and circular references', () => {
    const inner = { list: [1, 2] };
    const outer = { one: inner, two: inner, self: undefined as unknown };
    outer.self = outer;
    const copy = deepClone(outer);
    copy.one.list.push(3);
    expect(inner.list).toEqual([1, 2]);
    expect(copy.two).toBe(copy.one);
    expect(copy.self).toBe(copy);
  });

  test('are not made of immutable values', () => {
    const place = new Coordinates(1, 2, 3);
    expect(deepClone({ place }).place).toBe(place);
  });

  test('are made by the CLONE method of a class', () => {
    class Secret {
      readonly #value: number;

      constructor(value: number) {
        this.#value = value;
      }

      get value(): number {
        return this.#value;
      }

      [CLONE](): Secret {
        return new Secret(this.#value + 1);
      }
    }
    expect(deepClone([new Secret(1)])[0]!.value).toBe(2);
  });

  test('treat __proto__ like any other name', () => {
    const hostile = JSON.parse('{"__proto__": {"isAdmin": true}}') as object;
    expect(Object.getPrototypeOf(deepClone(hostile))).toBe(Object.prototype);
  });
});
