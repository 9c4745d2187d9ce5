import { describe, expect, test } from '@jest/globals';
import { restLeg } from '@kineko/geometry';
import { smallWorld } from '../../test/small-world.js';
import type { ExactOutcome } from '../motion/motion-module.js';

const pair = {
  robots: [
    { id: 1, radius: 1, x: 0, y: 0 },
    { id: 2, radius: 1, x: 10, y: 0 },
  ],
};

const touchingPair = {
  robots: [
    { id: 1, radius: 1, x: 0, y: 0 },
    { id: 2, radius: 1, x: 2, y: 0 },
  ],
};

test('a motion that nothing prevents is finished, and all of it is on record', async () => {
  const { world, simulator, records } = smallWorld({ robots: [{ id: 7, radius: 1, x: 0, y: 0 }] });
  const outcomes: ExactOutcome[] = [];
  const request = { kind: 'moveTo', x: 0, y: 6, speed: 3, turnRate: Math.PI / 4 } as const;
  world.motions.request(7, request, (outcome) => void outcomes.push(outcome));
  await simulator.run();
  expect(outcomes).toEqual([{ status: 'finished', at: 4, pose: { x: 0, y: 6, heading: Math.PI / 2, degrees: 90 } }]);
  const told = records
    .slice(2)
    .map(({ type, time, ...rest }) => ({ type, time, ...pick(rest, ['phase', 'edge', 'isLast', 'toY', 'status']) }));
  expect(told).toEqual([
    { type: 'motionRequest', time: 0 },
    { type: 'motionEvent', time: 0, phase: 'turn', edge: 'start', isLast: false, toY: 0 },
    { type: 'leg', time: 0 },
    { type: 'motionEvent', time: 2, phase: 'turn', edge: 'finish', isLast: false, toY: 0 },
    { type: 'motionEvent', time: 2, phase: 'forward', edge: 'start', isLast: true, toY: 6 },
    { type: 'leg', time: 2 },
    { type: 'leg', time: 4 },
    { type: 'motionEvent', time: 4, phase: 'forward', edge: 'finish', isLast: true, toY: 6 },
    { type: 'motionEnd', time: 4, status: 'finished' },
  ]);
});

test('checks the legs of a request once', () => {
  const { world } = smallWorld(pair);
  let checks = 0;
  // Before the first leg has ended, only the check reads the start of the second.
  const second = Object.defineProperty({ ...restLeg({ x: 0, y: 0, heading: 0, start: 1, end: 2 }) }, 'start', {
    get: () => {
      checks++;
      return 1;
    },
  });
  const first = restLeg({ x: 0, y: 0, heading: 0, start: 0, end: 1 });
  const phases = [first, second].map((leg) => ({ name: 'rest', leg }));
  world.motions.register({ kind: 'rests', plan: () => phases });
  world.motions.request(1, { kind: 'rests' });
  expect(checks).toBe(1);
});

test('one that is in the way ends a motion exactly at the contact', async () => {
  const { world, simulator, recordsOf } = smallWorld(pair);
  const outcomes: ExactOutcome[] = [];
  world.motions.request(1, { kind: 'forward', distance: 20, speed: 2 }, (o) => void outcomes.push(o));
  await simulator.run();
  expect(outcomes).toEqual([
    { status: 'collided', at: 4, pose: { x: 8, y: 0, heading: 0, degrees: 0 }, with: { kind: 'robot', id: 2 } },
  ]);
  expect(world.touching(1)).toEqual([{ kind: 'robot', id: 2 }]);
  expect(recordsOf('touch')).toEqual([{ type: 'touch', time: 4, robot: 1, other: { kind: 'robot', id: 2 } }]);
  expect(recordsOf('motionEvent').map(({ edge }) => edge)).toEqual(['start']);
});

test('a new request replaces the running motion at once, exactly where the robot is', async () => {
  const { world, simulator, at } = smallWorld(pair);
  const ends: string[] = [];
  const tell = (name: string) => (o: ExactOutcome) =>
    void ends.push(`${name} ${o.status} ${o.by ?? ''} ${o.at} ${o.pose.x},${o.pose.y}`);
  world.motions.request(1, { kind: 'forward', distance: 6, speed: 1 }, tell('first'));
  at(2.5, () => void world.motions.request(1, { kind: 'forward', distance: -1, speed: 1 }, tell('second')));
  await simulator.run();
  expect(ends).toEqual(['first replaced request 2.5 2.5,0', 'second finished  3.5 1.5,0']);
});

