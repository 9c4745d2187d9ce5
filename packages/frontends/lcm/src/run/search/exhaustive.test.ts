import { describe, expect, test } from '@jest/globals';
import type { ScheduleSearch } from '@kineko/run';
import { type LcmContext, lcmScenario, type Point, type Values } from '../../../test/lcm-runs.js';
import { pointDistance } from '@kineko/geometry';
import { readSchedule } from '../../format/schedule-file.js';
import { LookComputeMove } from '../look-compute-move.js';
import { midpoint, ORIGIN } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';

async function searched(
  places: readonly Point[],
  values: Values,
  context?: LcmContext,
  maxStates = 2000,
): Promise<ScheduleSearch> {
  const all = { 'process.num': places.length, 'lcm.multiplicity': 'strong', ...values };
  const run = await (await lcmScenario(places, all, context)).open({ seed: 1 });
  const search = run.searchSchedules!('gathered-at-point', maxStates)!;
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

const TOWERS: readonly Point[] = [
  [0, 0],
  [0, 0],
  [1, 0],
  [1, 0],
];

describe('GatherByMajority under ssync', () => {
  const values = { algorithm: 'GatherByMajority' };

  test('is kept apart forever from two towers of equal height, with a schedule that can be played', async () => {
    const found = await searched(TOWERS, values);
    expect(found).toMatchObject({ verdict: 'violated', text: expect.stringContaining('apart forever') });
    expect(found.model).toMatch(/ssync; all activations; weak fairness; rigid; .*exact$/);
    const schedule = await readSchedule(found.schedule!, 'x.yaml', 'x');
    expect(schedule).toMatchObject({ algorithm: 'GatherByMajority', prefix: [] });
    expect([...schedule.settings!]).toEqual([['lcm.multiplicity', 'strong']]);
    expect(schedule.loop.length).toBeLessThanOrEqual(4);
  });

  test.each<[string, readonly Point[]]>([
    [
      'a line',
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [4, 0],
      ],
    ],
    [
      'a square',
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    ],
    [
      'towers of different height',
      [
        [0, 0],
        [0, 0],
        [1, 0],
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'an isosceles triangle',
      [
        [0, 0],
        [2, 0],
        [1, 3],
      ],
    ],
  ])('gathers from %s', async (_name, places) => {
    expect(await searched(places, values)).toMatchObject({ verdict: 'holds' });
  });
});

test('the centre of the circle fails for a schedule that activates robots one by one', async () => {
  expect(
    await searched(
      [
        [0, 0],
        [1, 0],
        [0.5, 1],
      ],
      { algorithm: 'CentreOfSec', 'lcm.scheduler': 'fsync' },
    ),
  ).toMatchObject({ verdict: 'holds' });
  const found = await searched(
    [
      [0, 0],
      [1, 0],
    ],
    { algorithm: 'CentreOfSec' },
  );
  expect(found).toMatchObject({ verdict: 'violated' });
});

test('robots that converge without a loop are undecided', async () => {
  const found = await searched(
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    { algorithm: 'GoToCentreOfGravity' },
    undefined,
    100,
  );
  expect(found).toMatchObject({ verdict: 'undecided', text: expect.stringMatching(/^not gathered after \d+ rounds/) });
  expect(found.model).toContain('rounded');
});

test.each([0.001, 1e-12])('configurations are not scaled if decisions depend on lengths (%d m)', async (near) => {
  /** Half way to the other robot, and all the way if it is near. */
  class Careful extends LookComputeMove {
    protected override compute({ others: [other] }: Snapshot): Decision {
      if (other === undefined) return {};
      return { destination: pointDistance(ORIGIN, other) < near ? other : midpoint(ORIGIN, other) };
    }
  }
  const places: readonly Point[] = [
    [0, 0],
    [1, 0],
  ];
  const values = { algorithm: './careful.ts', 'lcm.scheduler': 'centralized' };
  const context = { modules: { 'careful.ts': { Careful } } };
  expect(await searched(places, { ...values, 'lcm.unit': 'common' }, context)).toMatchObject({ verdict: 'holds' });
  // With units of their own, that is any length.
  expect(await searched(places, values, context)).toMatchObject({ verdict: 'undecided' });
  expect(await searched(places, { algorithm: 'ToHalf', 'lcm.scheduler': 'centralized' })).toMatchObject({
    verdict: 'violated',
  });
});

test.each([
  ['none', 'undecided', /^gathers in a common coordinate system, but decisions depend on it/],
  ['axes', 'holds', /^gathers under every fair schedule/],
  ['full', 'holds', /^gathers under every fair schedule/],
])('a rule that needs common axes is not proved for robots with lcm.frames = %s', async (frames, verdict, text) => {
  class ToTheLeft extends LookComputeMove {
    protected override compute({ others }: Snapshot): Decision {
      return { destination: [ORIGIN, ...others].toSorted((a, b) => a.x - b.x)[0]! };
    }
  }
  const places: readonly Point[] = [
    [0, 0],
    [1, 0],
    [4, 1],
  ];
  const context = { modules: { 'left.ts': { ToTheLeft } } };
  const found = await searched(places, { algorithm: './left.ts', 'lcm.frames': frames }, context);
  expect(found).toMatchObject({ verdict, text: expect.stringMatching(text) });
  expect(found.model).toContain(`frames ${frames}`);
});

test('a rule that needs an order of the other robots is not proved', async () => {
  /** To the left, unless the other robots are seen from right to left. */
  class InOrder extends LookComputeMove {
    protected override compute({ others }: Snapshot): Decision {
      const [first, second] = others;
      if (first !== undefined && second !== undefined && first.x > second.x) return {};
      return { destination: [ORIGIN, ...others].toSorted((a, b) => a.x - b.x)[0]! };
    }
  }
  const places: readonly Point[] = [
    [0, 0],
    [1, 0],
    [4, 0],
  ];
  const context = { modules: { 'order.ts': { InOrder } } };
  const values = { algorithm: './order.ts', 'lcm.frames': 'full' };
  expect(await searched(places, values, context)).toMatchObject({
    verdict: 'undecided',
    text: expect.stringContaining('decisions depend on this order'),
  });
  expect(await searched(places.toReversed(), values, context)).toMatchObject({ verdict: 'violated' });
});

test('robots that leave the point where they met have not gathered', async () => {
  class Restless extends LookComputeMove {
    protected override compute({ others: [other] }: Snapshot): Decision {
      return { destination: other ?? { x: 1, y: 0 } };
    }
  }
  const places: readonly Point[] = [
    [0, 0],
    [1, 0],
  ];
  const context = { modules: { 'restless.ts': { Restless } } };
  const values = { algorithm: './restless.ts', 'lcm.scheduler': 'centralized', 'lcm.frames': 'full' };
  expect(await searched(places, values, context)).toMatchObject({ verdict: 'violated' });
});

test('every initial colour that may be drawn is tried', async () => {
  const places: readonly Point[] = [
    [0, 0],
    [1, 0],
  ];
  const verdict = async (initial: string): Promise<string> =>
    (await searched(places, { algorithm: 'Wada4Ext', 'lcm.lights.initial': initial })).verdict;
  expect(await verdict('equal')).toBe('holds');
  expect(await verdict('any')).toBe('violated');
  expect(await verdict('black, white')).toBe('holds');
});

test('a colour may contain a line break', async () => {
  /** To the other robot, and to the other colour. */
  const blinking = (colors: readonly [string, string]) =>
    class Blinking extends LookComputeMove<string> {
      static override readonly lights = colors;

      protected override compute({ light, others: [other] }: Snapshot<string>): Decision<string> {
        return other === undefined ? {} : { destination: other, light: light === colors[0] ? colors[1] : colors[0] };
      }
    };
  const found = (...colors: [string, string]): Promise<ScheduleSearch> => {
    const places: readonly Point[] = [
      [0, 0],
      [1, 0],
    ];
    const values = { algorithm: './blinking.ts', 'lcm.scheduler': 'fsync', 'lcm.lights.initial': 'any' };
    return searched(places, values, { modules: { 'blinking.ts': { Blinking: blinking(colors) } } });
  };
  const { verdict, states } = await found('a', 'b');
  expect(await found('a\nb', 'c')).toMatchObject({ verdict, states });
});

test('robots without places start at symmetric places first', async () => {
  const found = await searched([], {
    algorithm: 'GatherByMajority',
    'process.num': 4,
    'bornpoint.random': true,
    'world.width': 10,
    'world.height': 10,
  });
  expect(found).toMatchObject({ verdict: 'violated', text: expect.stringContaining('from start 1 of 6') });
});

test.each<[Values, string]>([
  [{ 'lcm.scheduler': 'async' }, 'expected lcm.scheduler = ssync, fsync or centralized, got async'],
  [{ 'process.0.crash.start': 1 }, 'expected no crashes'],
  [{ 'lcm.rigid': false, 'lcm.delta': 0.1 }, 'expected lcm.rigid = true'],
])('%j is refused', async (values, message) => {
  await expect(searched(TOWERS, { algorithm: 'GatherByMajority', ...values })).rejects.toThrow(message);
});
