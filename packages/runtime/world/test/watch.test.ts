/** Exact entry into a range. */
import { describe, expect, test } from '@jest/globals';
import { arcLeg } from '@kineko/geometry';
import { ALL_HABITS, STRAIGHT_HABITS } from './motions.js';
import { specOf } from './random-world.js';
import { disc, sceneOf, type SmallScene, wallAlong } from './small-scene.js';
import type { Watched } from './trace-hash.js';
import { compareEntries } from './watch-episodes.js';

/** Logs the entries into a range, as `time watcher<-other`. */
function watched(scene: SmallScene, id: number, range: number, log: string[]) {
  return scene.dynamics.watch(id, range, scene.simulator.now, (other, now) => void log.push(`${now} ${id}<-${other}`));
}

const small = 2 ** -10;

describe('by hand', () => {
  test('a robot that enters, leaves, turns back and enters again', async () => {
    const scene = sceneOf([disc(1, 0, 0, 0.5), disc(2, 10, 2, 0.5)]);
    const log: string[] = [];
    watched(scene, 1, 2, log);
    // Rim within 2 m of the centre: centres within 2.5 m, at x = ±1.5.
    scene.go(2, -1, 0, 20);
    scene.at(20, () => scene.go(2, 1, 0, 20));
    await scene.simulator.run();
    expect(log).toEqual(['8.5 1<-2', '28.5 1<-2']);
  });

  test('reports robots inside at the beginning at once, in the order of ids', async () => {
    const scene = sceneOf([disc(5, 0, 0, 0.5), disc(3, 2, 0, 0.5), disc(9, 0, 3, 0.5), disc(4, -30, 0, 0.5)]);
    const log: string[] = [];
    watched(scene, 5, 4, log);
    expect(log).toEqual([]);
    await scene.simulator.run();
    expect(log).toEqual(['0 5<-3', '0 5<-9']);
  });

  test('in the middle of a run, around a moving robot', async () => {
    const scene = sceneOf([disc(1, 0), disc(2, 5, 3), disc(3, 20, 3)]);
    const log: string[] = [];
    scene.go(1, 1, 0, 40);
    scene.at(4, () => void watched(scene, 1, 4, log));
    await scene.simulator.run();
    // Centres within 5 m: at x = 20 - 4.
    expect(log).toEqual(['4 1<-2', '16 1<-3']);
  });

  test('both move', async () => {
    const scene = sceneOf([disc(1, 0, 0, small), disc(2, 100, 3, small)]);
    const log: string[] = [];
    watched(scene, 1, 5 - small, log);
    watched(scene, 2, 5 - small, log);
    scene.go(1, 1, 0, 90);
    scene.go(2, -2, 0, 90);
    await scene.simulator.run();
    expect(log).toEqual(['32 1<-2', '32 2<-1']);
  });

  test('many ranges around one robot, each for itself', async () => {
    const scene = sceneOf([disc(1, 0, 0, small), disc(2, 2000, 0, small)]);
    const log: string[] = [];
    for (const range of [1024, 1, 32, 0.125, 256]) watched(scene, 1, range - small, log);
    scene.go(2, -1, 0, 1999.99);
    await scene.simulator.run();
    expect(log).toEqual([1024, 256, 32, 1, 0.125].map((range) => `${2000 - range} 1<-2`));
  });

  test('a range smaller than the robot finds robots that touch it', async () => {
    const scene = sceneOf([disc(1, 0, 0, 3), disc(2, 10, 0, 1)], { response: 'none' });
    const log: string[] = [];
    watched(scene, 1, 1, log);
    scene.go(2, -1, 0, 20);
    await scene.simulator.run();
    expect(log).toEqual(['8 1<-2']);
  });

  test('cancelled, it is silent; another in its place is not', async () => {
    const scene = sceneOf([disc(1, 0), disc(2, 20)]);
    const log: string[] = [];
    const first = watched(scene, 1, 9, log);
    scene.go(2, -1, 0, 17);
    scene.at(5, () => first.cancel());
    scene.at(6, () => void watched(scene, 1, 4, log));
    await scene.simulator.run();
    expect(log).toEqual(['15 1<-2']);
  });

  test('cancelling twice removes no other watch', async () => {
    const scene = sceneOf([disc(1, 0), disc(2, 10)]);
    const log: string[] = [];
    const first = watched(scene, 1, 3, log);
    first.cancel();
    watched(scene, 1, 3, log);
    first.cancel();
    scene.go(2, -1, 0, 9);
    await scene.simulator.run();
    expect(log).toEqual(['6 1<-2']);
  });

  test('a watcher that passes one robot, and comes to the next', async () => {
    const scene = sceneOf([disc(1, 0, 0, 0.1), disc(2, 5, 1, 0.1), disc(3, 11, 1, 0.1)]);
    const log: string[] = [];
    watched(scene, 1, 2, log);
    scene.go(1, 1, 0, 20);
    await scene.simulator.run();
    expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual(['1<-2', '1<-3']);
  });

  test('cancelled by its own call', async () => {
    const scene = sceneOf([disc(1, 0), disc(2, 20), disc(3, 30)]);
    const log: number[] = [];
    const watch = scene.dynamics.watch(1, 5, 0, (other) => {
      log.push(other);
      watch.cancel();
    });
    scene.go(2, -1, 0, 17);
    scene.go(3, -1, 0, 10);
    await scene.simulator.run();
    expect(log).toEqual([2]);
  });

  test('a graze is no entry', async () => {
    const scene = sceneOf([disc(1, 0, 0, 0.5), disc(2, 10, 4, 0.5), disc(3, -10, -4 + 2 ** -40, 0.5)]);
    const log: string[] = [];
    watched(scene, 1, 3.5, log);
    scene.go(2, -1, 0, 20);
    scene.go(3, 1, 0, 20);
    await scene.simulator.run();
    expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual(['1<-3']);
  });

  test('fixtures are not reported, and hide no robot', async () => {
    const walls = wallAlong({ x: 3, y: -9 }, { x: 3, y: 9 });
    const discs = Float64Array.from([0, 3, 1]);
    const scene = sceneOf([disc(1, 0), disc(2, 10)], { walls, discs });
    const log: string[] = [];
    watched(scene, 1, 6, log);
    scene.go(2, -1, 0, 17);
    await scene.simulator.run();
    expect(log).toEqual(['3 1<-2']);
  });

  test('rejects an invalid range', () => {
    const { dynamics } = sceneOf([disc(1, 0)]);
    for (const range of [0, -1, NaN, Infinity]) expect(() => dynamics.watch(1, range, 0, () => {})).toThrow('range');
    expect(() => dynamics.watch(2, 1, 0, () => {})).toThrow('there is no body 2');
  });

  test('a circling robot enters once per turn', async () => {
    const scene = sceneOf([disc(1, 0, 0, 0.1), disc(2, 4.5, 0, 0.1)]);
    const log: number[] = [];
    scene.dynamics.watch(1, 3, 0, (_other, now) => void log.push(now));
    // Around (3.5, 0), one turn per second: within 3.1 m of the origin for about a third of each turn.
    const leg = arcLeg({
      x: 4.5,
      y: 0,
      heading: Math.PI / 2,
      start: 0,
      end: 10,
      speed: 2 * Math.PI,
      turnRate: 2 * Math.PI,
    });
    scene.dynamics.command(2, [leg], 0);
    await scene.simulator.run();
    expect(log).toHaveLength(10);
    for (const [turn, time] of log.entries()) expect(time).toBeCloseTo(log[0]! + turn, 9);
  });

  test('a robot on a small circle leaves a range and returns shortly after, once per turn', async () => {
    const scene = sceneOf([disc(1, 0, 0, 0.1), disc(2, 3.2, 0, 0.1)]);
    const entries: number[] = [];
    scene.dynamics.watch(1, 3, 0, (_other, now) => void entries.push(now));
    // Around (3.1, 0), where the range ends for its rim: out for half of each turn, in for the other half.
    const [speed, turnRate] = [0.2 * Math.PI, 2 * Math.PI];
    const circle = arcLeg({ x: 3.2, y: 0, heading: Math.PI / 2, start: 0, end: 10, speed, turnRate });
    scene.dynamics.command(2, [circle], 0);
    await scene.simulator.run();
    expect(entries).toHaveLength(10);
  });
});

