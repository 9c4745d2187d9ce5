import { describe, expect, test } from '@jest/globals';
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { deliver, drop, leg, robot, sceneOf, send } from '@kineko/tools/kits/scenes';
import { fit } from '@kineko/ui';
import { ANY_CHARACTER } from '@kineko/tools/kits/any-character';
import fc from 'fast-check';
import { draw } from '../render/draw.js';
import { DEFAULT_STYLE } from '../render/style.js';
import { svgOf } from '../render/svg.js';
import { colorOf } from '../render/color.js';
import { ChunkWriter, replayChunk } from './chunk.js';
import { Digest } from './digest.js';
import { frameAt } from './frame.js';
import { boundsOf } from './scene-bounds.js';
import { Scene } from './scene.js';

test('a scene is empty before the first record', () => {
  const scene = new Scene();
  expect(scene.isEmpty).toBe(true);
  expect(frameAt(scene, 0)).toEqual({ time: 0, robots: [], messages: [], contacts: [], looks: [] });
});

test('the pose and state of a robot follow from its legs', () => {
  const scene = sceneOf(
    robot(3, 0, 0),
    leg(3, { kind: 'turn', x: 0, y: 0, heading: 0, start: 1, end: 2, turnRate: 1 }),
    leg(3, { kind: 'line', x: 0, y: 0, heading: 1, start: 2, end: 4, vx: 1, vy: 2 }),
  );
  const at = (time: number) => frameAt(scene, time).robots[0]!;
  expect(at(0.5)).toMatchObject({ id: 3, radius: 5, x: 0, y: 0, heading: 0, state: 'idle' });
  expect(at(1.5)).toMatchObject({ heading: 0.5, state: 'turning' });
  expect(at(3)).toMatchObject({ x: 1, y: 2, heading: 1, state: 'moving' });
  expect(at(9)).toMatchObject({ x: 2, y: 4, state: 'idle' });
});

test('a robot is absent before it enters, and one that enters again has moved', () => {
  const scene = sceneOf(robot(0, 0, 0), robot(1, 5, 5, { time: 3 }), robot(0, 9, 9, { time: 6 }));
  const places = (time: number) => frameAt(scene, time).robots.map(({ id, x }) => [id, x]);
  expect([1, 3, 6].map(places)).toEqual([
    [[0, 0]],
    [
      [0, 0],
      [1, 5],
    ],
    [
      [0, 9],
      [1, 5],
    ],
  ]);
  expect(svgOf(scene, fit(boundsOf(scene), 100, 100), DEFAULT_STYLE, { from: 0, to: 6, pace: 1 })).toContain(
    'keyTimes="0;0.5" values="hidden;visible"',
  );
});

test('a tag holds from the time it is set', () => {
  const effect = (time: number, tag: string): TraceRecord => {
    return { type: 'effect', time, robot: 0, effector: 'tag', request: { tag } };
  };
  const scene = sceneOf(robot(0, 0, 0, { tag: 'new' }), effect(2, 'leader'), effect(5, ''));
  expect([1, 2, 4.9, 5].map((time) => frameAt(scene, time).robots[0]!.tag)).toEqual(['new', 'leader', 'leader', '']);
});

test('crashes and suspicions have a start and an end', () => {
  const suspect = (time: number, process: number, isSuspected: boolean): TraceRecord => {
    return { type: 'suspect', time, process, detector: 'fd', other: 1, isSuspected };
  };
  const scene = sceneOf(
    robot(0, 0, 0),
    robot(1, 9, 9),
    { type: 'crash', time: 2, process: 1 },
    suspect(3, 0, true),
    { type: 'recover', time: 5, process: 1 },
    suspect(6, 2, true),
    suspect(7, 0, false),
    suspect(8, 2, false),
  );
  const states = [1, 2, 4, 5, 7.5, 8].map((time) => frameAt(scene, time).robots[1]!.state);
  expect(states).toEqual(['idle', 'crashed', 'crashed', 'suspected', 'suspected', 'idle']);
  expect(scene.suspectedBy(1, 6.5)).toEqual([0, 2]);
  expect(scene.isSuspected(1, 7.5)).toBe(true);
  expect(frameAt(scene, 4).robots[0]!.state).toBe('idle');
});

