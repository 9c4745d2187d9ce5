/** The editor without a page: what its commands do to documents, how places snap, what is drawn, how pictures are traced. */
import { describe, expect, test } from '@jest/globals';
import { CHIRP, openChirp } from '@kineko/chirp/editing';
import { CRSIM, openCrsim } from '@kineko/crsim/editing';
import { DEECO, openDeeco } from '@kineko/deeco/editing';
import { type Form, type OpenedWorld, placed, type Point, type Shape, type WorldDocument } from '@kineko/editor';
import { isConvex, signedArea } from '@kineko/geometry';
import { openRobotsim, ROBOTSIM } from '@kineko/robotsim/editing';
import fc from 'fast-check';
import { kindOf, type WorldFormat } from '../world-format.js';
import { darkPixels, MAX_RECTANGLES, rectanglesOf, tracedShapes, whyNoObstacles } from './bitmap.js';
import * as commands from './commands.js';
import { convexParts, lineShapes, newShapes, placedShape, toolOf } from './drawing.js';
import { useFormats } from './formats.js';
import { dragging, framed, handlesOf, placing, reshaping, resizing, turning } from './gestures.js';
import { after, begun, type History, MAX_STEPS, redone, undone } from './history.js';
import { boundsOf } from './outline.js';
import { paintOf } from './paint.js';
import { readField } from './read-field.js';
import { FREE, snapped, snappedAngle, snappedMove, snappingTo } from './snap.js';

const FORMATS = { chirp: CHIRP, crsim: CRSIM, deeco: DEECO, robotsim: ROBOTSIM };
const OPENERS: Readonly<Record<string, (text: string, path: string) => OpenedWorld | Promise<OpenedWorld>>> = {
  chirp: openChirp,
  crsim: openCrsim,
  deeco: openDeeco,
  robotsim: openRobotsim,
};

useFormats(FORMATS);

const disc = (id: number, x: number, y: number, radius = 1): Shape => ({
  id,
  kind: 'Chirp',
  x,
  y,
  angle: 0,
  form: { kind: 'disc', radius },
  properties: { id },
});
const box = (id: number, x: number, y: number, width: number, height: number): Shape => ({
  id,
  kind: 'box',
  x,
  y,
  angle: 0,
  form: { kind: 'box', width, height },
  properties: {},
});
const chirp = (...shapes: Shape[]): WorldDocument => ({ format: 'chirp', shapes, properties: {} });
const robotsim = (...shapes: Shape[]): WorldDocument => ({ format: 'robotsim', shapes, properties: {} });
const placesOf = ({ shapes }: WorldDocument): (readonly [number, number])[] =>
  shapes.map(({ x, y }) => [x, y] as const);
const all = ({ shapes }: WorldDocument): Set<number> => new Set(shapes.map(({ id }) => id));
const pointer = (x: number, y: number, isStepped = false) => ({ at: { x, y }, isStepped, snapping: FREE });

