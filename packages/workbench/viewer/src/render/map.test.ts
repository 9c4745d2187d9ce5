/** Parts of the map around the robots: grid, beams of sensors, sources, labels, legend and scale. */
import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { drop, robot, sceneOf, send } from '@kineko/tools/kits/scenes';
import { LIGHT, project, type View } from '@kineko/ui';
import { frameAt } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import { boundsOf } from '../scene/scene-bounds.js';
import { scaleBar } from './caption.js';
import { draw, type OwnLayer } from './draw.js';
import { fitWithLegend, legend } from './legend.js';
import { DEFAULT_STYLE, type LayerName, type Style } from './style.js';

/** Two pixels per metre, the origin in the centre. */
const view: View = { x: 0, y: 0, pixelsPerMetre: 2, width: 600, height: 400 };

function drawn(scene: Scene, layers: readonly LayerName[], own: readonly OwnLayer[] = [], style: Partial<Style> = {}) {
  const context = new RecordingCanvas();
  const shown = DEFAULT_STYLE.layers.map((layer) => ({
    ...layer,
    isVisible: layers.some((name) => name === layer.name),
  }));
  draw({ context, scene, frame: frameAt(scene, 1), view, style: { ...DEFAULT_STYLE, ...style, layers: shown } }, own);
  expect(context.isEven).toBe(true);
  return context;
}

const pointsOf = (context: RecordingCanvas, name: 'moveTo' | 'lineTo') =>
  context.named(name).map(({ args }) => args.map((each) => Math.round(Number(each))));

test('the grid has round distances, and ends at the border of the area', () => {
  const world: TraceRecord = { type: 'world', time: 0, area: [-45, -25, 65, 25], walled: false, response: 'stop' };
  const context = drawn(sceneOf(world, robot(0, 0, 0)), ['grid']);
  // At 2 pixels per metre a line every 50 m is a line every 100 pixels.
  const vertical = pointsOf(context, 'moveTo').filter(([, y]) => y === 250);
  expect(vertical).toEqual([
    [300, 250],
    [400, 250],
  ]);
  expect(pointsOf(context, 'lineTo').filter(([, y]) => y === 150)).toEqual([
    [300, 150],
    [400, 150],
  ]);
});

const look = (request: TraceRecord & { readonly type: 'sensorRequest' }): RecordingCanvas =>
  drawn(sceneOf(robot(0, 0, 0, { radius: 5, heading: Math.PI / 2 }), request), ['ranges'], [], { selected: 0 });

test('a cone starts at its place on the robot, and is drawn to scale', () => {
  const request = { range: 20, openingAngle: Math.PI / 2, offset: { x: 3, y: 0 } };
  const context = look({ type: 'sensorRequest', time: 1, robot: 0, sensor: 'sonar', request });
  // The robot faces up, so its front is 3 m above the centre.
  const [start] = pointsOf(context, 'moveTo');
  expect(start).toEqual([300, 194]);
  const ends = pointsOf(context, 'lineTo').slice(0, -1);
  expect(ends.every(([x, y]) => Math.abs(Math.hypot(x! - 300, y! - 194) - 40) < 1.5)).toBe(true);
  expect([ends[0], ends.at(-1)]).toEqual([
    [328, 166],
    [272, 166],
  ]);
});

test('rays start at the rim, if the sensor does', () => {
  const request = { rays: 4, range: 10, fromRim: true };
  const context = look({ type: 'sensorRequest', time: 1, robot: 0, sensor: 'ring', request });
  expect(pointsOf(context, 'moveTo')).toEqual([
    [300, 190],
    [290, 200],
    [300, 210],
    [310, 200],
  ]);
  expect(pointsOf(context, 'lineTo')[0]).toEqual([300, 170]);
});

test.each([
  ['light', { light: 5, heat: 1 }, LIGHT.light],
  ['heat', { light: 0, heat: 1 }, LIGHT.heat],
  ['goal', { light: 0, heat: 0 }, LIGHT.goal],
])('a %s has a symbol of its own', (name, strengths, color) => {
  const object: TraceRecord = {
    type: 'object',
    time: 0,
    object: 1,
    x: 0,
    y: 0,
    size: 4,
    tag: `${name} 1`,
    ...strengths,
  };
  const context = drawn(sceneOf(robot(0, 50, 50), object), ['objects']);
  expect(context.named('rect')).toEqual([]);
  expect(context.named('fill').map(({ fill }) => fill)).toEqual([color]);
  expect(context.named('stroke').length).toBeGreaterThan(0);
});

test('one of several robots on top of each other has a label, the selected one always', () => {
  const scene = sceneOf(...[1, 2, 3].map((id) => robot(id, 0, id / 100, { radius: 6 })));
  const labels = (selected?: number) =>
    drawn(scene, ['labels'], [], { selected })
      .named('fillText')
      .map(({ args }) => args[0]);
  expect(labels()).toEqual(['1']);
  expect(labels(3)).toEqual(['3']);
});

test('the legend lists only the symbols that occur, and the scale is a round length', () => {
  const texts = (...records: readonly TraceRecord[]) => {
    const scene = sceneOf(robot(0, 0, 0), robot(1, 9, 9), ...records);
    const own = [legend({ layout: 'corner' }), scaleBar()];
    return drawn(scene, ['messages', 'robots', 'contacts'], own)
      .named('fillText')
      .map(({ args }) => args[0]);
  };
  expect(texts()).toEqual(['50 m']);
  expect(texts(send(0.1, 0, [1], 1), drop(0.2, 0, 1, 1), { type: 'crash', time: 0.5, process: 1 })).toEqual([
    'message',
    'lost message',
    'crashed',
    '50 m',
  ]);
});

test.each([
  ['a column beside the world', 900, 400, 3],
  ['a row below the world', 500, 500, 1],
  ['rows below the world', 430, 430, 2],
  ['nothing where it would take too much', 200, 120, 0],
])('the legend is %s', (_name, width, height, rows) => {
  const world: TraceRecord = { type: 'world', time: 0, area: [0, 0, 100, 100], walled: false, response: 'stop' };
  const lost = [send(0.1, 0, [1], 1), drop(0.2, 0, 1, 1), { type: 'crash', time: 0.5, process: 1 }] as const;
  const scene = sceneOf(world, robot(0, 10, 10), robot(1, 90, 90), ...lost);
  const style = { ...DEFAULT_STYLE, layers: DEFAULT_STYLE.layers.filter(({ name }) => name !== 'trails') };
  const fitted = fitWithLegend({ scene, style }, boundsOf(scene), { width, height });
  const context = new RecordingCanvas();
  legend({ layout: 'corner' }).draw({ context, scene, frame: frameAt(scene, 1), view: fitted, style });
  const texts = context.named('fillText');
  expect(new Set(texts.map(({ args }) => args[2])).size).toBe(rows);
  const corner = project(fitted, { x: 0, y: 0 });
  expect(corner.y).toBeLessThan(height);
  for (const { args } of context.named('fillRect')) {
    const [left, top, wide, high] = args.map(Number) as [number, number, number, number];
    expect([left, top].every((each) => each >= 0) && top + high <= height && left + wide <= width).toBe(true);
    expect(corner.x >= left + wide || corner.y <= top).toBe(true);
  }
});
