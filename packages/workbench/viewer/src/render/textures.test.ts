import { LIGHT } from '@kineko/ui';
import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { drop, leg, robot, sceneOf } from '@kineko/tools/kits/scenes';
import { frameAt } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import { draw } from './draw.js';
import { DEFAULT_STYLE, type Style, type Texture } from './style.js';
import { svgOf } from './svg.js';

const view = { x: 0, y: 0, pixelsPerMetre: 2, width: 200, height: 100 };
const picture: Texture = { image: { is: 'a picture' }, width: 8, height: 8, href: 'data:image/png;base64,AA==' };
const textures = new Map([['p.png', picture]]);
const area: TraceRecord = { type: 'world', time: 0, area: [-20, -10, 20, 10], walled: false, response: 'stop' };

function styleOf(...names: readonly string[]): Style {
  return { ...DEFAULT_STYLE, textures, layers: names.map((name) => ({ name, isVisible: true, opacity: 1 })) };
}

function drawn(scene: Scene, style: Style, time = 0): RecordingCanvas {
  const context = new RecordingCanvas();
  draw({ context, scene, frame: frameAt(scene, time), view, style });
  expect(context.isEven).toBe(true);
  return context;
}

const byNumber = {
  by: 'number',
  colors: new Map([['1', '#123456']]),
  otherwiseTexture: 'p.png',
  turns: true,
  isRound: true,
} as const;

test('a texture replaces a robot, its upper edge in front', () => {
  const scene = sceneOf(robot(0, 10, 0, { heading: Math.PI }), robot(1, -10, 0));
  const context = drawn(scene, { ...styleOf('robots'), robotColors: byNumber });
  expect(context.named('drawImage').map(({ args }) => args)).toEqual([[picture.image, -10, -10, 20, 20]]);
  expect(context.named('translate')[0]!.args).toEqual([120, 50]);
  // To the left: a quarter turn against the clock.
  expect(context.named('rotate')[0]!.args).toEqual([-Math.PI / 2]);
  expect(context.named('clip')).toHaveLength(1);
  expect(context.named('fill').map(({ fill }) => fill)).toContain('#123456');
});

test('a missing texture leaves the colour', () => {
  const style = { ...styleOf('robots'), textures: new Map(), robotColors: byNumber };
  const context = drawn(sceneOf(robot(0, 0, 0)), style);
  expect(context.named('drawImage')).toEqual([]);
  expect(context.named('fill')[0]!.fill).toBe(LIGHT.palette[0]);
});

test('backgrounds are stretched over the area, in the order of the layers', () => {
  const style = {
    ...styleOf('background 2', 'background 1', 'background 3'),
    backgrounds: [{ texture: 'p.png' }, { color: '#abcdef' }],
  };
  const context = drawn(sceneOf(area), style);
  const last = context.calls.slice(1).map(({ name, args, fill }) => [name, name === 'fillRect' ? fill : args[0]]);
  expect(last).toEqual([
    ['fillRect', '#abcdef'],
    ['drawImage', picture.image],
  ]);
  expect(context.named('drawImage')[0]!.args.slice(1)).toEqual([60, 30, 80, 40]);
});

test('obstacles have the colour or the picture of the map', () => {
  const obstacle = (shape: object): TraceRecord =>
    ({ type: 'obstacle', time: 0, obstacle: 0, name: '', shape }) as TraceRecord;
  const scene = sceneOf(area, obstacle({ kind: 'disc', x: 0, y: 0, radius: 2 }));
  expect(drawn(scene, { ...styleOf('map'), map: { color: '#010203' } }).named('fill')[0]!.fill).toBe('#010203');
  const context = drawn(scene, { ...styleOf('map'), map: { texture: 'p.png' } });
  expect(context.named('clip')).toHaveLength(1);
  expect(context.named('drawImage')[0]!.args.slice(1)).toEqual([60, 30, 80, 40]);
});

test('movable obstacles are drawn at their positions', () => {
  const leg = { kind: 'line', x: 1, y: 1, heading: 0, start: 0, end: 4, vx: 2, vy: 0 } as const;
  const scene = sceneOf(
    area,
    { type: 'obstacle', time: 0, obstacle: 0, name: '', shape: { kind: 'box', x: 0, y: 0, width: 2, height: 2 } },
    { type: 'obstacleLeg', time: 0, obstacle: 0, from: [1, 1, 0], leg },
  );
  for (const map of [{ color: '#010203' }, { texture: 'p.png' }]) {
    const lefts = [0, 3].map((time) => drawn(scene, { ...styleOf('map'), map }, time).named('moveTo')[0]!.args[0]);
    expect(lefts).toEqual([100, 112]);
  }
});

test('an object is drawn once, at its present position', () => {
  const object = (time: number, x: number): TraceRecord => {
    return { type: 'object', time, object: 3, x, y: 0, size: 1, tag: '', heat: 0, light: 0 };
  };
  const scene = sceneOf(area, object(0, 0), object(5, 10));
  const places = [1, 5].map((time) =>
    drawn(scene, styleOf('objects'), time)
      .named('rect')
      .map(({ args }) => args[0]),
  );
  expect(places).toEqual([[97], [117]]);
});

