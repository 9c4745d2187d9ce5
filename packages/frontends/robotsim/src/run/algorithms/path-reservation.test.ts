import { describe, expect, test } from '@jest/globals';
import { EventClass, type Wait } from '@kineko/kernel';
import { type Sender, SequencerBroadcast, SkeenBroadcast, TokenBroadcast, wire } from '@kineko/neko';
import {
  basicChannel,
  checked,
  collisionsOfRobots,
  CROWD,
  HOLD,
  manyRuns,
  NETWORKS,
  randomChannel,
  SIDE,
  UNRESERVED,
} from '../../../test/reserved-crowd.js';
import { ALGORITHM_ID, recordsOf, robotRun } from '../../../test/robot-run.js';
import { motionsInZones, zonesApart } from '../../../test/zones.js';
import type { NekoRobot } from '../neko-robot.js';
import type { RobotSystem } from '../robot-system.js';
import { PathReservation, type Zone } from './path-reservation.js';

describe.each(NETWORKS)("over Lamport's broadcast on $name", ({ firstSeed, channel }) => {
  test('no robots collide in runs in which they nearly always would without reservations', async () => {
    // A thousand of them: npm run soak -- --filter reservation
    const runs = 40;
    const { results, runsWithCollisions, motions } = await manyRuns(runs, { ...CROWD, channel }, firstSeed);
    expect(results).toMatchObject(HOLD);
    expect(runsWithCollisions).toBe(0);
    // The robots do move: at most one motion each by then.
    expect(motions).toBeGreaterThan(runs * 3);
    const plain = await manyRuns(runs, { ...UNRESERVED, channel }, firstSeed);
    expect(plain.runsWithCollisions).toBeGreaterThan(runs * 0.9);
  });
});

test.each<[string, (robot: NekoRobot) => Sender]>([
  ["Skeen's broadcast", (robot) => wire(new SkeenBroadcast(robot), 'abcast', robot.network())],
  ['a sequencer', (robot) => wire(new SequencerBroadcast(robot), 'abcast', robot.network())],
  ['a token', (robot) => wire(new TokenBroadcast(robot), 'abcast', robot.network())],
])('over %s, without FIFO channels, no robots collide', async (_name, stack) => {
  const { results, runsWithCollisions, motions } = await manyRuns(10, { ...CROWD, stack, channel: randomChannel(0.3) });
  expect(results).toMatchObject(HOLD);
  expect(runsWithCollisions).toBe(0);
  expect(motions).toBeGreaterThan(10 * 3);
});

test('robots keep on moving for as long as the run lasts', async () => {
  const until = 400;
  const options = { ...CROWD, side: 100, parameters: { side: 100 }, channel: randomChannel(0.1), until };
  const run = await robotRun({ ...options, seed: 3 });
  expect(checked(run)).toMatchObject(HOLD);
  for (const robot of run.system.robots) {
    const grants = recordsOf(run, 'protocolEvent').filter((r) => r.event === 'grant' && r.process === robot.id);
    expect(grants.length).toBeGreaterThan(5);
    expect(grants.at(-1)!.time).toBeGreaterThan(until - 100);
  }
});

test('no robot moves before all have been heard', async () => {
  const run = await robotRun({ ...CROWD, channel: randomChannel(1), seed: 5 });
  const events = recordsOf(run, 'protocolEvent').filter(({ protocol }) => protocol === ALGORITHM_ID);
  expect(events.filter(({ event }) => event === 'announce')).toHaveLength(CROWD.n);
  const firstRequest = events.find(({ event }) => event === 'reserve')!;
  // A message takes about a second to each robot, and nine others have to answer.
  expect(firstRequest.time).toBeGreaterThan(1);
  expect(events.find(({ event }) => event === 'grant')!.time).toBeGreaterThan(firstRequest.time);
});

test('every robot sees the same requests granted, in the same order', async () => {
  const tables: string[][] = [];
  class Listening extends PathReservation {
    protected override isClear(way: Zone, robot: number): boolean {
      const isClear = super.isClear(way, robot);
      (tables[this.robot.id] ??= []).push(`${robot} ${way.to.x} ${way.to.y} ${isClear}`);
      return isClear;
    }
  }
  await robotRun({ ...CROWD, channel: randomChannel(1), algorithm: Listening, until: 40, seed: 1 });
  expect(tables).toHaveLength(CROWD.n);
  const common = Math.min(...tables.map((table) => table.length));
  expect(common).toBeGreaterThan(10);
  for (const table of tables) expect(table.slice(0, common)).toEqual(tables[0]!.slice(0, common));
});

describe('planted bugs are caught by the checkers and by collisions:', () => {
  test('a robot that moves without waiting for its grant', async () => {
    class Impatient extends PathReservation {
      protected override reserve(way: Zone): Wait<boolean> {
        void super.reserve(way);
        const atOnce = this.task.completion<boolean>(() => 'nothing');
        atOnce.settle(true);
        return atOnce;
      }
    }
    const { results, runsWithCollisions } = await manyRuns(20, { ...CROWD, algorithm: Impatient });
    expect(results[1]).toMatchObject({ name: 'motions in zones', verdict: 'violated' });
    expect(runsWithCollisions).toBeGreaterThan(10);
  });

  test('a margin of minus one', async () => {
    class Narrow extends PathReservation {
      protected override get reach(): number {
        return this.robot.radius - 0.5;
      }
    }
    const { results, runsWithCollisions } = await manyRuns(40, { ...CROWD, algorithm: Narrow });
    expect(results[0]).toMatchObject({ name: 'zones apart', verdict: 'violated' });
    expect(results[1]).toMatchObject({ name: 'motions in zones', verdict: 'holds' });
    expect(runsWithCollisions).toBeGreaterThan(0);
  });

  test('messages in different orders, without an atomic broadcast below', async () => {
    const stack = (robot: NekoRobot): Sender => robot.network();
    const { results, runsWithCollisions } = await manyRuns(20, {
      ...CROWD,
      stack,
      channel: randomChannel(3),
      parameters: { side: SIDE, pause: 1 },
      until: 40,
    });
    expect(results[0]).toMatchObject({ name: 'zones apart', verdict: 'violated' });
    expect(runsWithCollisions).toBeGreaterThan(0);
  });
});