describe('commands', () => {
  test('moving, removing and adding keep the other objects', () => {
    const document = chirp(disc(0, 0, 0), disc(1, 5, 5));
    const moved = commands.moved(document, new Set([1]), 0.1, 0.2);
    expect(placesOf(moved)).toEqual([
      [0, 0],
      [5.1, 5.2],
    ]);
    expect(moved.shapes[0]).toBe(document.shapes[0]);
    expect(commands.removed(document, new Set([0])).shapes).toEqual([document.shapes[1]]);
    expect(commands.added(document, [disc(2, 1, 1)]).shapes).toHaveLength(3);
  });

  test('shapes that can turn are rotated about a point', () => {
    const document = robotsim({ ...disc(0, 10, 0), kind: 'robot', properties: {} }, box(1, 0, 10, 4, 2));
    const turned = commands.rotated(document, all(document), 90, { x: 0, y: 0 });
    expect(turned.shapes.map(({ x, y, angle }) => [x, y, angle])).toEqual([
      [0, 10, 90],
      [-10, 0, 0],
    ]);
    const back = [1, 2, 3].reduce((now) => commands.rotated(now, all(now), 90, { x: 0, y: 0 }), turned);
    expect(back.shapes.map(({ x, y, angle }) => [x, y, angle])).toEqual([
      [10, 0, 0],
      [0, 10, 0],
    ]);
  });

  test('copies are shifted, and have their own ids and controllers', () => {
    const document = chirp({ ...disc(0, 0, 0), properties: { id: 3, controller: 'python3 a.py 3' } });
    const { shapes } = commands.duplicated(document, all(document), 10, { x: 5, y: 5 });
    expect(shapes[1]).toEqual({
      ...document.shapes[0],
      id: 10,
      like: 0,
      x: 5,
      y: 5,
      properties: { id: 4, controller: 'python3 a.py 4' },
    });
    const again = commands.duplicated({ ...document, shapes }, new Set([10]), 11, { x: 1, y: 1 });
    expect(again.shapes[2]).toMatchObject({ id: 11, like: 0, properties: { id: 5 } });
  });

  test.each<[commands.Edge, readonly (readonly [number, number])[]]>([
    [
      'left',
      [
        [1, 0],
        [2, 10],
        [0.5, 20],
      ],
    ],
    [
      'right',
      [
        [9, 0],
        [8, 10],
        [9.5, 20],
      ],
    ],
    [
      'centre',
      [
        [5, 0],
        [5, 10],
        [5, 20],
      ],
    ],
    [
      'top',
      [
        [1, 19.5],
        [6, 18.5],
        [9.5, 20],
      ],
    ],
    [
      'bottom',
      [
        [1, 0],
        [6, 1],
        [9.5, -0.5],
      ],
    ],
    [
      'middle',
      [
        [1, 9.75],
        [6, 9.75],
        [9.5, 9.75],
      ],
    ],
  ])('align to the %s', (edge, places) => {
    const document = robotsim(box(0, 1, 0, 2, 2), box(1, 6, 10, 4, 4), box(2, 9.5, 20, 1, 1));
    expect(placesOf(commands.aligned(document, all(document), edge))).toEqual(places);
  });

  test('the top is the top of the picture', () => {
    const document: WorldDocument = { ...chirp(disc(0, 0, 0), disc(1, 5, 10)), format: 'deeco' };
    expect(placesOf(commands.aligned(document, all(document), 'top'))).toEqual([
      [0, 0],
      [5, 0],
    ]);
  });

  test('shapes are distributed with equal gaps', () => {
    const document = robotsim(box(0, 1, 0, 2, 2), box(1, 20, 0, 2, 2), box(2, 4, 3, 4, 4));
    expect(placesOf(commands.distributed(document, all(document), 'x'))).toEqual([
      [1, 0],
      [20, 0],
      [10.5, 3],
    ]);
    expect(commands.distributed(document, new Set([0, 1]), 'x')).toBe(document);
  });

  test('properties are set and removed', () => {
    const document = chirp(disc(0, 0, 0));
    const set = commands.withProperty(document, all(document), 'range', 9);
    expect(set.shapes[0]!.properties).toEqual({ id: 0, range: 9 });
    expect(commands.withProperty(set, all(set), 'range', undefined)).toEqual(document);
    expect(commands.withWorldProperty(document, 'gravity', 5).properties).toEqual({ gravity: 5 });
  });

  test('a common radius applies to shapes without their own, and to new ones', () => {
    const document = chirp(disc(0, 0, 0, 5), disc(1, 0, 9, 3));
    const larger = commands.withWorldProperty(document, 'radius', 8);
    expect(larger.shapes.map(({ form }) => form)).toEqual([
      { kind: 'disc', radius: 8 },
      { kind: 'disc', radius: 3 },
    ]);
    expect(placing(larger, 'robot', { x: 0, y: 0 }, 7).shapes(pointer(0, 0))[0]!.form).toEqual({
      kind: 'disc',
      radius: 8,
    });
    expect(commands.withWorldProperty(larger, 'radius', undefined)).toEqual(document);
  });

  test('a corner follows the drag, whatever the angle of the shape', () => {
    const shape: Shape = {
      ...disc(0, 10, 10),
      kind: 'Wall',
      angle: 90,
      form: {
        kind: 'polygons',
        parts: [
          [
            { x: 0, y: 0 },
            { x: 2, y: 0 },
            { x: 0, y: 2 },
          ],
        ],
      },
    };
    const changed = commands.withVertex(shape, 0, 1, { x: 7, y: 3 });
    expect(placed(changed, (changed.form as Form & { kind: 'polygons' }).parts[0]!)[1]).toEqual({ x: 7, y: 3 });
  });
});

