/**
 * Jest's `expect`, which is called only for rare matchers and for expectations that are not met. It makes about four hundred
 * functions and a stack trace for every expectation: in tests of properties, this took longer than the properties.
 */
export function quickExpect(expect) {
  const equal = equalityOf(expect);
  const areNumbers = (a, b) => typeof a === 'number' && typeof b === 'number';
  const isMet = {
    toBe: Object.is,
    toEqual: equal,
    toBeLessThan: (a, b) => areNumbers(a, b) && a < b,
    toBeLessThanOrEqual: (a, b) => areNumbers(a, b) && a <= b,
    toBeGreaterThan: (a, b) => areNumbers(a, b) && a > b,
    toBeGreaterThanOrEqual: (a, b) => areNumbers(a, b) && a >= b,
    toBeCloseTo: (a, b, digits) => areNumbers(a, b) && Math.abs(a - b) < 10 ** -(digits ?? 2) / 2,
    toBeDefined: (a) => a !== undefined,
    toBeUndefined: (a) => a === undefined,
  };
  class Expectation {
    constructor(actual) {
      this.actual = actual;
    }
  }
  for (const name of Object.keys(expect(undefined))) {
    const quick = isMet[name];
    const matcher = function matcher(...given) {
      // More values than the matcher takes are left to Jest, which refuses them.
      if (given.length < quick.length && quick(this.actual, ...given)) {
        const state = expect.getState();
        state.assertionCalls++;
        state.numPassingAsserts++;
        return;
      }
      try {
        expect(this.actual)[name](...given);
      } catch (error) {
        // The topmost line is that of the test, as for Jest's matchers.
        Error.captureStackTrace(error, matcher);
        throw error;
      }
    };
    Object.defineProperty(
      Expectation.prototype,
      name,
      quick === undefined
        ? {
            get() {
              return expect(this.actual)[name];
            },
          }
        : { value: matcher },
    );
  }
  const quickly = (...args) => (args.length > 1 ? expect(...args) : new Expectation(args[0]));
  return Object.assign(quickly, expect);
}

/** The comparison of `toEqual`. It is that of the suite's global object, by which errors and others are recognized. */
function equalityOf(expect) {
  let equality;
  expect.extend({
    toLendItsEquality() {
      const { equals, utils } = this;
      equality = (a, b) => equals(a, b, [utils.iterableEquality]);
      return { pass: true, message: () => '' };
    },
  });
  expect(undefined).toLendItsEquality();
  return equality;
}
