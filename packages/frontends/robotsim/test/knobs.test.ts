import { describe, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import type { Case, Found, Judgement } from '@kineko/lab';
import { robotsimKnobs } from '../src/lab/knobs.js';

const { reductions, mutate, scatter, save } = robotsimKnobs(new Set(['seeds', 'delays', 'places', 'crashes']));

const verdict: Judgement['verdicts'][number] = {
  verdict: 'violated',
  premises: 1,
  score: 3,
  violation: { time: 12.3456, text: 'x', who: [1, 3] },
};

function found(config: Readonly<Record<string, string>>, n = 4, places: Judgement['places'] = []): Found {
  const judgement: Judgement = {
    verdicts: [verdict],
    stoppedBy: 'time',
    end: 100,
    events: 50,
    n,
    sent: 0,
    places,
    config,
  };
  return { case: { settings: new Map(), seed: 5 }, judgement, verdict };
}

function candidates(what: string, of: Found): Record<string, string>[] {
  const reduction = reductions.find((each) => each.what === what)!;
  return [...reduction.candidates(of)].map(({ settings }: Case) => Object.fromEntries(settings));
}

test('the horizon is reduced to just after the violation', () => {
  const times = candidates('horizon', found({ 'simulation.time': '100' })).map((each) => each['simulation.time']);
  expect(times).toEqual(['12.4', '13', '20']);
  expect(candidates('horizon', found({ 'simulation.time': '13' }))).toEqual([{ 'simulation.time': '12.4' }]);
});

test('fewer robots get more time, but no more than the scenario allows', () => {
  const what = 'robots, with another seed';
  expect(candidates(what, found({}))[0]).toMatchObject({ 'simulation.time': '200' });
  const limited = robotsimKnobs(new Set(['delays']), { limit: 60 }).reductions.find((each) => each.what === what)!;
  const times = [...limited.candidates(found({}))].map(({ settings }) => settings.get('simulation.time'));
  expect(new Set(times)).toEqual(new Set(['60']));
});

test('robots of the violation are kept first, and their keys are renumbered', () => {
  const faults = [
    { kind: 'crash', at: 1, process: 3 },
    { kind: 'crash', at: 2, process: 0 },
    {
      kind: 'loss',
      at: 3,
      probability: 1,
      links: {
        pairs: [
          [1, 3],
          [0, 1],
        ],
      },
    },
    { kind: 'spike', at: 3, delay: 1, links: { from: [0, 2] } },
    { kind: 'partition', at: 4, groups: [[0, 1], [2]] },
  ];
  const config = {
    bornpoint1: '1, 1',
    bornpoint2: '2, 2',
    bornpoint3: '3, 3',
    bornpoint4: '4, 4',
    'robot.3.size': '9',
    faults: JSON.stringify(faults),
  };
  const [first] = candidates('robots', found(config));
  expect(first).toEqual({
    bornpoint1: '2, 2',
    bornpoint2: '4, 4',
    bornpoint3: '',
    bornpoint4: '',
    'robot.1.size': '9',
    'robot.3.size': '',
    'process.num': '2',
    faults: JSON.stringify([
      { kind: 'crash', at: 1, process: 1 },
      { kind: 'loss', at: 3, probability: 1, links: { pairs: [[0, 1]] } },
      { kind: 'partition', at: 4, groups: [[0]] },
    ]),
  });
});

test('random positions are made explicit, and rounded', () => {
  const places = [
    { x: 1.25, y: 2, heading: 0 },
    { x: 33.3, y: 4, heading: 0 },
  ];
  expect(candidates('places', found({ 'bornpoint.random': 'true' }, 2, places))).toEqual([
    { 'bornpoint.random': 'false', bornpoint1: '1.25, 2', bornpoint2: '33.3, 4' },
  ]);
  const rounder = candidates('positions', found({ bornpoint1: '133.25, 10' }, 1));
  expect(rounder.map((each) => each['bornpoint1'])).toEqual(['100, 0', '130, 10', '133, 10', '133.3, 10']);
  expect(candidates('positions', found({ bornpoint1: '100, 0' }, 1))).toEqual([]);
});

test('crashes by key, faults and integer parameters are reduced', () => {
  expect(candidates('faults', found({ 'process.1.crash.start': '3', faults: '[{"kind":"heal","at":1}]' }))).toEqual([
    { 'process.1.crash.start': '' },
    { 'process.1.crash.start': '' },
    { faults: '[]' },
  ]);
  const numbers = candidates('numbers', found({ 'parameter.count': '9', 'robot.size': '5', 'Lanes.width': '1' }));
  expect(numbers).toEqual([{ 'parameter.count': '1' }, { 'parameter.count': '4' }, { 'parameter.count': '8' }]);
  expect(candidates('delays', found({ faults: '[{"kind":"spike","at":1.234,"delay":2}]' }))).toEqual([
    { faults: '[{"kind":"spike","at":1,"delay":2}]' },
    { faults: '[{"kind":"spike","at":1.2,"delay":2}]' },
  ]);
});

test('a crash is removed together with its recovery', () => {
  const crash = { kind: 'crash', at: 1, process: 0 };
  const other = { kind: 'crash', at: 2, process: 1 };
  const schedule = [crash, other, { kind: 'recover', at: 3, process: 0 }];
  const keys = { 'process.2.crash.start': '1', 'process.2.crash.stop': '2' };
  const none = { 'process.2.crash.start': '', 'process.2.crash.stop': '' };
  expect(candidates('faults', found({ ...keys, faults: JSON.stringify(schedule) }))).toEqual([
    none,
    none,
    { faults: JSON.stringify([other]) },
    { faults: JSON.stringify([schedule[0], schedule[2]]) },
  ]);
});

test('faults of a search end before a run that its program ends, so that what is under way can happen', () => {
  const first = found({ faults: '[]' });
  const ended: Found = { ...first, judgement: { ...first.judgement, stoppedBy: 'finished' } };
  const lastOf = (of: Found): number => {
    const random = new Random(3).stream('x');
    const cases = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? mutate(of, random) : scatter(of, random)));
    const faults = cases.flatMap(({ settings }) => JSON.parse(settings.get('faults') ?? '[]') as { at: number }[]);
    return Math.max(...faults.map(({ at }) => at));
  };
  expect(lastOf(first)).toBeGreaterThan(90);
  expect(lastOf(ended)).toBeLessThan(60);
});

