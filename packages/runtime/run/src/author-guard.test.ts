import { describe, expect, test } from '@jest/globals';
import { AuthorGuard } from '@kineko/run';
import { type AuthorGuardOptions, UnrepeatableError } from './author-guard.js';

/** A guard for which this file is the author's. */
function guardOf(options: Partial<AuthorGuardOptions> = {}) {
  const reports: string[] = [];
  const guard = new AuthorGuard({
    placeOf: (stack) => (stack.includes('author-guard.test') ? 'own.ts:3:5' : undefined),
    report: (text) => void reports.push(text),
    ...options,
  });
  return { guard, reports };
}

const always = (): boolean => true;

describe('a call that makes a run unrepeatable', () => {
  test.each<[string, () => unknown]>([
    ['Math.random()', () => Math.random()],
    ['Date.now()', () => Date.now()],
    ['new Date()', () => new Date()],
    ['performance.now()', () => performance.now()],
  ])('is reported once, with its place: %s', async (name, call) => {
    const { guard, reports } = guardOf();
    const results = await guard.during(always, async () => [call(), call(), call()]);
    expect(reports).toEqual([expect.stringContaining(`own.ts:3:5: ${name} makes the run unrepeatable: use `)]);
    expect(results.every((result) => result instanceof Date || typeof result === 'number')).toBe(true);
  });

  test('is reported once by a guard of many runs', async () => {
    const { guard, reports } = guardOf();
    for (let run = 0; run < 3; run++) await guard.during(always, async () => Math.random());
    expect(reports).toHaveLength(1);
  });

  test('is not reported outside the run, or in code of others', async () => {
    const { guard, reports } = guardOf();
    await guard.during(
      () => false,
      async () => Math.random(),
    );
    const others = guardOf({ placeOf: () => undefined });
    await others.guard.during(always, async () => Math.random());
    expect([...reports, ...others.reports]).toEqual([]);
  });

  test("is an error of a strict guard, even if the author's code catches it", async () => {
    const { guard, reports } = guardOf({ strict: true });
    const careless = async (): Promise<void> => {
      try {
        Math.random();
      } catch {
        // The author takes no notice.
      }
    };
    for (const code of [async () => void Math.random(), careless]) {
      await expect(guard.during(always, code)).rejects.toThrow(UnrepeatableError);
    }
    expect(reports).toEqual([]);
  });

  test('is restored afterwards, also after a failure', async () => {
    const before = [Math.random, Date.now, Date, performance.now];
    const { guard } = guardOf();
    await guard.during(always, async () =>
      guardOf().guard.during(always, async () => expect(Date).not.toBe(before[2])),
    );
    await expect(
      guard.during(always, async () => {
        throw new Error('splash');
      }),
    ).rejects.toThrow('splash');
    expect([Math.random, Date.now, Date, performance.now]).toEqual(before);
  });

  test('leaves dates unchanged', async () => {
    const { guard, reports } = guardOf();
    await guard.during(always, async () => {
      const date = new Date(5);
      expect([date instanceof Date, date.getTime(), Date.UTC(1970), Object.getPrototypeOf(date)]).toEqual([
        true,
        5,
        0,
        Date.prototype,
      ]);
    });
    expect(reports).toEqual([]);
  });
});
