import { describe, expect, test } from '@jest/globals';

function failureOf(action: () => void): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a failure');
}

describe('an expectation', () => {
  test.each<[string, () => void]>([
    ['toBe', () => expect(0).toBe(-0)],
    ['toEqual', () => expect(new Error('a')).toEqual(new Error('b'))],
    ['toEqual', () => expect(new Map([[1, { a: 1 }]])).toEqual(new Map([[1, { a: 2 }]]))],
    ['toEqual', () => expect(new Uint8Array([1, 2])).toEqual(new Uint8Array([1, 3]))],
    ['toBeLessThan', () => expect(2).toBeLessThan(NaN)],
    ['toBeLessThanOrEqual', () => expect(2).toBeLessThanOrEqual(1)],
    ['toBeGreaterThan', () => expect('2' as unknown as number).toBeGreaterThan(1)],
    ['toBeGreaterThanOrEqual', () => expect(1).toBeGreaterThanOrEqual(2)],
    ['toBeCloseTo', () => expect(1.006).toBeCloseTo(1)],
    ['toBeCloseTo', () => expect(1.004).toBeCloseTo(1, 3)],
    ['toBeDefined', () => expect(undefined).toBeDefined()],
    ['toBeUndefined', () => expect(null).toBeUndefined()],
  ])('that is not met fails like in Jest, at the line of the test: %s', (name, action) => {
    const { message, stack } = failureOf(action);
    // eslint-disable-next-line no-control-regex -- colours
    expect(message.replaceAll(/\u001B\[\d+m/g, '')).toContain(`expect(received).${name}(`);
    expect(stack!.split('\n').find((line) => /^\s+at /.test(line))).toContain('expect.test.ts');
  });

  test('that is met counts', () => {
    const before = expect.getState().assertionCalls;
    expect(1).toBe(1);
    expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, { b: 2 }], c: undefined });
    expect(1n).toBeLessThan(2n);
    expect(1.004).toBeCloseTo(1);
    expect(1.0004).toBeCloseTo(1, 3);
    expect(null).toBeDefined();
    expect(undefined).toBeUndefined();
    expect(1).not.toBe(2);
    expect(expect.getState().assertionCalls).toBe(before + 8);
  });

  test('has asymmetric matchers and promises', async () => {
    expect({ a: 1, b: 'x' }).toEqual({ a: expect.any(Number), b: expect.stringMatching(/x/) });
    await expect(Promise.resolve(1)).resolves.toBe(1);
    await expect(Promise.reject(new Error('no'))).rejects.toThrow('no');
  });
});
