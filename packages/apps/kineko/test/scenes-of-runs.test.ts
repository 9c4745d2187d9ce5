/** The scene of a run equals the computed one: exactly from its trace, to the last printed digit from its Neko log. */
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { NekoLogWriter, readNekoLog } from '@kineko/formats/neko-log';
import type { TraceRecord } from '@kineko/formats/trace';
import { curveLeg, poseAt, type Pose, type Leg, sin } from '@kineko/geometry';
import { Random, Simulator } from '@kineko/kernel';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { frameAt, Scene } from '@kineko/viewer';
import { type MotionModule, type MotionRequest, World } from '@kineko/world';
import { runConfig } from 'kineko/testing';

const EXAMPLES = pathToFileURL(`${REPOSITORY}examples/`);

/** Error of the distance of two printed positions, each rounded to a thousandth per axis (m). */
const PRINTED = 0.0015;
/** Error of the difference of two printed times (s). */
const PRINTED_SECONDS = 0.001;
/** Error of printed headings (rad). */
const PRINTED_ANGLE = 0.00003;

/** Error of printed rates (m/s, or degrees per second). */
const PRINTED_RATE = 0.0006;
const DEGREE = Math.PI / 180;

function sceneOf(records: Iterable<TraceRecord>): Scene {
  const scene = new Scene();
  for (const record of records) scene.add(record);
  return scene;
}

function sceneOfLog(records: readonly TraceRecord[]): Scene {
  const writer = new NekoLogWriter();
  for (const record of records) writer.append(record);
  return sceneOf(readNekoLog(writer.take(), 'run.log'));
}

/** Pose of a robot from the records alone, searched from the start. */
function poseByRecords(records: readonly TraceRecord[], robot: number, time: number): Pose {
  let leg: Leg | undefined;
  for (const record of records) {
    if (record.time > time) break;
    if (record.type === 'robot' && record.robot === robot) {
      const { x, y, heading } = record;
      leg = { kind: 'rest', x, y, heading, start: 0, end: Infinity };
    } else if (record.type === 'leg' && record.robot === robot) leg = record.leg as Leg;
  }
  return poseAt(leg!, time);
}

/** Some times in random order, with those of events among them. */
function instantsOf(records: readonly TraceRecord[], count: number): number[] {
  const end = records.at(-1)!.time;
  const even = Array.from({ length: count }, (_, k) => end * ((k * 0.618034) % 1));
  const happening = Array.from({ length: count }, (_, k) => records[Math.floor((records.length * k) / count)]!.time);
  return [...even, ...happening];
}

function apart(a: number, b: number): number {
  const turns = (a - b) / (2 * Math.PI);
  return 2 * Math.PI * Math.abs(turns - Math.round(turns));
}

/** Maximum speed (m/s) and turning rate (rad/s) of all robots. */
function fastest(records: readonly TraceRecord[]): { readonly speed: number; readonly rate: number } {
  let [speed, rate] = [0, 0];
  for (const record of records) {
    if (record.type !== 'motionEvent') continue;
    speed = Math.max(speed, record.speed);
    rate = Math.max(rate, Math.abs(record.turnRate));
  }
  return { speed, rate };
}

function expectSameFromLog(records: readonly TraceRecord[], instants: readonly number[]): void {
  const [exact, logged] = [sceneOf(records), sceneOfLog(records)];
  const { speed, rate } = fastest(records);
  expect(logged.robots.size).toBeGreaterThan(0);
  for (const [id, robot] of logged.robots) {
    const last = lastNews(records, id);
    for (const time of instants) {
      const [a, b] = [exact.robots.get(id)!.poseAt(time)!, robot.poseAt(time)!];
      // A motion that has not ended continues at a printed rate, with an unknown target.
      const since = Math.max(0, time - last);
      const metres = PRINTED + speed * PRINTED_SECONDS + since * PRINTED_RATE;
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(metres);
      const radians = PRINTED_ANGLE + rate * PRINTED_SECONDS + since * PRINTED_RATE * DEGREE;
      expect(apart(a.heading, b.heading)).toBeLessThan(radians);
    }
  }
}

/** Time of the last record of a robot's motion. */
function lastNews(records: readonly TraceRecord[], robot: number): number {
  const isNews = (record: TraceRecord): boolean =>
    (record.type === 'motionEvent' || record.type === 'motionEnd') && record.robot === robot;
  return records.findLast(isNews)!.time;
}