test('random mutations are repeatable and valid', () => {
  const first = found({ faults: '[]' }, 4, [
    { x: 0, y: 0, heading: 0 },
    { x: 9, y: 9, heading: 0 },
  ]);
  const all = (): Case[] => {
    const random = new Random(3).stream('x');
    return Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? mutate(first, random) : scatter(first, random)));
  };
  expect(all()).toEqual(all());
  expect(new Set(all().map(({ settings, seed }) => JSON.stringify([...settings, seed]))).size).toBeGreaterThan(40);
});

test('a case is saved as its differences from the original', () => {
  const saved = save(
    'lanes.config',
    {
      settings: new Map([
        ['process.num', '2'],
        ['bornpoint3', ''],
      ]),
      seed: 9,
    },
    ['Why'],
  );
  expect(saved).toBe('# Why\n\ninclude = lanes.config\nseed = 9\nprocess.num = 2\nbornpoint3 =\n');
});

describe('messages', () => {
  const WORKLOAD = 'causal-order protocol=fifo-broadcast';
  const CHECKED = 'causal-order protocol=algorithm';

  function keptBy(what: string, property: string, of: Found): (readonly (readonly number[])[])[] {
    const knobs = robotsimKnobs(new Set(['delays']), { property });
    const reduction = knobs.reductions.find((each) => each.what === what)!;
    return [...reduction.candidates(of)].map(({ settings }) => {
      const faults = JSON.parse(settings.get('faults')!) as { kind: string; except?: number[] }[];
      return faults.flatMap(({ kind, except }) => (kind === 'omit' ? [except!] : []));
    });
  }

  function sending(
    counts: readonly number[],
    faults: readonly object[] = [],
    stoppedBy: Judgement['stoppedBy'] = 'time',
  ): Found {
    const of = found({ faults: JSON.stringify(faults) }, counts.length);
    return { ...of, judgement: { ...of.judgement, stoppedBy, programs: { ids: ['algorithm'], counts } } };
  }

  test('of a workload, any may be omitted', () => {
    expect(keptBy('messages', WORKLOAD, sending([2, 1]))).toEqual([
      [[], [1]],
      [[1, 2], []],
      [[2], [1]],
      [[1], [1]],
      [[1, 2], []],
    ]);
    expect(keptBy('messages', WORKLOAD, sending([2, 1], [], 'empty'))).toHaveLength(5);
  });

  test('those that are omitted stay omitted, and other faults stay', () => {
    const spike = { kind: 'spike', at: 1, delay: 2 };
    const omit = { kind: 'omit', at: 0, process: 0, except: [2, 5] };
    const of = sending([5, 0], [omit, spike]);
    expect(keptBy('messages', WORKLOAD, of)).toEqual([
      [[5], []],
      [[2], []],
    ]);
    const [first] = robotsimKnobs(new Set(), { property: WORKLOAD })
      .reductions.find(({ what }) => what === 'messages')!
      .candidates(of);
    expect(first!.settings.get('faults')).toContain(JSON.stringify(spike));
    // A fault is taken away, an omission is not: that would bring messages back.
    expect(candidates('faults', of)).toEqual([{ faults: JSON.stringify([omit]) }]);
  });

  test('of a checked application, only the last may be omitted, and only before the run has ended', () => {
    expect(keptBy('messages', CHECKED, sending([4, 1]))).toEqual([
      [[1, 2], []],
      [[], [1]],
      [[1, 2], [1]],
      [[1, 2, 3], [1]],
      [[1, 2, 3, 4], []],
    ]);
    expect(keptBy('messages', CHECKED, sending([4, 1], [], 'empty'))).toEqual([]);
    // The delay is what it is about; a silent process must not take its place.
    expect(keptBy('messages', CHECKED, sending([4, 1], [{ kind: 'spike', at: 1, delay: 2 }]))).toEqual([]);
  });

  test('are not omitted for properties of robots, or if nothing is known of messages', () => {
    expect(keptBy('messages', 'no-collision', sending([2, 1]))).toEqual([]);
    expect(keptBy('messages', WORKLOAD, found({}))).toEqual([]);
    expect(keptBy('messages', WORKLOAD, sending([0, 0]))).toEqual([]);
  });

  test('the first few messages are tried with other seeds, the fewest first', () => {
    const kept = keptBy('messages, with another seed', WORKLOAD, sending([3, 1]));
    expect([kept[0], kept.at(-1)]).toEqual([
      [[1], []],
      [[1, 2, 3], []],
    ]);
    expect(new Set(kept.map((each) => JSON.stringify(each))).size).toBe(6);
  });
});

test.each<[string, Record<string, string>, number]>([
  ['no other crash', {}, 2],
  ['a crash by key', { 'process.4.crash.start': '5' }, 1],
  [
    'crashes by key, of which one process recovers',
    { 'process.3.crash.stop': '9', 'process.3.crash.start': '5', 'process.4.crash.start': '12' },
    1,
  ],
  ['two crashes by key', { 'process.3.crash.start': '5', 'process.4.crash.start': '5' }, 0],
])('a search adds no crashes beyond a minority of five processes: %s', (_, config, most) => {
  const { scatter, mutate } = robotsimKnobs(new Set(['crashes']));
  const random = new Random(1).stream('search');
  const numbers = Array.from({ length: 200 }, (__, i) => {
    const { settings } = (i % 2 === 0 ? scatter : mutate)(found(config, 5), random);
    const faults = JSON.parse(settings.get('faults') ?? '[]') as { readonly kind: string; readonly process: number }[];
    return faults.filter(({ kind, process }) => kind === 'crash' && process !== 3).length;
  });
  expect(Math.max(...numbers)).toBe(most);
});
