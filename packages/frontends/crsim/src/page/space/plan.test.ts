import { describe, expect, test } from '@jest/globals';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { BEACON, CRATE, OBJECTS, ROBOT, updateAt } from '../../../test/spaces.js';
import { scaleOf } from './infrared.js';
import { LIGHT } from '@kineko/viewer';
import { lookOf } from './look.js';
import { drawPlan, linesBetween, onPlan, type Plan, reachOf, topOf } from './plan.js';
import { Space } from './space.js';
import { readSpaceMessage } from './wire.js';

/** One pixel per unit, with the corner of the ground in the corner of the picture. */
const VIEW = { x: 50, y: -40, pixelsPerMetre: 1, width: 100, height: 80 };

function thingsOf(messages: readonly object[], step = 0) {
  const space = new Space();
  for (const message of messages) space.take(readSpaceMessage(JSON.stringify(message)));
  return [...space.thingsAt(step)];
}

function drawn(messages: readonly object[], changes: Partial<Plan> = {}): RecordingCanvas {
  const context = new RecordingCanvas();
  drawPlan({
    context,
    view: VIEW,
    look: lookOf('light', undefined),
    ground: { left: 0, top: 0, right: 100, bottom: 80, hasWalls: false },
    things: thingsOf(messages),
    selected: undefined,
    hasNames: false,
    ...changes,
  });
  return context;
}

const arcs = ({ calls }: RecordingCanvas) => calls.filter(({ name }) => name === 'arc');
const texts = ({ calls }: RecordingCanvas) => calls.flatMap(({ name, args }) => (name === 'fillText' ? [args[0]] : []));

describe('the plan', () => {
  test('has x to the right and z down', () => {
    expect(onPlan(VIEW, 0, 0)).toEqual({ x: 0, y: 0 });
    expect(onPlan(VIEW, 30, 20)).toEqual({ x: 30, y: 20 });
  });

  test('draws round objects as discs and boxes with four corners, each in its own colour', () => {
    const canvas = drawn([ROBOT, CRATE]);
    expect(arcs(canvas)).toEqual([expect.objectContaining({ args: [10, 10, 1, 0, 2 * Math.PI], fill: '#ff0000' })]);
    const corners = canvas.calls.filter(({ name, fill }) => name === 'lineTo' && fill === '#996633');
    expect(corners).toHaveLength(3);
    // The first corner: ahead and to the right of a box that faces slightly left.
    const first = canvas.calls.find(({ name, fill }) => name === 'moveTo' && fill === '#996633')!;
    expect(first.args).toEqual([
      expect.closeTo(20 + 2 * Math.cos(0.5) + 1.5 * Math.sin(0.5), 9),
      expect.closeTo(30 - 2 * Math.sin(0.5) + 1.5 * Math.cos(0.5), 9),
    ]);
  });

  test('draws walls around the ground, not on it', () => {
    const hasWalls = { left: 0, top: 0, right: 100, bottom: 80, hasWalls: true };
    const inColour = ({ calls }: RecordingCanvas) => calls.filter(({ fill }) => fill === LIGHT.obstacle);
    const corners = inColour(drawn([], { ground: hasWalls })).flatMap(({ name, args }) =>
      name === 'moveTo' || name === 'lineTo' ? [args as number[]] : [],
    );
    expect(corners).toHaveLength(16);
    expect([Math.min(...corners.map(([x]) => x!)), Math.max(...corners.map(([, y]) => y!))]).toEqual([-1, 81]);
    for (const [x, y] of corners) expect(x! <= 0 || x! >= 100 || y! <= 0 || y! >= 80).toBe(true);
    expect(inColour(drawn([]))).toEqual([]);
  });

  test('draws higher objects later', () => {
    const below = { ...ROBOT, name: 'mat', ypos: 0.05, height: 0.1, radius: 3 };
    const radii = arcs(drawn([ROBOT, below])).map(({ args }) => args[2]);
    expect(radii).toEqual([3, 1]);
  });

  test('shows the heading of a robot by a line', () => {
    const things = thingsOf([ROBOT, ...[0, 1, 2, 3, 4, 5].map(updateAt)], 5);
    const canvas = drawn([], { things });
    const line = canvas.calls.filter(({ name }) => name === 'lineTo').at(-1)!;
    expect(line.args).toEqual([expect.closeTo(15, 9), expect.closeTo(8, 9)]);
  });

  test('draws a ring around the selected object, and names if they are on', () => {
    const canvas = drawn(OBJECTS, {
      selected: 'lamp',
      hasNames: true,
      view: { ...VIEW, width: 400, height: 320, pixelsPerMetre: 4 },
    });
    expect(arcs(canvas).at(-1)!.args.slice(2, 3)).toEqual([4 + 5]);
    expect(texts(canvas)).toEqual(['crate', 'lamp', 'r1', 'beacon']);
    expect(texts(drawn(OBJECTS))).toEqual([]);
  });

  test('uses the colours of the scale on a dark ground in infrared', () => {
    const scale = scaleOf([0, 5, 12, 40], 'heat');
    const canvas = drawn(OBJECTS, { look: lookOf('light', scale) });
    expect(canvas.calls[0]).toMatchObject({ name: 'fillRect', fill: '#07070c' });
    expect(arcs(canvas).map(({ fill }) => fill)).toContain('#fa9921');
  });
});

test('lines of the ground are at round numbers and at its ends, never too close', () => {
  expect(linesBetween(0, 100, 1)).toEqual([0, 50, 100]);
  expect(linesBetween(-3, 9, 10)).toEqual([-3, 0, 5, 9]);
  expect(linesBetween(0, 1e6, 1e3).length).toBeLessThan(205);
});

test('an object of several shapes reaches as far and as high as its outermost ones', () => {
  const [beacon] = thingsOf([BEACON]);
  expect(reachOf(beacon!)).toBe(1);
  expect(topOf(beacon!)).toBe(4.5);
});
