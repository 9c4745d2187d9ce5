import { afterAll } from '@jest/globals';

/**
 * Work for tests that mostly wait, for programs that start or for limits of time: when a test takes the outcome of its case, the
 * next cases have been begun. Order and names of the tests stay; no case may depend on another. The first case is alone: it loads
 * modules, and Jest cannot link what two cases import at the same time.
 */
export function overlapping<Case, Outcome>(
  cases: readonly Case[],
  work: (each: Case) => Promise<Outcome>,
  ahead = 2,
): (each: Case) => Promise<Outcome> {
  const begun = new Map<Case, Promise<Outcome>>();
  const begin = (each: Case): Promise<Outcome> => {
    const running = begun.get(each) ?? work(each);
    begun.set(each, running);
    // The test of the case reports it.
    running.catch(() => {});
    return running;
  };
  // With -t, the tests of some cases that were begun are left out.
  afterAll(() => Promise.allSettled(begun.values()));
  return (each) => {
    const index = cases.indexOf(each);
    if (begun.size > 0) for (const next of cases.slice(index, index + 1 + ahead)) void begin(next);
    return begin(each);
  };
}
