import { describe, expect, test } from '@jest/globals';
import { tableNamed, TWO_ROBOT_ALGORITHMS } from '../../format/algorithms.js';
import { containedIn, type Scheduler, schedulerNamed, SCHEDULERS, TWELVE_SCHEDULERS } from '../../format/schedulers.js';
import type { Lights, TableAlgorithm } from '../../format/table.js';
import { classSize, tablesOf } from './enumerate.js';
import { explore, explorePreset } from './explore.js';

const ANY = { isRigid: false, initial: 'any' } as const;

/** Lengths of shortest counterexamples, by scheduler; 0: gathers. */
const LENGTHS = {
  NoMove: [2, 1, 1, 5, 6, 4, 8, 10, 10, 10, 8, 8],
  ToHalf: [2, 0, 2, 6, 6, 4, 8, 10, 10, 10, 8, 8],
  ToOther: [0, 1, 1, 5, 6, 4, 8, 10, 10, 10, 8, 8],
  Vig2Cols: [0, 0, 0, 0, 0, 10, 20, 25, 22, 15, 18, 12],
  Vig3Cols: [0, 0, 0, 0, 0, 0, 0, 0, 35, 10, 28, 8],
  Optimal: [0, 0, 0, 0, 0, 0, 0, 0, 22, 15, 18, 12],
  FloAlgo3Ext: [0, 0, 0, 18, 18, 14, 24, 30, 30, 10, 24, 8],
  FloAlgo3ExtPrime: [0, 0, 6, 18, 18, 14, 24, 30, 30, 10, 24, 8],
  '3ExtNonQss': [0, 2, 2, 10, 0, 8, 16, 20, 20, 10, 16, 8],
  Wada4Ext: [0, 4, 4, 20, 0, 16, 32, 40, 40, 10, 32, 8],
  Wada5Ext: [0, 0, 0, 0, 0, 22, 44, 55, 50, 10, 40, 8],
  Regular6: [0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 8],
  Regular5: [0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 8],
  Regular4: [0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 8],
  TixeuilExtra: [0, 0, 5, 21, 24, 16, 32, 40, 40, 14, 32, 12],
};

describe('all built-in tables under the twelve schedulers', () => {
  const cells = TWO_ROBOT_ALGORITHMS.flatMap((algorithm) =>
    TWELVE_SCHEDULERS.map((scheduler) => ({ algorithm, scheduler, found: explore({ algorithm, scheduler, ...ANY }) })),
  );

  test('verdicts and lengths of shortest counterexamples are the known ones', () => {
    const lengths = TWO_ROBOT_ALGORITHMS.map(({ name }) => [
      name,
      cells
        .filter(({ algorithm }) => algorithm.name === name)
        .map(({ found }) => found.counterexample())
        .map((found) => (found === undefined ? 0 : found.prefix.length + found.loop.length)),
    ]);
    expect(Object.fromEntries(lengths)).toEqual(LENGTHS);
  });

  test('the numbers of states are those of other model checkers', () => {
    const statesOf = (name: string, under: string): number =>
      cells.find(({ algorithm, scheduler }) => algorithm.name === name && scheduler.name === under)!.found.states;
    expect(statesOf('Vig2Cols', 'async')).toBe(944);
    expect(statesOf('Vig2Cols', 'async-regular')).toBe(1110);
    expect(statesOf('Wada5Ext', 'async-safe')).toBe(13_739);
    expect(cells.reduce((sum, { found }) => sum + found.states, 0)).toBe(193_674);
  });

  test.each(TWELVE_SCHEDULERS.map((scheduler) => [scheduler.name, scheduler] as const))(
    'a table that gathers under %s gathers under all schedulers that it contains',
    (_name, scheduler) => {
      const gathering = ({ name }: Scheduler): string[] =>
        cells
          .filter((cell) => cell.scheduler.name === name && cell.found.isGathering)
          .map((cell) => cell.algorithm.name);
      const contained = containedIn(scheduler).filter((each) => TWELVE_SCHEDULERS.includes(each));
      const lost = contained.flatMap((each) => gathering(scheduler).filter((name) => !gathering(each).includes(name)));
      expect(lost).toEqual([]);
    },
  );

  test('schedulers contain each other as the literature has it', () => {
    const names = (name: string): string[] =>
      containedIn(schedulerNamed(name, Error))
        .map((each) => each.name)
        .sort();
    expect(names('ssync')).toEqual(['centralized', 'fsync']);
    expect(names('async-lc-strict')).toEqual(['centralized']);
    expect(names('async-move-atomic')).toEqual(['async-cm-atomic', 'centralized', 'fsync', 'ssync']);
    const all = SCHEDULERS.map((each) => each.name).filter((name) => name !== 'async-safe' && name !== 'round-robin');
    expect(names('async-safe')).toEqual(all.sort());
  });

  test('no verdict depends on rigidity', () => {
    for (const { algorithm, scheduler, found } of cells) {
      const rigid = explore({ algorithm, scheduler, isRigid: true, initial: 'any' });
      expect([algorithm.name, scheduler.name, rigid.isGathering]).toEqual([
        algorithm.name,
        scheduler.name,
        found.isGathering,
      ]);
    }
  });

  test('only Wada4Ext depends on the initial colours, under three schedulers', () => {
    const different = cells.filter(
      ({ algorithm, scheduler, found }) =>
        explore({ algorithm, scheduler, isRigid: false, initial: 'equal' }).isGathering !== found.isGathering,
    );
    expect(different.map(({ algorithm, scheduler }) => `${algorithm.name} ${scheduler.name}`)).toEqual([
      'Wada4Ext fsync',
      'Wada4Ext ssync',
      'Wada4Ext async-lc-atomic',
    ]);
  });
});