test('the end of a motion that is being replaced cannot begin a third one', async () => {
  const { world, recordsOf, at, simulator } = smallWorld(pair);
  const go = () => world.motions.request(1, { kind: 'forward', distance: 6, speed: 1 }, () => void go());
  go();
  at(1, () => void world.motions.request(1, { kind: 'turn', angle: 1, turnRate: 1 }));
  await expect(simulator.run()).rejects.toThrow(
    "robot 1: motion 'forward' was requested by the end of a motion that is being replaced: if 'by' is 'request', the next " +
      'motion has already been requested',
  );
  expect(recordsOf('motionRequest')).toHaveLength(1);
});

test('stop and interrupt end it where it is; without a motion they do nothing', async () => {
  const { world, simulator, at } = smallWorld(pair);
  const ends: string[] = [];
  const go = () =>
    world.motions.request(
      1,
      { kind: 'forward', distance: 6, speed: 1 },
      (o) => void ends.push(`${o.status} ${o.by ?? ''} ${o.pose.x}`),
    );
  world.motions.stop(1);
  go();
  at(1, () => world.motions.stop(1));
  at(2, go);
  at(3, () => world.motions.interrupt(1, 'fire alarm'));
  at(4, () => world.motions.interrupt(1, 'fire alarm'));
  await simulator.run();
  expect(ends).toEqual(['stopped  1', 'replaced fire alarm 2']);
  expect(simulator.now).toBe(4);
});

test('the pose of a robot is known in the middle of its motion', async () => {
  const { world, simulator } = smallWorld(pair);
  world.motions.request(1, { kind: 'moveTo', x: 0, y: 10, speed: 2, turnRate: Math.PI / 2 });
  const poses = [];
  for (const until of [0.5, 1, 3.25, 6]) {
    await simulator.run({ until });
    poses.push(world.poseOf(1));
  }
  expect(poses).toEqual([
    { x: 0, y: 0, heading: Math.PI / 4 },
    { x: 0, y: 0, heading: Math.PI / 2 },
    { x: 0, y: 4.5, heading: Math.PI / 2 },
    { x: 0, y: 10, heading: Math.PI / 2 },
  ]);
});

describe('a robot that answers every contact by the same motion', () => {
  const pushing = () => {
    const setting = smallWorld(touchingPair);
    const starts: number[] = [];
    const push = (): void => {
      starts.push(setting.simulator.now);
      const again = ({ status }: ExactOutcome): void => (status === 'replaced' ? undefined : push());
      setting.world.motions.request(1, { kind: 'forward', distance: 1, speed: 1 }, again);
    };
    push();
    return { ...setting, starts };
  };

  test('answers 16 times at once, then waits twice as long each time, up to τ', async () => {
    const { simulator, world, recordsOf, starts } = pushing();
    await simulator.run({ until: 10 });
    const gaps = starts.slice(1).map((start, i) => start - starts[i]!);
    const doubling = Array.from({ length: 10 }, (_, i) => 2 ** (i - 10));
    expect(gaps).toEqual([...Array<number>(16).fill(0), ...doubling, ...Array<number>(gaps.length - 26).fill(1)]);
    expect(gaps.length).toBeGreaterThan(30);
    expect(recordsOf('warning')).toHaveLength(1);
    expect(recordsOf('touch')).toHaveLength(1);
    expect(world.collisions).toBe(1);
    expect(world.motions.delays).toBe(recordsOf('delayed').length);
  });

  test('continues at most τ after its partner has moved away', async () => {
    const { simulator, world, at } = pushing();
    at(5, () => void world.motions.request(2, { kind: 'forward', distance: 3, speed: 1 }));
    await simulator.run({ until: 9 });
    expect(world.poseOf(1).x).toBeGreaterThan(2);
  });

  test('resumes early when it is woken, but early ends in a row are spaced', async () => {
    const { simulator, world, at, starts } = pushing();
    at(7.25, () => world.motions.wake(1));
    at(7.25, () => world.motions.wake(1));
    at(7.25 + 2 ** -12, () => world.motions.wake(1));
    await simulator.run({ until: 7.5 });
    expect(starts.filter((start) => start >= 7.25)).toEqual([7.25, 7.25 + 2 ** -9]);
  });

  test('is released by another request, whose motion starts at once', async () => {
    const { simulator, world, at } = pushing();
    const ends: unknown[] = [];
    at(7.5, () => {
      world.motions.request(1, { kind: 'forward', distance: -0.25, speed: 1 }, ({ status, at: end }) => {
        ends.push([status, end]);
      });
    });
    await simulator.run({ until: 8 });
    expect(ends).toEqual([['finished', 7.75]]);
    expect(world.poseOf(1).x).toBe(-0.25);
  });

  test('stops waiting when it is stopped, and a motion that it begins then is stopped', async () => {
    const { simulator, world, recordsOf, starts } = pushing();
    await simulator.run({ until: 7.5 });
    const before = starts.length;
    world.motions.stop(1);
    expect(starts).toHaveLength(before + 1);
    expect(world.motions.isUnderWay(1)).toBe(false);
    expect(recordsOf('motionEnd').at(-2)).toMatchObject({ status: 'collided' });
    expect(recordsOf('motionEnd').at(-1)).toMatchObject({ status: 'stopped' });
  });

  test('starts less and less often, also when a handler requests motions while it waits', async () => {
    const starts: number[] = [];
    const push = (): void => void world.motions.request(1, { kind: 'forward', distance: 1, speed: 1 });
    const { simulator, world, at } = smallWorld(touchingPair, {
      emit: (record) => {
        if (record.type === 'leg' && record.leg.kind === 'line') starts.push(record.time);
        if (record.type === 'motionEnd') at(record.time, push);
      },
    });
    push();
    await simulator.run({ until: 5 });
    const gaps = starts.slice(16).map((start, i) => start - starts[i + 15]!);
    expect(gaps.slice(0, 12)).toEqual([0, ...Array.from({ length: 10 }, (_, i) => 2 ** (i - 10)), 1]);
  });
});

