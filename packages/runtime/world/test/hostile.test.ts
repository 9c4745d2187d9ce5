/** The borders of the domain, and scenes that someone would make to break an engine. */
import { describe, expect, test } from '@jest/globals';
import { arcLeg, lineLeg, restLeg, turnLeg } from '@kineko/geometry';
import { disc, sceneOf, wallAlong, wallAround } from './small-scene.js';

describe('fast and slow', () => {
  test.each([1, 2 ** 10, 2 ** 20])('a thin wall stops a robot of %f m/s', async (speed) => {
    const walls = wallAlong({ x: 1000, y: -5 }, { x: 1000, y: 5 });
    const { simulator, log, go, dynamics } = sceneOf([disc(1, 0, 0, 0.5)], { walls });
    go(1, speed, 0, 1e4 / speed);
    await simulator.run();
    expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual(['fixture-touch 1 0', 'hit-fixture-0 1']);
    expect(dynamics.poseOf(1, simulator.now).x).toBeCloseTo(999.5, 6);
  });

  test('two walls closer together than a robot goes in a microsecond', async () => {
    const walls = wallAround({ x: 100, y: -5 }, { x: 100.001, y: -5 }, { x: 100.001, y: 5 }, { x: 100, y: 5 });
    const { simulator, log, go } = sceneOf([disc(1, 0, 0, 0.01), disc(2, 200, 1, 0.01)], { walls });
    go(1, 2 ** 20, 0, 2 ** -10);
    go(2, -(2 ** 20), 2 ** 10, 2 ** -10);
    await simulator.run();
    expect(log.filter((line) => line.includes('hit')).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'hit-fixture-1 2',
      'hit-fixture-3 1',
    ]);
  });

  test('a bullet among many hits the first in its way', async () => {
    const bodies = Array.from({ length: 200 }, (_, i) => disc(i, 10 + 3 * i, i % 2 === 0 ? 0 : 50, 0.5));
    const { simulator, log, dynamics } = sceneOf([...bodies, disc(1000, 0, 0, 0.5)]);
    const speed = 2 ** 20;
    const leg = lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 2 ** -8, vx: speed, vy: 0 });
    dynamics.command(1000, [leg], 0);
    await simulator.run();
    expect(log).toEqual([`${9 / speed} touch 0 1000`, `${9 / speed} hit-0 1000`]);
  });

  test('the slowest robot arrives, or touches, after years', async () => {
    const speed = 2 ** -30;
    const { simulator, log, go } = sceneOf([disc(1, 0), disc(2, 2 + 2 ** -4), disc(3, 0, 9)]);
    go(1, speed, 0, 2 ** 30);
    go(3, 0, speed, 2 ** 30);
    await simulator.run();
    expect(log).toEqual([`${2 ** 26} touch 1 2`, `${2 ** 26} hit-2 1`, `${2 ** 30} finished 3`]);
  });

  test('late in the day: contacts at t = 2^30', async () => {
    const late = 2 ** 30;
    const { simulator, log, go, at } = sceneOf([disc(1, 0), disc(2, 10), disc(3, 0, 20)]);
    at(late, () => {
      go(1, 1, 0, 100);
      go(2, -1, 0, 100);
      go(3, 0.5, 0, 4);
    });
    await simulator.run();
    const [hit, end] = [late + 4, late + 4];
    expect(log).toEqual([`${hit} touch 1 2`, `${hit} hit-2 1`, `${hit} hit-1 2`, `${end} finished 3`]);
  });
});

describe('large and small', () => {
  test('tiny robots far from the origin', async () => {
    const far = 2 ** 29;
    const tiny = 2 ** -20;
    const bodies = [disc(1, far, far, tiny), disc(2, far + 2 ** -10, far, tiny), disc(3, -far, far, tiny)];
    const { simulator, log, go, dynamics } = sceneOf(bodies);
    go(1, 2 ** -10, 0, 100);
    await simulator.run();
    expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual(['touch 1 2', 'hit-2 1']);
    expect(simulator.now).toBeCloseTo(1 - 2 ** -9, 5);
    expect(dynamics.poseOf(1, 5).x).toBeLessThanOrEqual(far + 2 ** -10 - 2 * tiny + 2 ** -22);
  });

  test('a huge fixed disc beside tiny robots', async () => {
    const huge = 2 ** 20;
    const discs = Float64Array.from([-huge, 0, huge, 0, huge + 10, huge]);
    const { simulator, log, go, dynamics } = sceneOf([disc(1, 3, 1, 0.25), disc(2, 5, 0, 0.125)], { discs });
    go(1, -1, 0, 10);
    go(2, 0, 1, 100);
    await simulator.run();
    expect(log.filter((line) => line.includes('hit')).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'hit-fixture-0 1',
      'hit-fixture-1 2',
    ]);
    expect(dynamics.poseOf(1, 50).x).toBeCloseTo(0.25, 5);
    expect(dynamics.poseOf(2, 50).y).toBeCloseTo(9.875, 4);
  });

  test('robots whose sizes differ a million times', async () => {
    const bodies = [disc(1, 0, 0, 2 ** 10), disc(2, 1030, 0, 2 ** -10), disc(3, 1028, 0, 2 ** -10)];
    const { simulator, log, go } = sceneOf(bodies);
    go(1, 1, 0, 10);
    await simulator.run();
    expect(log).toEqual([`${4 - 2 ** -10} touch 1 3`, `${4 - 2 ** -10} hit-3 1`]);
  });

  test('a wall as long as the world', async () => {
    const far = 2 ** 30;
    const walls = wallAlong({ x: -far, y: -far }, { x: far, y: far });
    const { simulator, log, go, dynamics } = sceneOf([disc(1, 0, 100), disc(2, 50, -50)], { walls });
    go(1, 1, -1, 1000);
    go(2, -3, 0, 1000);
    await simulator.run();
    expect(log.filter((line) => line.includes('hit'))).toHaveLength(2);
    for (const id of [1, 2]) {
      const { x, y } = dynamics.poseOf(id, 500);
      expect(Math.abs(y - x)).toBeCloseTo(Math.SQRT2, 9);
    }
  });
});