test('messages move from the sender to the receiver, lost ones stop, and those without an end wait', () => {
  const scene = sceneOf(
    robot(0, 0, 0),
    robot(1, 9, 9),
    send(0, 0, [1], 1),
    send(0, 0, [1], 2),
    send(0, 0, [1], 3),
    deliver(4, 0, 1, 1),
    drop(2, 0, 1, 2),
  );
  const shares = (time: number) => frameAt(scene, time).messages.map(({ share }) => share);
  expect(shares(1)).toEqual([0.95 / scene.flights.typicalSeconds, 0.25, 0.25]);
  // The drop came out of order and gets the time of the record before it.
  expect(frameAt(scene, 3.9).messages).toHaveLength(3);
  expect(frameAt(scene, 100).messages.map(({ share, ended }) => [share, ended])).toEqual([[0.95, Infinity]]);
});

test('contacts and looks last a moment, which is longer at a faster pace', () => {
  const scene = sceneOf(
    robot(0, 0, 0),
    { type: 'touch', time: 10, robot: 0, other: { kind: 'obstacle', id: 4 } },
    { type: 'sensorRequest', time: 10, robot: 0, sensor: 'view', request: { viewSize: 30 } },
    { type: 'sensorRequest', time: 10, robot: 0, sensor: 'sonar', request: { range: 7 } },
    { type: 'sensorRequest', time: 10, robot: 0, sensor: 'gps', request: { who: 'all' } },
    { type: 'log', time: 20, process: 0, logger: 'a', level: 'info', text: 'the end' },
  );
  expect(frameAt(scene, 10.5).contacts).toEqual([{ robot: 0, other: 4, isObstacle: true, age: 0.5 }]);
  expect(frameAt(scene, 10.5).looks.map(({ metres }) => metres)).toEqual([7, 30]);
  expect(frameAt(scene, 12).contacts).toEqual([]);
  expect(frameAt(scene, 12, 4).contacts).toMatchObject([{ age: 0.5 }]);
});

test('a destination is shown while the robot moves there', () => {
  const scene = sceneOf(robot(0, 0, 0), motion('start', 1, 0, 0), motion('finish', 3, 10, 0));
  const destinations = [0.5, 1, 2.9, 3].map((time) => frameAt(scene, time).robots[0]!.destination);
  expect(destinations).toEqual([undefined, { x: 10, y: 0 }, { x: 10, y: 0 }, undefined]);
});

function motion(
  edge: 'start' | 'finish',
  time: number,
  x: number,
  y: number,
  more: Partial<RecordOf<'motionEvent'>> = {},
): RecordOf<'motionEvent'> {
  const goes = edge === 'start';
  return {
    type: 'motionEvent',
    time,
    robot: 0,
    task: 1,
    kind: 'forward',
    phase: 'forward',
    edge,
    isLast: true,
    x,
    y,
    heading: 0,
    toX: goes ? x + 10 : x,
    toY: y,
    turn: 0,
    distance: goes ? 10 : 0,
    turnRate: 0,
    speed: goes ? 5 : 0,
    ...more,
  };
}

describe('a log without legs', () => {
  test('has robots of the requested size that follow their events', () => {
    const scene = new Scene({ defaultRadius: 7, radii: new Map([[1, 3]]) });
    for (const record of [motion('start', 1, 0, 0), motion('finish', 3, 10, 0), motion('start', 4, 1, 1, { robot: 1 })])
      scene.add(record);
    expect([...scene.robots.values()].map(({ radius }) => radius)).toEqual([7, 3]);
    expect([0, 1, 2, 3, 9].map((time) => scene.robots.get(0)!.poseAt(time)!.x)).toEqual([0, 0, 5, 10, 10]);
  });

  test('has paths that end where the motion ended', () => {
    const end: TraceRecord = {
      type: 'motionEnd',
      time: 2,
      robot: 0,
      task: 1,
      status: 'collided',
      x: 4,
      y: 0,
      heading: 0,
    };
    const scene = sceneOf(motion('start', 1, 0, 0), end);
    expect([1.5, 2, 5].map((time) => scene.robots.get(0)!.poseAt(time)!.x)).toEqual([2, 4, 4]);
    expect(frameAt(scene, 2).contacts).toEqual([{ robot: 0, other: -1, isObstacle: false, age: 0 }]);
  });

  test('continues a motion as planned until its end is on record', () => {
    const scene = sceneOf(motion('start', 1, 0, 0));
    expect([2, 3, 4].map((time) => scene.robots.get(0)!.poseAt(time)!.x)).toEqual([5, 10, 10]);
  });
});