test('a bound on foreign looks is between async-lc-atomic and async', () => {
  const verdicts = (name: string): boolean[] =>
    TWO_ROBOT_ALGORITHMS.map(
      (algorithm) => explore({ algorithm, scheduler: schedulerNamed(name, Error), ...ANY }).isGathering,
    );
  const [atomic, bounded, any] = [verdicts('lc-atomic'), verdicts('lc-1-bounded'), verdicts('async')];
  expect(bounded.map((gathers, k) => [gathers && !atomic[k], any[k] && !gathers])).toEqual(
    bounded.map(() => [false, false]),
  );
  expect(bounded[TWO_ROBOT_ALGORITHMS.findIndex(({ name }) => name === 'Wada5Ext')]).toBe(false);
});

test('ToOther gathers if the robots act in turn', () => {
  const roundRobin = { scheduler: schedulerNamed('round-robin', Error), ...ANY };
  expect(explore({ algorithm: tableNamed('ToOther', Error), ...roundRobin }).isGathering).toBe(true);
  expect(explore({ algorithm: tableNamed('ToHalf', Error), ...roundRobin }).isGathering).toBe(false);
});

describe('enumerations', () => {
  const PALETTE = ['black', 'white', 'red', 'yellow'];

  function passing(tables: readonly TableAlgorithm[], initial: 'any' | 'equal'): number[] {
    return SCHEDULERS.slice(0, 8).map(
      (scheduler) =>
        tables.filter((algorithm) => explore({ algorithm, scheduler, isRigid: false, initial }).isGathering).length,
    );
  }

  test.each<[Lights, number, 'any' | 'equal', number, number[]]>([
    ['external', 2, 'any', 18, [7, 5, 0, 0, 1, 0, 0, 0]],
    ['external', 3, 'any', 131, [44, 28, 1, 0, 7, 0, 0, 0]],
    ['external', 3, 'equal', 131, [44, 44, 1, 0, 7, 0, 0, 0]],
    ['internal', 2, 'any', 18, [7, 5, 0, 0, 0, 0, 0, 0]],
    ['internal', 3, 'any', 131, [44, 28, 0, 0, 0, 0, 0, 0]],
    ['full', 2, 'any', 656, [174, 146, 10, 5, 12, 1, 0, 0]],
  ])('%s lights, %i colours, %s initial colours', (lights, colors, initial, count, expectedCounts) => {
    const tables = [...tablesOf(lights, PALETTE.slice(0, colors))];
    expect(tables).toHaveLength(count);
    expect(passing(tables, initial)).toEqual(expectedCounts);
  });

  test('the only table with three external colours that gathers under ssync is FloAlgo3Ext', () => {
    const scheduler = schedulerNamed('ssync', Error);
    const found = [...tablesOf('external', PALETTE.slice(0, 3))].filter(
      (algorithm) => explore({ algorithm, scheduler, ...ANY }).isGathering,
    );
    // FloAlgo3Ext with white for red and red for white.
    expect(found.map(({ rules }) => rules)).toEqual([{ black: 'stay white', white: 'other red', red: 'half black' }]);
  });

  test('two colours do not suffice under async, with rigid moves or with chosen initial colours (Viglietta)', () => {
    const scheduler = schedulerNamed('async', Error);
    for (const algorithm of tablesOf('full', ['black', 'white'])) {
      expect(explore({ algorithm, scheduler, isRigid: true, initial: 'any' }).isGathering).toBe(false);
      expect(explorePreset({ algorithm, scheduler, isRigid: false, initial: 'equal' }).isGathering).toBe(false);
    }
  });

  test('four external colours have 986 tables', () => {
    expect([...tablesOf('external', PALETTE)]).toHaveLength(986);
    expect(classSize('external', 4)).toBe(20_736);
  });
});