test('a robot that is run into from behind waits less than its pursuer and gets away', async () => {
  const { world, simulator } = smallWorld(touchingPair);
  const go = (robot: number, speed: number): void => {
    world.motions.request(robot, { kind: 'forward', distance: 1000, speed }, () => go(robot, speed));
  };
  go(1, 5);
  go(2, 4);
  await simulator.run({ until: 100 });
  expect(world.poseOf(2).x).toBeGreaterThan(200);
});

test('motions that take next to no time are spaced too', async () => {
  const { world, simulator, recordsOf } = smallWorld({ robots: [{ id: 1, radius: 1, x: 0, y: 0 }] });
  let motions = 0;
  const creep = (): void => {
    motions++;
    world.motions.request(1, { kind: 'forward', distance: 1e-13, speed: 5 }, creep);
  };
  creep();
  await simulator.run({ until: 100 });
  expect(motions).toBeLessThan(700);
  expect(recordsOf('warning')).toMatchObject([
    { text: expect.stringContaining('robot 1 makes no progress since t = ') },
  ]);
});

test('a module that plans nothing is refused before anything has changed', async () => {
  const { world, simulator, recordsOf } = smallWorld(pair);
  world.motions.register({ kind: 'idle', plan: () => [] });
  world.motions.request(1, { kind: 'forward', distance: 2, speed: 1 });
  expect(() => world.motions.request(1, { kind: 'idle' })).toThrow(
    "robot 1, motion 'idle' at t = 0: its module: expected at least one phase, got none",
  );
  await simulator.run();
  expect(recordsOf('motionEnd')).toEqual([expect.objectContaining({ status: 'finished' })]);
});

test('rejects an invalid request, and the running motion continues', async () => {
  const { world, simulator } = smallWorld(pair);
  const ends: string[] = [];
  world.motions.request(1, { kind: 'forward', distance: 2, speed: 1 }, ({ status }) => void ends.push(status));
  expect(() => world.motions.request(1, { kind: 'fly' })).toThrow(
    "robot 1: unknown motion 'fly'; expected one of 'turn', 'forward', 'moveTo', 'arc'",
  );
  expect(() => world.motions.request(1, { kind: 'forward', distance: 1, speed: 0 })).toThrow(
    "robot 1, motion 'forward' at t = 0: the speed of a forward motion: expected a number above 0, got 0",
  );
  expect(() => world.motions.request(9, { kind: 'fly' })).toThrow('robot 9');
  await simulator.run();
  expect(ends).toEqual(['finished']);
});

function pick(record: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
}

test('rejects legs that would make the robot jump, and the running motion continues', async () => {
  const jumping = {
    kind: 'jump',
    plan: (_request: object, pose: { x: number; y: number; heading: number }, start: number) => [
      { name: 'jump', leg: restLeg({ ...pose, x: pose.x + 5, start, end: start + 1 }) },
    ],
  };
  const { world, simulator } = smallWorld(pair, { modules: [jumping] });
  const ends: string[] = [];
  world.motions.request(1, { kind: 'forward', distance: 2, speed: 1 }, ({ status }) => void ends.push(status));
  expect(() => world.motions.request(1, { kind: 'jump' })).toThrow(
    "robot 1, motion 'jump' at t = 0: leg 0 of body 1: expected a start at (0, 0), where the body is, got (5, 0)",
  );
  await simulator.run();
  expect(ends).toEqual(['finished']);
});