test('times never decrease, whatever a file contains', () => {
  const scene = sceneOf(
    robot(0, 1, 0, { time: 10 }),
    leg(0, { kind: 'rest', x: 2, y: 0, heading: 0, start: 3, end: Infinity }),
    { type: 'crash', time: 1, process: 0 },
  );
  expect([scene.start, scene.end]).toEqual([10, 10]);
  expect(scene.robots.get(0)!.poseAt(10)!.x).toBe(2);
  expect(scene.isCrashed(0, 10)).toBe(true);
});

describe('hostile records', () => {
  const anything = fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: -50, max: 50, noNaN: true }) },
    { weight: 1, arbitrary: fc.double() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(0, -0, -1, 1, NaN, Infinity, -Infinity, 1e300, -1e300, 2 ** 30, 2 ** 31, 5e-324),
    },
  );
  const text = fc.string({ maxLength: 8, unit: ANY_CHARACTER });
  const value = fc.oneof(fc.constant(null), anything, text, fc.object({ maxDepth: 2 }), fc.array(anything));
  const party = fc.record({ kind: fc.constantFrom('robot', 'obstacle'), id: anything });
  const pose = { x: anything, y: anything, heading: anything };
  const stretch = { ...pose, start: anything, end: anything };
  const anyLeg = fc.oneof(
    fc.record({ kind: fc.constant('rest'), ...stretch }),
    fc.record({ kind: fc.constant('turn'), ...stretch, turnRate: anything }),
    fc.record({ kind: fc.constant('line'), ...stretch, vx: anything, vy: anything }),
    fc.record({ kind: fc.constant('arc'), ...stretch, speed: anything, turnRate: anything }),
    fc.record({ kind: fc.constant('curve'), ...stretch, knots: fc.array(anything, { maxLength: 20 }) }),
    fc.record({ kind: text, ...stretch }),
  );
  const shape = fc.oneof(
    value,
    fc.record({ kind: fc.constant('disc'), x: anything, y: anything, radius: anything }),
    fc.record({ kind: fc.constant('box'), x: anything, y: anything, width: anything, height: anything }),
    fc.record({ kind: fc.constant('polygon'), points: fc.array(fc.record({ x: anything, y: anything })) }),
    fc.record({
      kind: fc.constant('bitmap'),
      x: anything,
      y: anything,
      metresPerPixel: anything,
      height: anything,
      firstRow: anything,
      rows: fc.array(fc.array(anything)),
    }),
  );
  const fields = {
    time: fc.oneof(
      { weight: 8, arbitrary: fc.double({ min: 0, max: 60, noNaN: true }) },
      { weight: 1, arbitrary: anything },
    ),
    robot: fc.oneof(fc.nat({ max: 3 }), anything),
    process: fc.oneof(fc.nat({ max: 3 }), anything),
    other: fc.oneof(party, anything),
    radius: anything,
    ...pose,
    toX: anything,
    toY: anything,
    turn: anything,
    distance: anything,
    turnRate: anything,
    speed: anything,
    edge: fc.constantFrom('start', 'finish'),
    status: fc.constantFrom('finished', 'collided'),
    area: fc.option(fc.array(anything, { maxLength: 5 }), { nil: undefined }),
    walled: fc.boolean(),
    size: anything,
    object: anything,
    tag: text,
    shape,
    leg: anyLeg,
    sensor: text,
    effector: fc.constantFrom('tag', 'other'),
    request: fc.oneof(value, fc.record({ viewSize: anything, range: anything, tag: fc.oneof(text, anything) })),
    to: fc.array(fc.oneof(fc.nat({ max: 3 }), anything), { maxLength: 4 }),
    from: fc.nat({ max: 3 }),
    message: fc.nat({ max: 3 }),
    messageType: text,
    isSuspected: fc.boolean(),
  };
  const types = ['world', 'robot', 'obstacle', 'object', 'leg', 'motionEvent', 'motionEnd', 'touch', 'sensorRequest'];
  const record = fc
    .record({
      type: fc.constantFrom(...types, 'effect', 'send', 'deliver', 'drop', 'crash', 'recover', 'suspect', 'strange'),
      ...fields,
    })
    .map((each) => ({ with: undefined, ...each, other: each.type === 'suspect' ? each.robot : Object(each.other) }));

  test('do no harm: whatever they hold, every instant can be drawn', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), fc.double({ noNaN: true }), (records, time) => {
        const scene = sceneOf(robot(0, 0, 0), ...(records as unknown as TraceRecord[]));
        const bounds = boundsOf(scene);
        for (const number of Object.values(bounds)) expect(Number.isFinite(number)).toBe(true);
        const view = fit(bounds, 400, 300);
        for (const instant of [time, scene.start, scene.end, scene.end / 2]) {
          const context = new RecordingCanvas();
          const frame = frameAt(scene, instant);
          draw({ context, scene, frame, view, style: { ...DEFAULT_STYLE, labels: 'tags', coloring: 'tag' } });
          expect(context.isEven).toBe(true);
          for (const { x, y, heading } of frame.robots) expect([x, y, heading].every(Number.isFinite)).toBe(true);
        }
        expect(svgOf(scene, view, DEFAULT_STYLE, { from: scene.start, to: scene.end, pace: 3 })).not.toMatch(
          /NaN|Infinity|undefined/,
        );
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('are drawn in a known colour, whatever their ids', () => {
    for (const id of [-3, 2.5, NaN, 1e300]) {
      const scene = sceneOf(robot(id, 0, 0));
      const context = new RecordingCanvas();
      const view = fit(boundsOf(scene), 100, 100);
      draw({ context, scene, frame: frameAt(scene, 0), view, style: DEFAULT_STYLE });
      const fills = context.named('fill').map(({ fill }) => fill);
      expect(DEFAULT_STYLE.theme.palette).toContain(fills[0]);
    }
  });
});

