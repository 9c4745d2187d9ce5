import { describe, expect, test } from '@jest/globals';
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import fc from 'fast-check';
import { end, leg, line, phaseFinish, phaseStart, request, rest, send } from '../test/analysis-records.js';
import { analyse } from './analyzer.js';
import { curveLength } from './curve-length.js';
import type { RobotReport } from './report.js';

async function robotOf(...records: readonly TraceRecord[]): Promise<RobotReport> {
  return (await analyse(records)).robots[0]!;
}

/** A turn of 2 s, a line of 6 m in 3 s, then rest until 10 s. */
const moveTo: readonly TraceRecord[] = [
  request(0, 1),
  phaseStart(0, 1, { turn: 1, turnRate: 0.5 }),
  phaseFinish(2, 1, false),
  phaseStart(2, 1, { toX: 6, distance: 6, speed: 2 }),
  phaseFinish(5, 1, true, 6),
  end(5, 1, 'finished', { x: 6 }),
];

describe('the way of a robot', () => {
  test('from motion events alone', async () => {
    const robot = await robotOf(...moveTo, request(10, 1));
    expect(robot).toMatchObject({
      distanceMetres: 6,
      distanceFrom: 'events',
      distanceIsEstimate: false,
      presentSeconds: 10,
      turningSeconds: 2,
      movingSeconds: 3,
      idleSeconds: 5,
      meanSpeedMetresPerSecond: 2,
      motions: { begun: 2, finished: 1, underWay: 1, collided: 0, replaced: 0, stopped: 0, blocked: 0 },
    });
  });

  test('from legs, which win over events', async () => {
    const turning: TraceLeg = { ...rest(0), kind: 'turn', end: 2, turnRate: 0.5 };
    const legs = [leg(1, turning), leg(1, line(2, 5, 2)), leg(1, rest(5))];
    const robot = await robotOf(...moveTo.slice(0, 1), ...legs, ...moveTo.slice(1), request(10, 1));
    expect(robot).toMatchObject({
      distanceMetres: 6,
      distanceFrom: 'legs',
      turningSeconds: 2,
      movingSeconds: 3,
      idleSeconds: 5,
      meanSpeedMetresPerSecond: 2,
    });
  });

  test('a leg that is cut counts up to the next one, and the last one up to the end of the log', async () => {
    const cut = await robotOf(leg(1, line(0, 100, 3, 4)), leg(1, rest(2)), send(10, 0, 1, []));
    expect(cut).toMatchObject({ distanceMetres: 10, movingSeconds: 2, idleSeconds: 8 });
    const open = await robotOf(leg(1, line(0, Infinity, 3, 4)), send(4, 0, 1, []));
    expect(open).toMatchObject({ distanceMetres: 20, movingSeconds: 4, idleSeconds: 0 });
    const over = await robotOf(leg(1, line(0, 1, 3, 4)), send(4, 0, 1, []));
    expect(over).toMatchObject({ distanceMetres: 5, movingSeconds: 1, idleSeconds: 3 });
  });

  test('measures an arc by the distance driven, forwards or backwards', async () => {
    const arc: TraceLeg = { ...rest(0), kind: 'arc', end: 8, speed: -2, turnRate: 1 };
    expect(await robotOf(leg(1, arc), leg(1, rest(3)))).toMatchObject({ distanceMetres: 6, movingSeconds: 3 });
    const records = [phaseStart(0, 1, { speed: 2, turnRate: 1, distance: 16, toX: 1 }), end(3, 1, 'stopped', { x: 2 })];
    expect(await robotOf(...records)).toMatchObject({ distanceMetres: 6, distanceIsEstimate: false });
  });

  test('a motion that is cut goes as far as the robot got', async () => {
    const start = phaseStart(0, 1, { toX: 6, toY: 8, distance: 10, speed: 1 });
    const collided = await robotOf(start, end(5, 1, 'collided', { x: 3, y: 4 }));
    expect(collided).toMatchObject({ distanceMetres: 5, movingSeconds: 5, motions: { collided: 1, begun: 1 } });
    // The next start shows where the previous motion was given up.
    const replaced = await robotOf(
      start,
      request(5, 1),
      phaseStart(5, 1, { x: 3, y: 4, speed: 1, toX: 3, toY: 9, distance: 5 }),
    );
    expect(replaced).toMatchObject({ distanceMetres: 5, motions: { replaced: 1, underWay: 1, begun: 2 } });
  });

  test('extrapolates a motion that is under way at the end of the log', async () => {
    const start = phaseStart(0, 1, { toX: 6, distance: 6, speed: 2 });
    expect(await robotOf(start, send(2, 0, 1, []))).toMatchObject({ distanceMetres: 4, motions: { underWay: 1 } });
    expect(await robotOf(start, send(5, 0, 1, []))).toMatchObject({ distanceMetres: 6 });
    const turn = phaseStart(0, 1, { turnRate: 1, turn: 9 });
    expect(await robotOf(turn, send(5, 0, 1, []))).toMatchObject({ distanceMetres: 0, turningSeconds: 5 });
  });

  test('marks the distance of a curve without legs as an estimate', async () => {
    const start = phaseStart(0, 1, { toX: 1, distance: 10, speed: 2 });
    expect(await robotOf(start, phaseFinish(5, 1, true, 1))).toMatchObject({
      distanceMetres: 10,
      distanceIsEstimate: true,
    });
    expect(await robotOf(start, end(2, 1, 'stopped', { x: 1 }))).toMatchObject({
      distanceMetres: 4,
      distanceIsEstimate: true,
    });
  });

  test('the length of a curve on record is that of its cubics', async () => {
    // A quarter of the unit circle in π/2 seconds, by 64 cubics.
    const knots: number[] = [];
    for (let i = 0; i <= 64; i++) {
      const t = (i * Math.PI) / 128;
      knots.push(t, Math.cos(t), Math.sin(t), -Math.sin(t), Math.cos(t), t + Math.PI / 2);
    }
    expect(curveLength(knots, 0, 2)).toBeCloseTo(Math.PI / 2, 6);
    expect(curveLength(knots, 0.3, 0.7)).toBeCloseTo(0.4, 6);
    expect(curveLength(knots, 2, 3)).toBe(0);
    const curve: TraceLeg = { ...rest(0), kind: 'curve', end: Math.PI / 2, knots };
    const robot = await robotOf(leg(1, curve), leg(1, rest(1)));
    expect(robot.distanceMetres).toBeCloseTo(1, 6);
    expect(robot.movingSeconds).toBe(1);
  });

  test('a robot that is a process too has been there since the first record of either', async () => {
    const robot = await robotOf(send(0, 1, 1, [2]), request(4, 1), send(8, 2, 1, [1]));
    expect(robot).toMatchObject({ firstSeconds: 0, presentSeconds: 8, messagesSent: 1, messagesReceived: 0 });
  });

  test('straight motions that nothing cuts are as long by legs as by events', async () => {
    const motion = fc.record({
      x: fc.double({ min: -1000, max: 1000, noNaN: true }),
      y: fc.double({ min: -1000, max: 1000, noNaN: true }),
      speed: fc.double({ min: 0.01, max: 100, noNaN: true }),
      pause: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(motion, { minLength: 1, maxLength: 20 }), async (motions) => {
        const events: TraceRecord[] = [];
        const legs: TraceRecord[] = [];
        let [time, x, y] = [0, 0, 0];
        for (const to of motions) {
          const distance = Math.hypot(to.x - x, to.y - y);
          const start = time;
          time += distance / to.speed;
          events.push(phaseStart(start, 1, { x, y, toX: to.x, toY: to.y, distance, speed: to.speed }));
          events.push(phaseFinish(time, 1, true, to.x, to.y), end(time, 1, 'finished', to));
          const [vx, vy] = [(to.x - x) / (time - start || 1), (to.y - y) / (time - start || 1)];
          legs.push(leg(1, { ...line(start, time, vx, vy), x, y }), leg(1, { ...rest(time), x: to.x, y: to.y }));
          [x, y] = [to.x, to.y];
          time += to.pause;
        }
        const last = send(time, 0, 1, []);
        const byEvents = await robotOf(...events, last);
        const byLegs = await robotOf(...legs, last);
        expect(byLegs.distanceFrom).toBe('legs');
        expect(byLegs.distanceMetres).toBeCloseTo(byEvents.distanceMetres, 6);
        expect(byLegs.movingSeconds).toBeCloseTo(byEvents.movingSeconds, 6);
        expect(byLegs.idleSeconds).toBeCloseTo(byEvents.idleSeconds, 6);
      }),
      { seed: 20, numRuns: 100 },
    );
  });
});

