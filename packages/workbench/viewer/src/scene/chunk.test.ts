import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { deliver, drop, leg, robot, send } from '@kineko/tools/kits/scenes';
import { longRun } from '@kineko/tools/shared/long-log';
import fc from 'fast-check';
import { ChunkWriter, replayChunk, type SceneChunk } from './chunk.js';
import { Digest } from './digest.js';
import { frameAt } from './frame.js';
import { Scene } from './scene.js';

const stretch = { x: 1, y: 2, heading: 0.5 };
const from = [5, 5, 0];
const corner = { x: 5, y: 5, heading: 0 };
const knots = [3, 1, 2, 1, 1, 0, 5, 3, 4, 1, 1, 0];

/** One of each visible kind. */
const EVERYTHING: readonly TraceRecord[] = [
  { type: 'world', time: 0, area: [0, 0, 50, 40], walled: true, response: 'stop' },
  { type: 'obstacle', time: 0, obstacle: 0, name: 'wall', shape: { kind: 'box', x: 1, y: 1, width: 2, height: 3 } },
  { type: 'object', time: 0, object: 4, x: 7, y: 8, size: 2, tag: 'food', heat: 0, light: 0 },
  { type: 'obstacle', time: 0, obstacle: 1, name: 'box', shape: { kind: 'box', x: 4, y: 4, width: 2, height: 2 } },
  { type: 'obstacleLeg', time: 0, obstacle: 1, from, leg: { kind: 'rest', ...corner, start: 0, end: Infinity } },
  robot(0, 1, 2, { tag: 'first' }),
  robot(1, 20, 20),
  leg(0, { kind: 'line', ...stretch, start: 1, end: 4, vx: 1, vy: 0 }),
  leg(1, { kind: 'arc', x: 20, y: 20, heading: 0, start: 2, end: 6, speed: 1, turnRate: 0.5 }),
  { type: 'obstacleLeg', time: 1, obstacle: 1, from, leg: { kind: 'line', ...corner, start: 1, end: 3, vx: 2, vy: 1 } },
  send(2, 0, [1, 7], 1),
  { type: 'sensorRequest', time: 2, robot: 1, sensor: 'view', request: { viewSize: 9 } },
  leg(0, { kind: 'curve', ...stretch, start: 3, end: 5, knots }),
  { type: 'obstacleLeg', time: 3, obstacle: 1, from, leg: { kind: 'curve', ...corner, start: 3, end: 5, knots } },
  deliver(3, 0, 1, 1),
  { ...drop(3.5, 0, 7, 1), reason: 'the link is cut' },
  { type: 'object', time: 3.6, object: 4, x: 8, y: 8, size: 2, tag: 'food', heat: 0, light: 0 },
  { type: 'log', time: 3.7, process: -1, logger: 'status', level: 'info', text: 'hunting' },
  robot(9, 30, 30, { time: 3.8 }),
  robot(0, 3, 3, { time: 3.9, tag: 'again' }),
  { type: 'effect', time: 4, robot: 0, effector: 'tag', request: { tag: 'second' } },
  { type: 'touch', time: 4, robot: 0, other: { kind: 'robot', id: 1 } },
  { type: 'crash', time: 4, process: 1 },
  { type: 'suspect', time: 4.5, process: 0, detector: 'd', other: 1, isSuspected: true },
  leg(1, { kind: 'turn', x: 22, y: 22, heading: 0, start: 5, end: 7, turnRate: 1 }),
  { type: 'log', time: 8, process: 0, logger: 'a', level: 'info', text: '' },
];

/** The comparable contents of a scene. */
function seen(scene: Scene, times: readonly number[]) {
  const { area, isWalled, obstacles, objects, start, end } = scene;
  const frames = times.map((time) => {
    const { robots, messages, contacts, looks } = frameAt(scene, time);
    const [objectsNow, cuts, status] = [scene.objectsAt(time), scene.partitions.at(time), scene.statusText.at(time)];
    const pushed = [...scene.movables].map(([id, movable]) => ({ id, shapes: movable.shapesAt(time) }));
    return { robots, messages, contacts, looks, objectsNow, cuts, status, pushed };
  });
  return {
    area,
    isWalled,
    obstacles,
    objects,
    start,
    end,
    frames,
    events: scene.events.motion.histogram(start, end, 20),
  };
}

/** As a page gets it: split anywhere, and cloned. */
function throughChunks(records: Iterable<TraceRecord>, cutEvery: number): Scene {
  const scene = new Scene();
  const writer = new ChunkWriter();
  const digest = new Digest(writer);
  let count = 0;
  const hand = (chunk: SceneChunk): void => replayChunk(structuredClone(chunk), scene);
  for (const record of records) {
    digest.add(record);
    if (++count % cutEvery === 0) hand(writer.take());
  }
  hand(writer.take());
  expect(writer.length).toBe(0);
  return scene;
}

function direct(records: Iterable<TraceRecord>): Scene {
  const scene = new Scene();
  for (const record of records) scene.add(record);
  return scene;
}

const TIMES = [0, 0.5, 1.5, 2, 2.5, 3.25, 3.5, 4, 4.75, 5.5, 6, 7.9];

test('a scene from chunks equals one from the records, wherever they are split', () => {
  const expected = seen(direct(EVERYTHING), TIMES);
  for (const cutEvery of [1, 2, 5, 1000]) expect(seen(throughChunks(EVERYTHING, cutEvery), TIMES)).toEqual(expected);
});

test('the same holds for long runs with legs, and for legs derived from events', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { maxLength: 8 }),
      (withLegs, cutEvery, times) => {
        const records = [...longRun({ robots: 7, rounds: 10 }, withLegs)];
        expect(seen(throughChunks(records, cutEvery), times)).toEqual(seen(direct(records), times));
      },
    ),
    { seed: 11, numRuns: 40 },
  );
});

test('an unknown step is refused', () => {
  const chunk = { steps: Uint8Array.of(200), numbers: new Float64Array(0), values: [] };
  expect(() => replayChunk(chunk, new Scene())).toThrow('unknown step 200 in a chunk');
});
