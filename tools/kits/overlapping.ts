import { afterAll } from '@jest/globals';

/**
 * Overlaps the cases of tests that mostly wait, for programs or for time limits: when a test takes the outcome of its case,
 * the next cases have already been started. The order and names of the tests stay the same; cases must not depend on each
 * other. The first case runs alone, because it loads modules, and Jest cannot link modules that two cases import at the same
 * time.
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
    // The test of the case reports the error.
    running.catch(() => {});
    return running;
  };
  // With -t, some of the started cases have no test.
  afterAll(() => Promise.allSettled(begun.values()));
  return (each) => {
    const index = cases.indexOf(each);
    if (begun.size > 0) for (const next of cases.slice(index, index + 1 + ahead)) void begin(next);
    return begin(each);
  };
}