describe('motions by how they ended', () => {
  test('from a trace', async () => {
    const { motions } = await robotOf(
      ...moveTo,
      request(6, 1),
      end(7, 1, 'stopped'),
      request(7, 1),
      end(8, 1, 'replaced', { by: 'request' }),
      request(8, 1),
      end(8, 1, 'collided'),
      end(9, 1, 'blocked'),
    );
    expect(motions).toEqual({
      begun: 5,
      finished: 1,
      stopped: 1,
      replaced: 1,
      collided: 1,
      blocked: 1,
      underWay: 0,
    });
  });

  test('as a log without ends lets one see', async () => {
    const noEnds = moveTo.slice(0, -1);
    expect((await robotOf(...noEnds)).motions).toMatchObject({ begun: 1, finished: 1 });
    const twice = await robotOf(...noEnds, request(6, 1), phaseStart(6, 1, { turnRate: 1 }), request(7, 1));
    expect(twice.motions).toMatchObject({ begun: 3, finished: 1, replaced: 1, underWay: 1 });
    // Without requests either.
    const starts = [phaseStart(0, 1, { turnRate: 1 }), phaseStart(1, 1, { turnRate: -1 })];
    expect((await robotOf(...starts)).motions).toMatchObject({ begun: 2, replaced: 1, underWay: 1 });
    const next = [...noEnds.slice(1), phaseStart(6, 1, { turnRate: 1 })];
    expect((await robotOf(...next)).motions).toMatchObject({ begun: 2, finished: 1, underWay: 1 });
  });
});