test('a short wall, and a disc, far from the origin, in cells of micrometres', async () => {
  const far = 2 ** 29;
  const tiny = 2 ** -17;
  const walls = wallAlong({ x: far, y: 0 }, { x: far, y: 0.25 });
  const discs = Float64Array.from([far, 4, 0.125]);
  const bodies = [disc(1, far - 2 ** -6, 0.125, tiny), disc(2, far - 0.25, 4, tiny)];
  const { simulator, log, go } = sceneOf(bodies, { walls, discs });
  go(1, 2 ** -6, 0, 10);
  go(2, 2 ** -4, 0, 10);
  await simulator.run();
  expect(log.filter((line) => line.includes('hit')).map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'hit-fixture-0 1',
    'hit-fixture-1 2',
  ]);
});

test('a body on an arc meets a standing body whose turn was replaced by a longer one in the same place', async () => {
  const { simulator, log, dynamics } = sceneOf([disc(1, 0, 0), disc(2, 0, 4)]);
  const turnUntil = (end: number) => [turnLeg({ x: 0, y: 4, heading: 0, start: 0, end, turnRate: 1 })];
  // The search of the first body must not rely on the end of a turn that does not come to its end.
  dynamics.command(2, turnUntil(0.1), 0);
  dynamics.command(1, [arcLeg({ x: 0, y: 0, heading: Math.PI / 2, start: 0, end: 5, speed: 1, turnRate: 0.01 })], 0);
  dynamics.command(2, turnUntil(10), 0);
  await simulator.run({ until: 5 });
  expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual(['touch 1 2', 'hit-2 1']);
});

test('an arc and a line that meet soon after the start of time', async () => {
  const heading = 1.8376040978008419;
  const { simulator, log, dynamics } = sceneOf([
    disc(1, -0.6884619298451375, 1.0556294523518304),
    disc(2, -1.5434201471443894, 2.908747336759893),
  ]);
  const first = dynamics.poseOf(1, 0);
  const second = dynamics.poseOf(2, 0);
  dynamics.command(1, [arcLeg({ ...first, heading, start: 0, end: 4, speed: 2.403110534037578, turnRate: 1 })], 0);
  const [vx, vy] = [1.1853937206934733, -0.4037781988869042];
  dynamics.command(2, [lineLeg({ ...second, start: 0, end: 0.5, vx, vy })], 0);
  await simulator.run();
  expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual(['touch 1 2', 'hit-2 1', 'hit-1 2']);
  expect(simulator.now).toBeCloseTo(0.0126219, 6);
});

describe('legs that take no time', () => {
  test('a hundred of them in a row, then a way', async () => {
    const { simulator, log, dynamics } = sceneOf([disc(1, 0), disc(2, 5)]);
    const none = Array.from({ length: 100 }, (_, i) =>
      i % 2 === 0
        ? turnLeg({ x: 0, y: 0, heading: 0, start: 0, end: 0, turnRate: 1 })
        : lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 0, vx: 1, vy: 0 }),
    );
    dynamics.command(1, [...none, lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 9, vx: 1, vy: 0 })], 0);
    await simulator.run();
    expect(log).toEqual(['3 touch 1 2', '3 hit-2 1']);
  });

  test('a motion that takes no time ends at once', async () => {
    const { simulator, log, dynamics } = sceneOf([disc(1, 0)]);
    dynamics.command(1, [restLeg({ x: 0, y: 0, heading: 0, start: 0, end: 0 })], 0);
    await simulator.run();
    dynamics.command(1, [lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 0, vx: 1, vy: 0 })], 0);
    await simulator.run();
    dynamics.command(1, [arcLeg({ x: 0, y: 0, heading: 0, start: 0, end: 0, speed: 1, turnRate: 1 })], 0);
    await simulator.run();
    expect(log).toEqual(['0 finished 1', '0 finished 1', '0 finished 1']);
  });

  test('a way of no speed is a rest', async () => {
    const { simulator, log, go } = sceneOf([disc(1, 0), disc(2, 2)]);
    go(1, 0, 0, 2);
    go(2, -1, 0, 2);
    await simulator.run();
    // It does not move, so nothing stops it.
    expect(log).toEqual(['0 touch 1 2', '0 hit-1 2', '2 finished 1']);
  });

  test('a contact at the end of a way comes before its end', async () => {
    const { simulator, log, go } = sceneOf([disc(1, 0), disc(2, 5)]);
    go(1, 1, 0, 3);
    await simulator.run();
    expect(log).toEqual(['3 touch 1 2', '3 hit-2 1']);
  });
});

