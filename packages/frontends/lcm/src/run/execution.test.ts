import { describe, expect, test } from '@jest/globals';
import { centroid } from '@kineko/geometry';
import { NekoConfig } from '@kineko/robotsim/format';
import { endsOf, lcmProblems, lcmRun, type Point } from '../../test/lcm-runs.js';
import { SCHEDULERS } from '../format/schedulers.js';
import { LookComputeMove } from './look-compute-move.js';
import { ORIGIN } from './points.js';
import type { Decision, Snapshot } from './snapshot.js';

const PAIR = [
  [0, 0],
  [8, 0],
] as const;
const TRIANGLE = [
  [1, 1],
  [7, 2],
  [3, 9],
] as const;

/** Runs a class, whose `compute` is given. */
function runOf(
  compute: (this: LookComputeMove, snapshot: Snapshot<string>) => unknown,
  values: Readonly<Record<string, string | number | boolean>> = {},
  places: readonly (readonly [number, number])[] = TRIANGLE,
  lights: readonly string[] = [],
) {
  class Own extends LookComputeMove<string> {
    static override readonly lights = lights;
    protected override compute(snapshot: Snapshot<string>): Decision<string> {
      return compute.call(this as unknown as LookComputeMove, snapshot) as Decision<string>;
    }
  }
  return lcmRun(places, { algorithm: './own.ts', ...values }, { modules: { 'own.ts': { Own } } });
}

describe('a round of all robots', () => {
  test('has looks at its start, decisions after a quarter and arrivals after three quarters', async () => {
    const outcome = await lcmRun(PAIR, { algorithm: 'ToHalf', 'lcm.scheduler': 'fsync', 'simulation.time': 1 });
    const events = outcome.of('phase').map(({ time, robot, event }) => [time, robot, event]);
    expect(events.slice(0, 10)).toEqual([
      [0, 0, 'L'],
      [0, 1, 'L'],
      [0.25, 0, 'CB'],
      [0.25, 0, 'CE'],
      [0.25, 0, 'MB'],
      [0.25, 1, 'CB'],
      [0.25, 1, 'CE'],
      [0.25, 1, 'MB'],
      [0.75, 0, 'ME'],
      [0.75, 1, 'ME'],
    ]);
    expect(endsOf(outcome)).toEqual([
      { x: 4, y: 0 },
      { x: 4, y: 0 },
    ]);
  });

  test('gathers robots exactly at one point, although each computes it in a coordinate system of its own', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const outcome = await runOf(({ others }) => ({ destination: centroid([ORIGIN, ...others]) }), {
        'lcm.scheduler': 'fsync',
        'simulation.time': 1,
        seed,
      });
      const [a, b, c] = endsOf(outcome);
      expect([b, c]).toEqual([a, a]);
      expect(a!.x).toBeCloseTo(11 / 3, 12);
      expect(outcome.summary.remarks[0]).toContain('frames none, own units, per look');
      expect(outcome.summary.remarks[0]).toContain('rounded, epsilon 1e-9');
    }
  });
});

test('states the whole model in the summary', async () => {
  const outcome = await lcmRun(PAIR, {
    algorithm: 'Vig2Cols',
    'lcm.frames': 'full',
    'lcm.rigid': false,
    'lcm.delta': 0.5,
    'lcm.fairness': 'k=3',
  });
  expect(outcome.summary.remarks[0]).toBe(
    'model: ssync; random activations; k=3; non-rigid, delta 0.5 m; full lights (black, white), atomic registers; frames full; ' +
      'multiplicity none; unlimited visibility; exact',
  );
});

