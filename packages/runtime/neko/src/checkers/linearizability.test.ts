import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { note, PROTOCOL, stream, verdictOf } from '../../test/record-stream.js';
import { findLinearization, type HistoryOperation, linearizability } from './linearizability.js';
import { type ModelName, MODELS } from './linearizability-models.js';

const invoke = (process: number, operation: string, call: string, value?: string, object?: string) =>
  note(process, 'invoke', {
    operation,
    call,
    ...(value === undefined ? {} : { value }),
    ...(object === undefined ? {} : { object }),
  });
const respond = (process: number, operation: string, result: string | null = null) =>
  note(process, 'respond', { operation, result });
const check = (model: ModelName, ...records: ReturnType<typeof note>[]): string =>
  verdictOf(linearizability({ protocol: PROTOCOL, model }), stream(...records));

describe('linearizability', () => {
  test('holds for a read during a write, of either value', () => {
    for (const result of [null, 'x']) {
      const records = [invoke(0, 'a', 'write', 'x'), invoke(1, 'b', 'read'), respond(1, 'b', result), respond(0, 'a')];
      expect(check('register', ...records)).toBe('holds 2');
    }
  });

  test('catches a read of the old value after the write', () => {
    expect(
      check('register', invoke(0, 'a', 'write', 'x'), respond(0, 'a'), invoke(1, 'b', 'read'), respond(1, 'b', null)),
    ).toBe('violated 2\nno order of the operations explains that p1 got null from read (t = 2 to 3)');
  });

  test('finds the last one of thirty writes at once', () => {
    const after = (count: number, first: string, second: string): string => {
      const ids = Array.from({ length: count }, (_, k) => `w${k}`);
      const writes = [...ids.map((id) => invoke(0, id, 'write', id)), ...ids.map((id) => respond(0, id))];
      const reads = [first, second].flatMap((value, k) => [invoke(1, `r${k}`, 'read'), respond(1, `r${k}`, value)]);
      return check('register', ...writes, ...reads);
    };
    expect(after(30, 'w0', 'w0')).toBe('holds 32');
    expect(after(10, 'w0', 'w7')).toMatch(/^violated 12\nno order of the operations /);
  });

  test('lets an operation without a response take effect, or not', () => {
    const write = invoke(0, 'a', 'write', 'x');
    expect(check('register', write, invoke(1, 'b', 'read'), respond(1, 'b', 'x'))).toBe('holds 1');
    expect(check('register', write, invoke(1, 'b', 'read'), respond(1, 'b', null))).toBe('holds 1');
  });

  test('catches a value that disappears again', () => {
    const records = [
      invoke(0, 'a', 'write', 'x'),
      invoke(1, 'b', 'read'),
      respond(1, 'b', 'x'),
      invoke(1, 'c', 'read'),
      respond(1, 'c', null),
    ];
    expect(check('register', ...records)).toContain('violated');
  });

  test('treats objects separately', () => {
    const records = [
      invoke(0, 'a', 'write', 'x', 'left'),
      respond(0, 'a'),
      invoke(1, 'b', 'read', undefined, 'right'),
      respond(1, 'b', null),
    ];
    expect(check('register', ...records)).toBe('holds 2');
  });

  test('a swap returns the value before', () => {
    const swaps = (one: string | null, two: string | null): string =>
      check(
        'register',
        invoke(0, 'a', 'swap', 'x'),
        invoke(1, 'b', 'swap', 'y'),
        respond(0, 'a', one),
        respond(1, 'b', two),
      );
    expect(swaps(null, 'x')).toBe('holds 2');
    expect(swaps('y', null)).toBe('holds 2');
    expect(swaps(null, null)).toContain('violated');
  });

  test('a queue is first in, first out', () => {
    const filled = [
      invoke(0, 'a', 'enqueue', 'x'),
      respond(0, 'a'),
      invoke(0, 'b', 'enqueue', 'y'),
      respond(0, 'b'),
      invoke(1, 'c', 'dequeue'),
    ];
    expect(check('queue', ...filled, respond(1, 'c', 'x'))).toBe('holds 3');
    expect(check('queue', ...filled, respond(1, 'c', 'y'))).toContain('p1 got "y" from dequeue');
    expect(check('queue', ...filled, respond(1, 'c', null))).toContain('violated');
  });

  test('a lock has one holder', () => {
    const first = [invoke(0, 'a', 'acquire'), respond(0, 'a'), invoke(1, 'b', 'acquire')];
    expect(check('lock', ...first)).toBe('holds 1');
    expect(check('lock', ...first, respond(1, 'b'))).toContain('violated');
    expect(check('lock', ...first, invoke(0, 'c', 'release'), respond(1, 'b'), respond(0, 'c'))).toBe('holds 3');
    expect(check('lock', invoke(1, 'a', 'release'), respond(1, 'a'))).toContain('violated');
  });

  test('reports records that are no history', () => {
    expect(check('register', respond(0, 'a'))).toContain('a response of a at t = 0, which was not invoked');
    expect(check('register', invoke(0, 'a', 'read'), invoke(0, 'a', 'read'))).toContain('for the second time');
    expect(check('register', invoke(0, 'a', 'read'), respond(0, 'a'), respond(0, 'a'))).toContain('second time');
    expect(check('queue', invoke(0, 'a', 'read'))).toContain('the calls of a queue are enqueue, dequeue');
    expect(check('register')).toBe('unknown 0');
  });
});

/** All orders of the operations, those without a response included or not. */
function bruteForce(history: readonly HistoryOperation[], model: ModelName): boolean {
  const { initial, apply } = MODELS[model];
  const search = (left: readonly HistoryOperation[], state: string): boolean => {
    if (left.every(({ respondedAt }) => respondedAt === Infinity)) return true;
    return left.some((next) => {
      if (left.some((other) => other.respondedAt < next.invokedAt)) return false;
      const after = apply(state, next);
      return (
        after !== undefined &&
        search(
          left.filter((other) => other !== next),
          after,
        )
      );
    });
  };
  return search(history, initial);
}

describe('agrees with all orders', () => {
  const value = fc.constantFrom('x', 'y', null);
  const times = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 6 }), fc.boolean());
  const historyOf = (model: ModelName) =>
    fc
      .array(fc.tuple(fc.constantFrom(...MODELS[model].calls), fc.integer({ min: 0, max: 2 }), value, value, times), {
        maxLength: 6,
      })
      .map((rows) =>
        rows.map(([call, process, given, got, [start, length, isPending]], index): HistoryOperation => ({
          call,
          process,
          value: given,
          result: isPending && index % 3 === 0 ? undefined : { value: got },
          // Distinct times, as in the order of a run.
          invokedAt: 20 * start + index,
          respondedAt: isPending && index % 3 === 0 ? Infinity : 20 * (start + length) + 10 + index,
        })),
      );

  test.each(['register', 'queue', 'lock'] as const)('%s', (model) => {
    let valid = 0;
    fc.assert(
      fc.property(historyOf(model), (history) => {
        const isValid = bruteForce(history, model);
        if (isValid) valid++;
        expect(findLinearization(history, MODELS[model]) === undefined).toBe(isValid);
      }),
      { numRuns: 400, seed: 1 },
    );
    // Both verdicts occur often.
    expect(valid).toBeGreaterThan(40);
    expect(valid).toBeLessThan(360);
  });
});