test('a checker that saw no granted request does not pass', () => {
  expect(zonesApart([], ALGORITHM_ID)).toMatchObject({ verdict: 'unknown', premises: 0 });
  expect(motionsInZones([], ALGORITHM_ID)).toMatchObject({ verdict: 'unknown', premises: 0 });
});

/** Runs a function at an instant, before the messages of that instant. */
function at(system: RobotSystem, time: number, run: () => void): void {
  system.simulator.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'a fault' });
}

test("after a crash no robot enters its zone, and over Lamport's broadcast all robots soon stop", async () => {
  for (let seed = 0; seed < 10; seed++) {
    let isUnderWay = false;
    const before = (system: RobotSystem): void => {
      at(system, 12, () => {
        isUnderWay = system.world.motions.isUnderWay(0);
        system.robots[0]!.crash();
      });
    };
    const parameters = { side: SIDE, pause: 1 };
    const run = await robotRun({ ...CROWD, parameters, channel: basicChannel(0.1), before, until: 150, seed });
    expect(checked(run)).toMatchObject(HOLD);
    expect(collisionsOfRobots(run)).toBe(0);
    const grants = recordsOf(run, 'protocolEvent').filter(({ event }) => event === 'grant');
    expect(grants.at(-1)!.time).toBeLessThan(12.2);
    const moving = run.system.robots.filter(({ id }) => run.system.world.motions.isUnderWay(id));
    expect(moving).toEqual([]);
    if (isUnderWay) return;
  }
  throw new Error('in none of the runs was the robot under way when it crashed');
});

test('a robot whose motion is replaced releases all but its position', async () => {
  const before = (system: RobotSystem): void => {
    for (let time = 5; time < 100; time += 2) {
      at(system, time, () => system.world.motions.interrupt(Math.floor(time / 2) % CROWD.n, 'the test'));
    }
  };
  const parameters = { side: SIDE, pause: 1 };
  const run = await robotRun({ ...CROWD, parameters, channel: randomChannel(0.1), before, until: 100, seed: 2 });
  expect(checked(run)).toMatchObject(HOLD);
  expect(collisionsOfRobots(run)).toBe(0);
  const isReplaced = ({ status }: { status: string }): boolean => status === 'replaced';
  expect(recordsOf(run, 'motionEnd').filter(isReplaced).length).toBeGreaterThan(10);
});

test('a robot that collides with an obstacle continues from there, without touching others', async () => {
  const obstacles = [{ kind: 'segment', a: { x: 30, y: 10 }, b: { x: 30, y: 50 } }] as const;
  const parameters = { side: SIDE, pause: 1 };
  const run = await robotRun({ ...CROWD, parameters, obstacles, channel: randomChannel(0.1), until: 200, seed: 4 });
  expect(checked(run)).toMatchObject(HOLD);
  expect(collisionsOfRobots(run)).toBe(0);
  expect(run.collisions).toBeGreaterThan(2);
});

test('robots that start closer than the margin move apart', async () => {
  const places = [
    { x: 10, y: 30 },
    { x: 12.1, y: 30 },
  ];
  const options = { ...CROWD, n: 2, radius: () => 1, parameters: { side: SIDE }, places, until: 100 };
  const run = await robotRun({ ...options, seed: 1 });
  expect(checked(run)).toMatchObject(HOLD);
  expect(run.collisions).toBe(0);
  for (const robot of run.system.robots) expect(robot.motionRequests).toBeGreaterThan(2);
});

test('a single robot is granted everything, also over a network without delays', async () => {
  const alone = await robotRun({ ...CROWD, n: 1, seed: 1, until: 100 });
  expect(recordsOf(alone, 'protocolEvent').filter(({ event }) => event === 'refuse')).toEqual([]);
  expect(alone.system.robots[0]!.motionRequests).toBeGreaterThan(2);
  const fast = await robotRun({ ...CROWD, channel: basicChannel(0), seed: 1, until: 100 });
  expect(checked(fast)).toMatchObject(HOLD);
});

test('the same seed gives the same run', async () => {
  const [first, second] = [await robotRun({ ...CROWD, seed: 9 }), await robotRun({ ...CROWD, seed: 9 })];
  expect(second.records).toEqual(first.records);
});

test.each([
  [{ margin: -1 }, 'PathReservation.margin: expected a number of at least 0 (m), got "-1"'],
  [{ pause: 0 }, 'PathReservation.pause: expected a number above 0 (s), got "0"'],
  [{ side: -5 }, 'PathReservation.side: expected a number of at least 0 (m), got "-5"'],
])('parameters %p are refused', async (parameters, message) => {
  await expect(robotRun({ ...CROWD, parameters, seed: 1 })).rejects.toThrow(message);
});