describe('history', () => {
  const steps: readonly ((document: WorldDocument, k: number) => WorldDocument)[] = [
    (document, k) => commands.added(document, [disc(100 + k, k, k)]),
    (document) => commands.moved(document, all(document), 1, -2),
    (document) => commands.rotated(document, all(document), 33, { x: 1, y: 1 }),
    (document, k) => commands.duplicated(document, all(document), 1000 * (k + 1), { x: 1, y: 1 }),
    (document) => commands.removed(document, new Set([document.shapes[0]?.id ?? -1])),
    (document) => commands.aligned(document, all(document), 'left'),
    (document) => commands.distributed(document, all(document), 'y'),
    (document, k) => commands.withProperty(document, all(document), 'range', k),
  ];

  test('undo after any sequence restores the start, and redo the end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(steps.length - 1), { maxLength: 8 }), (choices) => {
        const start = begun(chirp(disc(0, 0, 0), disc(1, 4, 2)));
        const end = choices.reduce<History>((now, choice, k) => after(now, steps[choice]!(now.present, k)), start);
        const back = choices.reduce<History>((now) => undone(now), end);
        const again = choices.reduce<History>((now) => redone(now), back);
        return back.present === start.present && again.present === end.present;
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test('a new change clears redo; one without effect is ignored', () => {
    const [a, b, c] = [chirp(), chirp(disc(0, 0, 0)), chirp(disc(1, 1, 1))];
    const history = after(undone(after(begun(a), b)), c);
    expect(history).toEqual({ past: [a], present: c, future: [] });
    expect(after(history, c).past).toHaveLength(1);
    expect(undone(begun(a))).toEqual(begun(a));
    expect(redone(begun(a))).toEqual(begun(a));
  });

  test('forgets the oldest', () => {
    const end = Array.from({ length: MAX_STEPS + 5 }, (_, k) => chirp(disc(k, k, k))).reduce(after, begun(chirp()));
    expect(end.past).toHaveLength(MAX_STEPS);
  });
});

describe('snapping', () => {
  const snapping = snappingTo([box(0, 10, 10, 4, 4)], 5, 1);

  test('snaps to a near corner, else to the grid, else not at all', () => {
    expect(snapped({ x: 12.4, y: 11.5 }, snapping)).toEqual({ x: 12, y: 12 });
    expect(snapped({ x: 13.2, y: 18 }, snapping)).toEqual({ x: 15, y: 20 });
    expect(snapped({ x: 13.2, y: 18 }, FREE)).toEqual({ x: 13.2, y: 18 });
  });

  test('moves shapes so that corners meet, else by their position', () => {
    expect(snappedMove([box(1, 0, 0, 2, 2)], 7.2, 7.1, snapping)).toEqual({ x: 7, y: 7 });
    expect(snappedMove([disc(1, 1, 1)], 2, 7, snapping)).toEqual({ x: 4, y: 9 });
    expect(snappedMove([disc(1, 1, 1)], 2, 7, FREE)).toEqual({ x: 2, y: 7 });
  });

  test('angles are rounded to steps of 15 degrees if requested', () => {
    expect([snappedAngle(52, true), snappedAngle(52.34, false)]).toEqual([45, 52.3]);
  });
});

describe('gestures', () => {
  const document = robotsim({ ...disc(0, 10, 0), kind: 'robot', properties: {} }, box(1, 0, 10, 4, 2));

  test('dragging moves and turns', () => {
    expect(placesOf(dragging(document, new Set([0]), { x: 0, y: 0 }).move(pointer(3, 4))!)[0]).toEqual([13, 4]);
    expect(dragging(document, new Set([0]), { x: 0, y: 0 }).move(pointer(0, 0))).toBeUndefined();
    const turn = turning(document, new Set([0]), { x: 10, y: 0 }, { x: 20, y: 0 });
    expect(turn.move(pointer(11, 1.2))!.shapes[0]!.angle).toBe(50.2);
    expect(turn.move(pointer(11, 1.2, true))!.shapes[0]!.angle).toBe(45);
  });

  test('a box is resized with the opposite corner fixed, a disc about its centre', () => {
    const sized = resizing(document, document.shapes[1]!).move(pointer(6, 13))!.shapes[1]!;
    expect(sized).toMatchObject({ x: 2, y: 11, form: { kind: 'box', width: 8, height: 4 } });
    expect(resizing(document, document.shapes[0]!).move(pointer(10, 3))!.shapes[0]!.form).toEqual({
      kind: 'disc',
      radius: 3,
    });
  });

  test('corners are dragged one by one; shapes within a frame are selected', () => {
    const wall: Shape = {
      ...disc(2, 0, 0),
      kind: 'polyline',
      form: {
        kind: 'path',
        points: [
          { x: 0, y: 0 },
          { x: 5, y: 0 },
        ],
        width: 0,
      },
      properties: {},
    };
    const moved = reshaping(robotsim(wall), wall, 0, 1).move(pointer(7, 7))!.shapes[0]!.form;
    expect(moved).toMatchObject({
      points: [
        { x: 0, y: 0 },
        { x: 7, y: 7 },
      ],
    });
    expect(handlesOf(robotsim(wall), wall)).toHaveLength(2);
    expect(framed(document, { x: 12, y: -2 }, { x: 8, y: 2 })).toEqual([0]);
  });

  test('a click places a shape, a drag sets its size or direction', () => {
    const place = (x: number, y: number) => placing(chirp(), 'robot', { x: 0, y: 0 }, 7).shapes(pointer(x, y))[0];
    expect(place(0, 0)).toMatchObject({ id: 7, kind: 'Chirp', angle: 0, form: { radius: 5 }, properties: { id: 0 } });
    expect(place(0, 9)).toMatchObject({ angle: 90 });
    const tool = toolOf(robotsim(), 'box')!;
    expect(placedShape(tool, 'box', { x: 0, y: 0 }, { x: 4, y: -2 })).toEqual({
      x: 2,
      y: -1,
      angle: 0,
      form: { kind: 'box', width: 4, height: 2 },
    });
  });
});

describe('a drawn line', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 10, y: 10 },
  ];

  test.each(Object.values(FORMATS))('walls of $name are right for its reader', async ({ name, fresh }) => {
    const { document, write } = await OPENERS[name]!(fresh, 'x.yaml');
    const tool = toolOf(document, 'wall');
    const drawn = tool === undefined ? [] : newShapes(document, tool, lineShapes(tool, 'wall', line), 50);
    const again = await OPENERS[name]!(write(commands.added(document, drawn)), 'x.yaml');
    expect(again.document.shapes).toHaveLength(document.shapes.length + drawn.length);
  });

  test('hulls of walls are convex and anticlockwise', () => {
    const [wall] = lineShapes(toolOf(chirp(), 'wall')!, 'wall', line);
    const { parts } = wall!.form as Form & { kind: 'polygons' };
    expect(parts).toHaveLength(2);
    expect(parts.every((part) => isConvex(part) && signedArea(part) > 0)).toBe(true);
    expect(boundsOf([{ ...disc(0, 0, 0), ...wall! }])).toMatchObject({ minX: -5, minY: -5, maxX: 15, maxY: 15 });
  });

  test('too few points make no shape', () => {
    expect(lineShapes(toolOf(chirp(), 'wall')!, 'wall', line.slice(0, 1))).toEqual([]);
    expect(lineShapes(toolOf(chirp(), 'polygon')!, 'polygon', line.slice(0, 2))).toEqual([]);
  });

  test('a concave polygon becomes convex parts of the same area', () => {
    const corner = fc.record({ radius: fc.integer({ min: 1, max: 20 }), gap: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 12 }), fc.boolean(), (corners, isTurned) => {
        const total = corners.reduce((sum, { gap }) => sum + gap, 0);
        let at = 0;
        // A star around a centre is simple for any radii, unless one gap is half a turn.
        const star = corners.map(({ radius, gap }): Point => {
          at += gap;
          const angle = (2 * Math.PI * at) / total;
          return { x: Math.round(1000 * radius * Math.cos(angle)), y: Math.round(1000 * radius * Math.sin(angle)) };
        });
        fc.pre(corners.every(({ gap }) => 2 * gap < total));
        const parts = convexParts(isTurned ? star.toReversed() : star);
        const area = parts.reduce((sum, part) => sum + signedArea(part), 0);
        return (
          parts.every((part) => isConvex(part)) &&
          Math.abs(area - Math.abs(signedArea(star))) < 1e-3 * Math.abs(area) + 1
        );
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('a picture', () => {
  const pictureOf = (rows: readonly string[]) => {
    const data = rows.flatMap((row) =>
      Array.from(row, (mark) => (mark === '#' ? [10, 0, 0, 255] : [255, 255, 255, 255])).flat(),
    );
    return { width: rows[0]!.length, height: rows.length, data: Uint8Array.from(data) };
  };
  const picture = pictureOf(['##..', '##..', '####', '...#']);
  const dark = darkPixels(picture, 63);

  test('is traced to few rectangles', () => {
    expect(rectanglesOf(dark, 4, 4, 10)).toEqual([
      { x: 0, y: 0, width: 2, height: 2 },
      { x: 0, y: 2, width: 4, height: 1 },
      { x: 3, y: 3, width: 1, height: 1 },
    ]);
    expect(rectanglesOf(dark, 4, 4, 2)).toBeUndefined();
    expect(rectanglesOf(darkPixels(picture, 9), 4, 4, 10)).toEqual([]);
  });

  test('the rectangles cover the dark pixels and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 48, maxLength: 48 }), (pixels) => {
        const mask = Uint8Array.from(pixels, Number);
        const painted = new Uint8Array(48);
        for (const { x, y, width, height } of rectanglesOf(mask, 8, 6, 48)!) {
          for (let k = 0; k < width * height; k++) painted[(y + Math.floor(k / width)) * 8 + x + (k % width)]! += 1;
        }
        return painted.every((count, k) => count === mask[k]);
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  test('becomes one wall, boxes, or no shape, with its first row on top', () => {
    const rectangles = rectanglesOf(dark, 4, 4, MAX_RECTANGLES)!;
    const size = { height: 4, scale: 10 };
    const [wall, ...more] = tracedShapes(chirp(), rectangles, size, 3);
    expect(more).toEqual([]);
    expect((wall!.form as Form & { kind: 'polygons' }).parts[0]).toEqual([
      { x: 0, y: 20 },
      { x: 20, y: 20 },
      { x: 20, y: 40 },
      { x: 0, y: 40 },
    ]);
    expect(tracedShapes(robotsim(), rectangles, size, 3)[0]).toMatchObject({
      id: 3,
      kind: 'box',
      x: 10,
      y: 30,
      form: { width: 20, height: 20 },
    });
    const names = tracedShapes({ ...chirp(), format: 'crsim' }, rectangles, size, 3).map(({ properties, y }) => [
      properties['name'],
      y,
    ]);
    expect(names).toEqual([
      ['box1', 10],
      ['box2', 25],
      ['box3', 35],
    ]);
    expect(tracedShapes({ ...chirp(), format: 'deeco' }, rectangles, size, 3)).toEqual([]);
    expect(whyNoObstacles({ ...chirp(), format: 'deeco' })).toContain('bitmap');
  });
});

test.each([
  ['4,5', { value: 4.5 }],
  [' ', { value: undefined }],
  ['0', { problem: 'expected a number above 0, up to 10' }],
  ['11', { problem: 'expected a number above 0, up to 10' }],
  ['x', { problem: 'expected a number above 0, up to 10' }],
])('a field of numbers reads %j', (text, reading) => {
  expect(readField({ name: 'a', label: 'a', type: 'number', least: 0, isAbove: true, most: 10 }, text)).toEqual(
    reading,
  );
});

test('shapes are painted as the viewer paints them in a run', () => {
  const paint = (format: WorldFormat, kind: string, properties: Shape['properties'] = {}): string =>
    paintOf({ form: { kind: 'disc', radius: 1 }, properties }, kindOf(format, kind));
  expect([
    paint(ROBOTSIM, 'robot'),
    paint(ROBOTSIM, 'box'),
    paint(ROBOTSIM, 'box', { density: 2 }),
    paint(ROBOTSIM, 'object'),
    paint(ROBOTSIM, 'object', { light: 5 }),
    paint(ROBOTSIM, 'object', { heat: 5 }),
  ]).toEqual(['robot', 'obstacle', 'movable', 'object', 'light', 'heat']);
  expect(['Chirp', 'Wall', 'PushableObject', 'Light', 'Heat'].map((kind) => paint(CHIRP, kind))).toEqual([
    'robot',
    'obstacle',
    'movable',
    'light',
    'heat',
  ]);
});