test('the status text is drawn at the top', () => {
  const status: TraceRecord = { type: 'log', time: 2, process: -1, logger: 'status', level: 'info', text: 'hunting' };
  const scene = sceneOf(area, status);
  const style = { ...styleOf('status'), statusColor: '#00ff00' };
  expect([1, 2].map((time) => drawn(scene, style, time).texts)).toEqual([[], [['hunting', 100, 16]]]);
});

test('cut links and the remaining groups are shown', () => {
  const scene = sceneOf(robot(0, -20, 0), robot(1, 20, 0), { ...drop(1, 0, 1, 1), reason: 'the link is cut' });
  const context = drawn(scene, styleOf('cuts'), 2);
  expect(context.named('arc')).toHaveLength(2);
  expect(new Set(context.named('fill').map(({ fill }) => fill)).size).toBe(2);
  expect(context.named('lineTo').map(({ args }) => args)).toEqual([
    [expect.closeTo(60 + 80 * 0.38), 50],
    [140, 50],
  ]);
  expect(drawn(scene, styleOf('cuts'), 0).named('arc')).toEqual([]);
});

test('in SVG a texture is an image, turned and clipped to a disc', () => {
  const text = svgOf(
    sceneOf(robot(0, 0, 0, { heading: Math.PI / 2 })),
    view,
    { ...styleOf('robots'), robotColors: byNumber },
    { at: 0 },
  );
  expect(text).toContain('<clipPath id="c0"><path d="');
  expect(text).toContain(
    '<image href="data:image/png;base64,AA==" x="-10" y="-10" width="20" height="20" preserveAspectRatio="none" ' +
      'transform="translate(100 50)rotate(0)" clip-path="url(#c0)"/>',
  );
});

test('in a film a texture turns with its robot', () => {
  const scene = sceneOf(
    robot(0, 0, 0),
    leg(0, { kind: 'turn', x: 0, y: 0, heading: 0, start: 0, end: 2, turnRate: Math.PI / 4 }),
    { type: 'warning', time: 2, text: 'the end' },
  );
  const text = svgOf(scene, view, { ...styleOf('robots'), robotColors: byNumber }, { from: 0, to: 2, pace: 1 });
  expect(text).toContain('<clipPath id="c0"><circle r="10"/></clipPath>');
  expect(text).toMatch(/<animateTransform attributeName="transform" type="rotate"[^>]* values="0;-90"/);
  expect(text).toContain('transform="rotate(90)"');
  expect(text).not.toContain('<path');
});

test('in a film a pushed obstacle moves and turns about its centre', () => {
  const leg = { kind: 'line', x: 1, y: 1, heading: 0, start: 0, end: 2, vx: 2, vy: 0 } as const;
  const turn = { kind: 'turn', x: 5, y: 1, heading: 0, start: 2, end: 4, turnRate: Math.PI / 4 } as const;
  const scene = sceneOf(
    { type: 'obstacle', time: 0, obstacle: 0, name: '', shape: { kind: 'disc', x: 9, y: 9, radius: 1 } },
    { type: 'obstacle', time: 0, obstacle: 1, name: '', shape: { kind: 'box', x: 0, y: 0, width: 2, height: 2 } },
    { type: 'obstacleLeg', time: 0, obstacle: 1, from: [1, 1, 0], leg },
    { type: 'obstacleLeg', time: 2, obstacle: 1, from: [1, 1, 0], leg: turn },
    { type: 'warning', time: 4, text: 'the end' },
  );
  const text = svgOf(scene, view, styleOf('map'), { from: 0, to: 4, pace: 1 });
  expect(text).toMatch(/type="translate" keyTimes="0;0.5;1" values="102 48;110 48;110 48"/);
  expect(text).toMatch(/type="rotate" keyTimes="0;0.5;1" values="0;0;-90"/);
  expect(text).toMatch(/d="M-2 2L2 2L2 -2L-2 -2Z"/);
});

test('in a film objects move, and are drawn again when they change', () => {
  const object = (time: number, x: number, tag: string): TraceRecord => {
    return { type: 'object', time, object: 3, x, y: 0, size: 1, tag, heat: 0, light: 0 };
  };
  const scene = sceneOf(area, object(0, 0, 'a'), object(2, 10, 'a'), object(3, 10, 'b'), object(4, 10, 'b'));
  const text = svgOf(scene, view, styleOf('objects'), { from: 0, to: 4, pace: 1 });
  expect(text).toMatch(/type="translate" keyTimes="0;0.5;1" values="0 0;20 0;20 0"/);
  expect(text).toContain('keyTimes="0;0.75" values="visible;hidden"');
  expect(text).toContain('keyTimes="0;0.75" values="hidden;visible"');
});