describe.each(['gathering', 'random-movement', 'ask-for-help'])('a run of %s', (name) => {
  const run = runConfig(new URL(`${name}/robotsim.config`, EXAMPLES), { set: { 'simulation.time': 60 } });

  test('is drawn exactly from its trace', async () => {
    const { records } = await run;
    const scene = sceneOf(records);
    for (const time of instantsOf(records, 20)) {
      for (const { id, x, y, heading } of frameAt(scene, time).robots) {
        expect({ x, y, heading }).toEqual(poseByRecords(records, id, time));
      }
    }
  });

  test('is drawn to the last digit from its Neko log', async () => {
    const { records } = await run;
    expectSameFromLog(records, instantsOf(records, 60));
  });

  test('has the same messages in transit in both', async () => {
    const { records } = await run;
    const [exact, logged] = [sceneOf(records), sceneOfLog(records)];
    // Between printed times, not at them.
    const instants = instantsOf(records, 30).map((time) => Math.floor(time * 1000) / 1000 + 0.00049);
    const underWay = (scene: Scene, time: number) =>
      frameAt(scene, time)
        .messages.map(({ from, to, type }) => `${from} ${to} ${type}`)
        .sort();
    for (const time of instants) {
      if (records.some((record) => Math.abs(record.time - time) < 0.001)) continue;
      expect(underWay(logged, time)).toEqual(underWay(exact, time));
    }
  });
});

/** A wave: neither a line nor an arc. */
const wave: MotionModule<MotionRequest & { readonly kind: 'wave' }> = {
  kind: 'wave',
  plan(_request, { x, y, heading }, start) {
    const leg = curveLeg({
      start,
      end: start + 6,
      position: (t) => ({ x: x + (t - start), y: y + sin(t - start) }),
      velocity: (t) => ({ x: 1, y: sin(t - start + Math.PI / 2) }),
      headingAt: (t) => heading + 0.1 * (t - start),
      maxSpeed: 1.5,
      maxAcceleration: 1,
    });
    return [{ name: 'wave', leg }];
  },
};

async function bends(): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  const simulator = new Simulator();
  const world = new World(
    {
      robots: [
        { id: 0, radius: 0.5, x: 0, y: 0 },
        { id: 1, radius: 0.5, x: 30, y: 0, heading: 1 },
        { id: 2, radius: 0.5, x: 60, y: 0 },
        { id: 3, radius: 0.5, x: 60, y: 40 },
      ],
      obstacles: [{ kind: 'disc', x: 63, y: 3, radius: 0.5 }],
    },
    { simulator, random: new Random(1), modules: [wave], emit: (record) => records.push(record) },
  );
  const inTurn = (robot: number, [first, ...rest]: readonly MotionRequest[]): void => {
    if (first !== undefined) world.motions.request(robot, first, () => inTurn(robot, rest));
  };
  const arc = (speed: number, turnRate: number, duration: number): MotionRequest =>
    ({ kind: 'arc', speed, turnRate, duration }) as MotionRequest;
  inTurn(0, [
    arc(2, 0.5, 4),
    arc(-1.5, 0.7, 3),
    arc(0.02, -0.01, 20),
    { kind: 'turn', angle: -2, turnRate: 0.3 } as MotionRequest,
  ]);
  inTurn(1, [arc(2, -0.9, 11), { kind: 'forward', distance: -6, speed: 0.7 } as MotionRequest]);
  // It touches the pillar.
  inTurn(2, [arc(2, 0.5, 20)]);
  inTurn(3, [{ kind: 'wave' }]);
  await simulator.run();
  return records;
}

describe('arcs, also backwards, a collision on one, and a curve', () => {
  test('are drawn exactly from the trace, the curve to a micrometre', async () => {
    const records = await bends();
    const scene = sceneOf(records);
    for (const time of instantsOf(records, 80)) {
      for (const id of [0, 1, 2]) expect(scene.robots.get(id)!.poseAt(time)).toEqual(poseByRecords(records, id, time));
      if (time > 6) continue;
      const { x, y, heading } = scene.robots.get(3)!.poseAt(time)!;
      expect(x).toBeCloseTo(60 + time, 5);
      expect(y).toBeCloseTo(40 + Math.sin(time), 5);
      expect(heading).toBeCloseTo(0.1 * time, 5);
    }
  });

  test('are drawn to the last digit from the log, except the curve, of which it has only the ends', async () => {
    const all = await bends();
    const records = all.filter((record) => !('robot' in record) || record.robot !== 3);
    expect(records.some((record) => record.type === 'motionEnd' && record.status === 'collided')).toBe(true);
    expectSameFromLog(records, instantsOf(records, 80));
    const curve = sceneOfLog(all).robots.get(3)!;
    expect(curve.poseAt(0)).toMatchObject({ x: 60, y: 40 });
    expect(curve.poseAt(6)!.x).toBeCloseTo(66, 2);
    expect(curve.poseAt(6)!.y).toBeCloseTo(40 + Math.sin(6), 2);
  });
});