test('shows lights, phases and points of Look-Compute-Move runs, also through chunks', () => {
  const records: TraceRecord[] = [
    { type: 'world', time: 0, walled: false, response: 'none' },
    { type: 'robot', time: 0, robot: 0, radius: 0, x: 1, y: 2, heading: 0, tag: '' },
    { type: 'effect', time: 0, robot: 0, effector: 'light', request: { light: 'black' } },
    { type: 'phase', time: 1, robot: 0, event: 'L' },
    { type: 'effect', time: 2, robot: 0, effector: 'light', request: { light: 'red' } },
    { type: 'phase', time: 2, robot: 0, event: 'CE' },
  ];
  const writer = new ChunkWriter();
  const digest = new Digest(writer);
  for (const record of records) digest.add(record);
  const scene = new Scene();
  replayChunk(writer.take(), scene);
  const robot = scene.robots.get(0)!;
  expect(robot.radius).toBe(0);
  expect([0, 1.5, 2].map((t) => robot.lights.at(t))).toEqual(['black', 'black', 'red']);
  expect([0, 1.5, 2].map((t) => robot.phases.at(t))).toEqual(['', 'L', 'CE']);
  expect(frameAt(scene, 2).robots[0]).toMatchObject({ light: 'red' });
  const colors = [0, 2].map((t) => colorOf(frameAt(scene, t).robots[0]!, DEFAULT_STYLE));
  expect(colors).toEqual(['#26262b', '#d5443a']);
});