describe('against the oracle', () => {
  const watches: Watched[] = Array.from({ length: 10 }, (_, i) => ({
    body: i % 8,
    range: [0.63, 2, 7, 15, 0.1][i % 5]!,
  }));

  test.each([
    ['none', 'straight', STRAIGHT_HABITS, [1, 8]],
    ['stop', 'straight', STRAIGHT_HABITS, [1, 8]],
    ['none', 'any', ALL_HABITS, [1, 8]],
    ['stop', 'any', ALL_HABITS, [1, 5]],
  ] as const)('response %s, on %s ways', async (response, _ways, habits, [first, last]) => {
    let [entries, again] = [0, 0];
    const differences: string[] = [];
    for (let seed = first; seed <= last; seed++) {
      const verdict = await compareEntries(seed, { ...specOf(seed), habits }, watches, 4, response);
      entries += verdict.entries;
      again += verdict.again;
      differences.push(...verdict.differences);
    }
    expect(differences).toEqual([]);
    expect(entries).toBeGreaterThan(80);
    expect(again).toBeGreaterThan(5);
  });
});

test('thousands of watches, each with its own entries', async () => {
  const bodies = Array.from({ length: 2000 }, (_, i) => disc(i, 10 * (i % 50), 10 * Math.floor(i / 50), 0.5));
  const scene = sceneOf([...bodies, disc(5000, -10, 3, 0.5)]);
  const log: string[] = [];
  for (const { id } of bodies) watched(scene, id, 4.5, log);
  scene.go(5000, 1, 0, 600);
  await scene.simulator.run();
  // It passes the fifty of the first row.
  expect(log).toEqual(Array.from({ length: 50 }, (_, i) => `${10 + 10 * i - 4} ${i}<-5000`));
});