describe('obliviousness', () => {
  test.each<[string, (this: LookComputeMove) => unknown]>([
    [
      'clock',
      function () {
        return (this as unknown as { clock: number }).clock;
      },
    ],
    [
      'id',
      function () {
        return this.id;
      },
    ],
    [
      'n',
      function () {
        return (this as unknown as { n: number }).n;
      },
    ],
    [
      'gps',
      function () {
        return (this as unknown as { gps: unknown }).gps;
      },
    ],
    [
      'send',
      function () {
        return (this as unknown as { send(): void }).send();
      },
    ],
    [
      'tag',
      function () {
        return (this as unknown as { tag(word: string): void }).tag('x');
      },
    ],
    [
      'actuator',
      function () {
        return (this as unknown as { actuator: unknown }).actuator;
      },
    ],
    [
      'name',
      function () {
        return this.process.name;
      },
    ],
  ])('an LCM robot has no %s', async (name, use) => {
    await expect(runOf(use)).rejects.toThrow(`an LCM robot has no ${name}`);
  });

  test('random numbers need lcm.random', async () => {
    const draw = function (this: LookComputeMove): Decision {
      return { destination: { x: (this as unknown as { random(): number }).random(), y: 0 } };
    };
    await expect(runOf(draw)).rejects.toThrow(
      'an LCM robot has no random numbers; to allow them, set lcm.random = true',
    );
    expect((await runOf(draw, { 'lcm.random': true })).summary.remarks[0]).toContain('random numbers');
  });

  test('fields do not survive a cycle', async () => {
    const seen: number[] = [];
    class Counting extends LookComputeMove {
      private count = 0;
      protected override compute(): Decision {
        seen.push(++this.count);
        return {};
      }
    }
    await lcmRun(TRIANGLE, { algorithm: './own.ts' }, { modules: { 'own.ts': { Counting } } });
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  test('others are seen in random order, from the origin', async () => {
    const orders = new Set<string>();
    await runOf(
      ({ others, light, here }) => {
        orders.add(others.map(({ x, y }) => `${x},${y}`).join(' '));
        expect({ light, here }).toEqual({ light: undefined, here: {} });
        return {};
      },
      { 'lcm.frames': 'full', 'simulation.time': 60 },
    );
    expect(orders.size).toBe(6);
  });
});

describe('reports with robot, time and snapshot', () => {
  test.each<[string, (snapshot: Snapshot<string>) => unknown, string]>([
    ['a light outside the palette', () => ({ light: 'pink' }), 'light: expected red, blue, got pink'],
    [
      'a destination that is not finite',
      () => ({ destination: { x: NaN, y: 0 } }),
      'expected finite numbers, got (NaN, 0)',
    ],
    ['a promise', async () => ({}), 'expected a decision, { light, destination }, got "a promise"'],
    ['a decision of another kind', () => 7, 'expected a decision, { light, destination }, got 7'],
  ])('%s', async (_what, compute, text) => {
    const failing = runOf(compute, { 'lcm.scheduler': 'round-robin', 'lcm.frames': 'full' }, TRIANGLE, ['red', 'blue']);
    await expect(failing).rejects.toThrow(text);
    await expect(failing).rejects.toThrow('p0 Own at t = 0: ');
    await expect(failing).rejects.toThrow('it saw {"light":"red","others":[');
  });

  test('a light without a palette', async () => {
    await expect(runOf(() => ({ light: 'red' }))).rejects.toThrow(
      'expected no light, since the class has no static lights',
    );
  });
});

test('refuses a class that overrides doMotion or lacks compute, and different classes', async () => {
  class Moving extends LookComputeMove {
    protected override compute(): Decision {
      return {};
    }
    protected override doMotion(): never {
      throw new Error('unused');
    }
  }
  // @ts-expect-error -- in JavaScript, nothing checks that there is a method compute
  class Computing extends LookComputeMove {
    protected computes(): Decision {
      return {};
    }
  }
  const modules = { 'own.ts': { Moving, Computing } };
  const problems = (values: Readonly<Record<string, string>>) => lcmProblems(PAIR, values, { modules });
  expect(await problems({ algorithm: './own.ts#Moving' })).toEqual([
    'main.config:6:1: Moving: doMotion: expected compute only, since the scheduler decides when robots move',
  ]);
  expect(await problems({ algorithm: './own.ts#Computing' })).toEqual([
    "main.config:6:1: Computing: expected a method compute, got none; did you mean it by 'computes'?",
  ]);
  expect(await problems({ algorithm: 'ToHalf', 'robot.1.algorithm': 'ToOther' })).toEqual([
    'main.config:6:1: robot.algorithm: expected the same Look-Compute-Move algorithm for all robots',
  ]);
});

describe('snapshots', () => {
  /** The snapshot of robot 0 at its first Look. */
  async function seenBy(
    values: Readonly<Record<string, string | number | boolean>>,
    places: readonly (readonly [number, number])[],
    lights: readonly string[] = [],
  ): Promise<Snapshot<string>> {
    const seen: Snapshot<string>[] = [];
    const all = { 'lcm.scheduler': 'round-robin', 'lcm.frames': 'full', 'simulation.time': 0.1, ...values };
    await runOf((snapshot) => void seen.push(snapshot), all, places, lights);
    return { ...seen[0]!, others: seen[0]!.others.toSorted((a, b) => a.x - b.x || a.y - b.y) };
  }
  const CROWD = [
    [0, 0],
    [2, 0],
    [2, 0],
    [0, 0],
    [4, 0],
  ] as const;
  const at = (x: number, more: object = {}): object => ({ x, y: 0, ...more });

  test('show several robots at one point as the multiplicity allows', async () => {
    expect(await seenBy({}, CROWD)).toEqual({ others: [at(2), at(4)], here: {} });
    expect(await seenBy({ 'lcm.multiplicity': 'weak' }, CROWD)).toEqual({
      others: [at(2, { count: 'many' }), at(4, { count: 1 })],
      here: { count: 'many' },
    });
    expect(await seenBy({ 'lcm.multiplicity': 'strong' }, CROWD)).toEqual({
      others: [at(2, { count: 2 }), at(4, { count: 1 })],
      here: { count: 2 },
    });
    expect(await seenBy({ 'lcm.multiplicity': 'strong', 'lcm.multiplicity.scope': 'local' }, CROWD)).toEqual({
      others: [at(2), at(4)],
      here: { count: 2 },
    });
  });

  test('show full, internal and external lights', async () => {
    const lights = ['red', 'blue', 'green'];
    const initial = { 'lcm.lights.initial': 'red, blue, green, blue, green' };
    const others = [at(2, { light: ['blue', 'green'] }), at(4, { light: 'green' })];
    expect(await seenBy(initial, CROWD, lights)).toEqual({ light: 'red', others, here: { lights: ['blue'] } });
    expect(await seenBy({ ...initial, 'lcm.lights': 'external' }, CROWD, lights)).toEqual({
      others,
      here: { lights: ['blue'] },
    });
    expect(await seenBy({ ...initial, 'lcm.lights': 'internal' }, CROWD, lights)).toEqual({
      light: 'red',
      others: [at(2), at(4)],
      here: {},
    });
  });

  test('are limited by the range, inclusively, and by robots in between', async () => {
    expect(await seenBy({ 'lcm.visibility': 2 }, CROWD)).toEqual({ others: [at(2)], here: {}, range: 2 });
    expect((await seenBy({ 'lcm.obstruction': 'points' }, CROWD)).others).toEqual([at(2)]);
    const around = [...CROWD, [4, 1] as const];
    expect((await seenBy({ 'lcm.obstruction': 'points' }, around)).others).toEqual([at(2), { x: 4, y: 1 }]);
    // Robots at one place, up to the tolerance, do not hide others from each other.
    const beside = [
      [0, 0],
      [1e-12, 0],
      [2, 0],
    ] as const;
    expect((await seenBy({ 'lcm.obstruction': 'points' }, beside)).others).toEqual([at(2)]);
    expect((await seenBy({ 'lcm.obstruction': 'points' }, beside.toReversed())).others).toHaveLength(1);
  });

  test('are limited by opaque discs and obstacles', async () => {
    const discs = { 'lcm.obstruction': 'discs', 'robot.size': 1, ghost_mode: false };
    // The second and the third disc leave no gap that is flat enough for the last one.
    const row = [
      [0, 0],
      [4, -0.5],
      [6, 0.5],
      [10, 0],
    ] as const;
    expect((await seenBy(discs, row)).others.map(({ x }) => x)).toEqual([4, 6]);
    const apart = [row[0], [4, -2], [6, 2], row[3]] as const;
    expect((await seenBy(discs, apart)).others).toHaveLength(3);
    const wall = { obstacle1: 'segment, 8, -9, 8, 9' };
    expect((await seenBy({ ...discs, ...wall }, apart)).others).toHaveLength(2);
    expect(await lcmProblems(PAIR, { algorithm: 'ToHalf', 'lcm.obstruction': 'discs' })).toEqual([
      expect.stringContaining('lcm.obstruction = discs: expected robot.size above 0'),
    ]);
  });

  test.each([
    ['axes', (ratio: number, angle: number) => angle === 0 && ratio > 0],
    ['one-axis', (_: number, angle: number) => angle === 0 || angle === Math.PI],
    ['chirality', () => true],
    ['none', () => true],
  ] as const)('under the agreement %s differ as far as it allows', async (frames, isAllowed) => {
    const seen = new Set<string>();
    const handed = new Set<number>();
    const places = [
      [0, 0],
      [1, 0],
      [0, 2],
    ] as const;
    await runOf(
      ({ others }) => {
        if (others.length < 2) return;
        const [a, b] = others.toSorted((p, q) => Math.hypot(p.x, p.y) - Math.hypot(q.x, q.y));
        if (Math.abs(Math.hypot(b!.x, b!.y) / Math.hypot(a!.x, a!.y) - 2) > 1e-9) return;
        const angle = Math.abs(Math.atan2(a!.y, a!.x)) < 1e-12 ? 0 : Math.atan2(a!.y, a!.x);
        expect(isAllowed(a!.x, angle)).toBe(true);
        seen.add(`${a!.x} ${a!.y}`);
        handed.add(Math.sign(a!.x * b!.y - a!.y * b!.x));
      },
      { 'lcm.frames': frames, 'lcm.scheduler': 'fsync', 'simulation.time': 50 },
      places,
    );
    expect(seen.size).toBeGreaterThan(3);
    expect(handed.size).toBe(frames === 'axes' || frames === 'chirality' ? 1 : 2);
  });
});

describe('schedulers', () => {
  const eventsOf = async (values: Readonly<Record<string, string | number | boolean>>) => {
    const away = (): Decision => ({ destination: { x: 1, y: 0 } });
    return (await runOf(away, { 'simulation.time': 300, ...values })).of('phase');
  };

  test('fsync has all robots in each round, round-robin one after the other, centralized one at a time', async () => {
    const looks = async (scheduler: string): Promise<number[][]> => {
      const rounds = new Map<number, number[]>();
      for (const { event, time, robot } of await eventsOf({ 'lcm.scheduler': scheduler })) {
        if (event === 'L') rounds.set(time, [...(rounds.get(time) ?? []), robot]);
      }
      return [...rounds.values()];
    };
    expect(new Set((await looks('fsync')).map(String))).toEqual(new Set(['0,1,2']));
    expect((await looks('round-robin')).slice(0, 7).flat()).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(new Set((await looks('centralized')).map(String))).toEqual(new Set(['0', '1', '2']));
    expect(new Set((await looks('ssync')).map(String)).size).toBe(7);
  });

  test.each(['async-cm-atomic', 'async-move-atomic', 'async-lc-strict', 'async'] as const)(
    '%s keeps the groups of its events together',
    async (scheduler) => {
      const steps = new Map<number, string[]>();
      for (const { time, robot, event } of await eventsOf({ 'lcm.scheduler': scheduler })) {
        const step = Math.floor(time);
        steps.set(step, [...(steps.get(step) ?? []), `${event}${robot}`]);
      }
      const kinds = new Set([...steps.values()].map((events) => events.map((each) => each.slice(0, -1)).join(' ')));
      const expected = {
        'async-cm-atomic': ['L', 'CB CE MB ME'],
        'async-move-atomic': ['L', 'CB', 'CE', 'MB ME'],
        'async-lc-strict': ['L CB CE', 'MB', 'ME'],
        async: ['L', 'CB', 'CE', 'MB', 'ME'],
      };
      expect(kinds).toEqual(new Set(expected[scheduler]));
      for (const events of steps.values()) expect(new Set(events.map((each) => each.at(-1))).size).toBe(1);
    },
  );

  test('k limits consecutive steps, and k-async the cycles of others', async () => {
    const fair = await eventsOf({ 'lcm.scheduler': 'centralized', 'lcm.fairness': 'k=1' });
    const order = fair.filter(({ event }) => event === 'L').map(({ robot }) => robot);
    expect(order.every((robot, index) => robot !== order[index + 1])).toBe(true);
    const bounded = await eventsOf({ 'lcm.scheduler': 'async', 'lcm.fairness': 'k-async=1' });
    const during = new Map<number, number[]>();
    for (const { robot, event } of bounded) {
      if (event === 'ME') during.delete(robot);
      if (event !== 'L') continue;
      for (const others of during.values()) {
        others.push(robot);
        expect(others.filter((each) => each === robot)).toHaveLength(1);
      }
      during.set(robot, []);
    }
  });

  test.each(['ssync', 'fsync', 'centralized', 'round-robin', 'async', 'async-lc-1-bounded'])(
    'k does not stop the last robot that is not crashed (%s)',
    async (scheduler) => {
      const values = { 'lcm.fairness': 'k=1', 'process.0.crash.start': 2.5, 'process.1.crash.start': 3.5 };
      const events = await eventsOf({ 'lcm.scheduler': scheduler, ...values });
      expect(events.at(-1)).toMatchObject({ robot: 2 });
      expect(events.filter(({ robot, time }) => robot === 2 && time > 5).length).toBeGreaterThan(5);
    },
  );

  test('async-lc-1-bounded limits the looks of others during a decision', async () => {
    const counts = new Map<number, number>();
    for (const { robot, event } of await eventsOf({ 'lcm.scheduler': 'async-lc-1-bounded' })) {
      if (event === 'CE') counts.delete(robot);
      if (event !== 'L') continue;
      for (const [other, count] of counts) counts.set(other, count + 1);
      expect(Math.max(0, ...counts.values())).toBeLessThanOrEqual(1);
      counts.set(robot, 0);
    }
  });

  test('a robot in a move is seen on the way', async () => {
    const seen = new Set<number>();
    const go = ({ others: [other] }: Snapshot<string>): Decision => {
      seen.add(other!.y);
      return { destination: { x: 0, y: 1 } };
    };
    await runOf(go, { 'lcm.scheduler': 'async', 'lcm.frames': 'full', 'simulation.time': 400 }, PAIR);
    expect([...seen].some((y) => !Number.isInteger(y))).toBe(true);
  });
});

test('moves that are not rigid end after delta at the earliest', async () => {
  const values = { 'lcm.rigid': false, 'lcm.delta': 0.5, 'lcm.frames': 'full', 'lcm.scheduler': 'centralized' };
  const outcome = await runOf(() => ({ destination: { x: 2, y: 0 } }), { ...values, 'simulation.time': 200 }, PAIR);
  const moves = outcome.of('motionRequest').map(({ request }) => request as { x: number });
  const last = new Map([
    [0, 0],
    [1, 8],
  ]);
  const lengths = outcome.of('motionRequest').map(({ robot }, index) => {
    const length = moves[index]!.x - last.get(robot)!;
    last.set(robot, moves[index]!.x);
    return length;
  });
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(0.5 - 1e-12);
  expect(Math.min(...lengths)).toBeLessThan(0.7);
  expect(lengths.filter((length) => length === 2).length).toBeGreaterThan(20);
});

test.each([
  ['async', false],
  ['async-regular', false],
  ['async-safe', true],
] as const)('a light that is being written reads as the register of %s allows', async (scheduler, isAny) => {
  const seen = new Set<unknown>();
  const compute = ({ light, others: [other] }: Snapshot<string>): Decision<string> => {
    seen.add(other!.light);
    return { light: light === 'red' ? 'green' : 'red' };
  };
  const values = { 'lcm.scheduler': scheduler, 'simulation.time': 600 };
  await runOf(compute, values, PAIR, ['red', 'green', 'never']);
  expect(seen.has('never')).toBe(isAny);
  expect(seen.size).toBe(isAny ? 3 : 2);
});

test('a crashed robot stays where it is, and others continue', async () => {
  const outcome = await runOf(() => ({ destination: { x: 1, y: 0 } }), {
    'lcm.scheduler': 'fsync',
    'lcm.frames': 'full',
    'process.1.crash.start': 2.5,
    'simulation.time': 6,
  });
  expect(endsOf(outcome).map(({ x }) => x)).toEqual([7, 9.5, 9]);
  expect(outcome.of('phase').filter(({ robot, time }) => robot === 1 && time > 2.5)).toEqual([]);
});

test('keys without a Look-Compute-Move algorithm give a warning, an unknown algorithm does not', async () => {
  expect(await lcmProblems(PAIR, { algorithm: 'RandomMovement', 'lcm.frames': 'full' })).toEqual([
    expect.stringContaining('lcm.frames: not used, since robot.algorithm names no algorithm of that kind (lcm)'),
  ]);
  expect(await lcmProblems(PAIR, { algorithm: 'ToHal', 'lcm.frames': 'full' })).toEqual([
    expect.stringContaining("unknown algorithm 'ToHal'"),
  ]);
});

test.each([
  ['lcm.fairness', 'k=0', 'expected weak, k=<n> or k-async=<n>, n from 1 on, got "k=0"'],
  ['lcm.visibility', 'far', 'expected a number above 0 (m), or unlimited, got "far"'],
  ['lcm.phases', '1, 2', 'expected three numbers, got "1, 2"'],
  ['lcm.lights.initial', 'pink', 'colours of the palette (black, white), got "pink"'],
  ['lcm.lights.initial', 'black', 'expected one colour for each of the 2 robots, got "1"'],
])('refuses %s = %s', async (key, value, text) => {
  expect(await lcmProblems(PAIR, { algorithm: 'Vig2Cols', [key]: value })).toEqual([expect.stringContaining(text)]);
});

test('a model that a built-in algorithm does not fit is reported', async () => {
  const three: readonly Point[] = [...PAIR, [9, 9]];
  expect(await lcmProblems(three, { algorithm: 'ToHalf' })).toEqual([
    expect.stringContaining('ToHalf: expected 2 robots, got 3'),
  ]);
  const majority = { algorithm: 'GatherByMajority', 'lcm.multiplicity': 'strong' };
  expect(await lcmProblems(three, majority)).toEqual([]);
  expect(await lcmProblems(three, { ...majority, 'lcm.multiplicity.scope': 'local' })).toEqual([
    expect.stringMatching(/warning: GatherByMajority: expected lcm.multiplicity = strong, got strong \(local\)$/),
  ]);
  expect(await lcmProblems(three, { algorithm: 'AndoConvergence' })).toEqual([
    expect.stringContaining('AndoConvergence: expected lcm.visibility in metres, got unlimited'),
  ]);
});

test('the scheduler key has the names of all schedulers', () => {
  for (const { name } of SCHEDULERS) {
    const config = NekoConfig.of({ 'lcm.scheduler': name });
    expect([config.get('lcm.scheduler'), config.problems()]).toEqual([name, []]);
  }
});