describe('how many', () => {
  test('nobody', async () => {
    const { simulator, dynamics } = sceneOf([]);
    expect((await simulator.run()).stoppedBy).toBe('empty');
    expect(dynamics.bodiesWithin(0, 0, 100, 0)).toEqual([]);
    expect(() => dynamics.legOf(0)).toThrow('there is no body 0');
  });

  test('one', async () => {
    const { simulator, log, go, dynamics } = sceneOf([disc(7, 0)]);
    go(7, 1, 1, 10);
    await simulator.run();
    expect(log).toEqual(['10 finished 7']);
    expect(dynamics.bodiesWithin(10, 10, 0, 10)).toEqual([7]);
  });

  test('ten thousand that start at the same instant, and again', async () => {
    const bodies = Array.from({ length: 10_000 }, (_, i) => disc(i, 4 * (i % 100), 4 * Math.floor(i / 100)));
    const { simulator, log, go } = sceneOf(bodies);
    for (const { id } of bodies) go(id, id % 2 === 0 ? 1 : -1, 0, 10);
    await simulator.run();
    // Pairs (0, 1), (2, 3), … of each row run into each other.
    expect(log.filter((line) => line.startsWith('1 hit'))).toHaveLength(10_000);
    expect(log.filter((line) => line.startsWith('1 touch'))).toHaveLength(5000);
    expect(log).toHaveLength(15_000);
    for (const { id } of bodies) go(id, 0, 1, 1);
    await simulator.run();
    expect(log.filter((line) => line.startsWith('2 finished'))).toHaveLength(10_000);
  });

  test('ids below 0 and between whole numbers decide ties like others', async () => {
    const { simulator, log, go } = sceneOf([disc(0.5, 5), disc(-3, 0), disc(1e9, 10), disc(-2.25, 0, 50)]);
    go(-3, 1, 0, 9);
    go(1e9, -1, 0, 9);
    go(-2.25, 1, 0, 3);
    await simulator.run();
    expect(log).toEqual([
      '3 touch -3 0.5',
      '3 hit-0.5 -3',
      '3 touch 0.5 1000000000',
      '3 hit-0.5 1000000000',
      '3 finished -2.25',
    ]);
  });
});

test('walls that cross, repeat and end in one point', async () => {
  const cross = [
    ...wallAlong({ x: 10, y: -5 }, { x: 10, y: 5 }),
    ...wallAlong({ x: 10, y: -5 }, { x: 10, y: 5 }),
    ...wallAlong({ x: 5, y: 0 }, { x: 15, y: 0 }),
  ];
  const { simulator, log, go } = sceneOf([disc(1, 0, 2), disc(2, 0, 0, 0.5)], { walls: Float64Array.from(cross) });
  go(1, 1, 0, 30);
  go(2, 1, 0, 30);
  await simulator.run();
  expect(log.filter((line) => line.includes('hit'))).toEqual(['4.5 hit-fixture-2 2', '9 hit-fixture-0 1']);
});

test('a robot that gets another motion at every event still arrives', async () => {
  const { simulator, go, at, dynamics } = sceneOf([disc(1, 0), disc(2, 300)]);
  for (let k = 0; k < 1000; k++) at(k / 8, () => go(1, 1, 0, 1000));
  await simulator.run({ until: 200 });
  expect(dynamics.poseOf(1, 200)).toMatchObject({ x: 200, y: 0 });
  await simulator.run();
  expect(dynamics.poseOf(1, 400)).toMatchObject({ x: 298, y: 0 });
});

test('a fast robot on an arc, late in the day', async () => {
  const late = 2 ** 30;
  const { simulator, log, at, dynamics } = sceneOf([disc(1, 0, 0, 0.01)]);
  const arc = arcLeg({ x: 0, y: 0, heading: 0, start: late, end: late + 2 ** -8, speed: 1e6, turnRate: 1 });
  at(late, () => dynamics.command(1, [arc], late));
  await simulator.run();
  expect(log).toEqual([`${late + 2 ** -8} finished 1`]);
});
