/** All plans of the test data, against the results of an independent exact program. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { auditOf, DATA, planOf, settingsOf } from './kit.js';

interface Expected extends Readonly<Record<string, unknown>> {
  readonly leastDistance: {
    readonly squaredExact: string | null;
    readonly distance: number;
    readonly criticalRadius: number;
    readonly pairsAtIt: number;
    readonly firstPair: readonly number[];
    readonly firstTime: number;
    readonly placeOfLower: readonly number[];
    readonly placeOfHigher: readonly number[];
  };
  readonly atRadius: readonly {
    readonly radius: number;
    readonly contacts: number;
    readonly pairs: number;
    readonly pairsThatOnlyGraze: number | null;
    readonly first?: { readonly time: number; readonly pair: readonly number[] };
    readonly deepest?: { readonly overlap: number };
    readonly list: readonly (readonly number[])[];
  }[];
}

const expectedOf = JSON.parse(readFileSync(`${DATA}expected.json`, 'utf8')) as Readonly<Record<string, Expected>>;

/** Facts that both programs report under the same name. */
const SAME = ['agents', 'steps', 'moves', 'turns', 'vertexConflicts', 'edgeConflicts', 'follows', 'jumps'];
const COSTS = ['stepsOnObstacleOrOutside', 'sumOfCosts', 'makespan', 'sumOfEnds', 'waits', 'events'];

const cases = Object.entries(expectedOf).flatMap(([file, facts]) =>
  facts.atRadius.map((at) => ({ file, facts, at, radius: at.radius })),
);

describe.each(cases)('$file at radius $radius', ({ file, facts, at, radius }) => {
  test('has the expected contacts, distances, conflicts and costs', async () => {
    const found = await auditOf(await planOf(file, { ...settingsOf(file), 'plan.radius': String(radius) }));
    const { leastDistance: least } = facts;
    const stated = [...SAME, ...COSTS].filter((name) => name in facts);
    for (const name of stated) expect([name, found[name]]).toEqual([name, facts[name]]);
    expect(found).toMatchObject({
      contacts: at.contacts,
      pairs: at.pairs,
      ...(at.pairsThatOnlyGraze !== null && { grazes: at.pairsThatOnlyGraze }),
      leastDistance: least.distance,
      leastDistanceSquared: least.squaredExact,
      leastDistanceAt: { pair: least.firstPair, pairs: least.pairsAtIt },
      criticalRadius: least.criticalRadius,
    });
    const { time, places } = found['leastDistanceAt'] as { time: number; places: number[][] };
    expectNear([time, ...places.flat()], [least.firstTime, ...least.placeOfLower, ...least.placeOfHigher]);
    expect((found['first'] as { pair: number[] } | undefined)?.pair).toEqual(at.first?.pair);
    const deepest = found['deepest'] as { overlap: number } | undefined;
    expect(deepest?.overlap).toBe(at.deepest?.overlap);
    expect(found.list).toHaveLength(at.contacts);
    for (const [k, [entry, low, high, exit, distance, leastTime]] of at.list.entries()) {
      const contact = found.list[k]!;
      expect(contact.pair).toEqual([low, high]);
      const times = [contact.entry, contact.exit, contact.leastDistance, contact.leastTime];
      expectNear(times, [entry!, exit!, distance!, leastTime!]);
    }
    const isClean = at.contacts === 0 && facts['vertexConflicts'] !== 1 && facts['edgeConflicts'] !== 1;
    expect(found.isClean).toBe(isClean);
  });
});

/** Within some last digits of each number. */
function expectNear(found: readonly number[], wanted: readonly number[]): void {
  for (const [k, value] of wanted.entries()) {
    expect(Math.abs(found[k]! - value)).toBeLessThanOrEqual(4 * Number.EPSILON * Math.max(Math.abs(value), 1));
  }
}

test('the League’s events are compared with the places of agents', async () => {
  const found = await auditOf(await planOf('lorr/random_32_32_20_100.output.json', settingsOf('lorr/')));
  expect(found).toMatchObject({ events: 984, eventsWhereAgentStandsOnErrand: 984, tasksFinished: 459 });
});

test('goals of a scenario are counted', async () => {
  const found = await auditOf(await planOf('own/warren-24.paths.txt', settingsOf('own/')));
  expect(found['goals']).toEqual({ reached: 56, of: 56 });
  const smart = await auditOf(await planOf('smart/example_paths_xy.txt', settingsOf('smart/')));
  expect(smart['goals']).toEqual({ reached: 50, of: 50 });
});
