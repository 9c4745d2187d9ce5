import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { deliver, drop, leg, robot, sceneOf, send } from '@kineko/tools/kits/scenes';
import { DARK, LIGHT, type View } from '@kineko/ui';
import { frameAt } from '../scene/frame.js';
import { Scene } from '../scene/scene.js';
import { colorOf, draw, type OwnLayer } from './draw.js';
import { DEFAULT_STYLE, type LayerName, LAYERS, type Style } from './style.js';

/** Two pixels per metre, the origin in the centre. */
const view: View = { x: 0, y: 0, pixelsPerMetre: 2, width: 200, height: 100 };

const area: TraceRecord = { type: 'world', time: 0, area: [-20, -10, 20, 10], walled: false, response: 'stop' };

function only(...names: readonly LayerName[]): Style {
  return {
    ...DEFAULT_STYLE,
    layers: DEFAULT_STYLE.layers.map((layer) => ({
      ...layer,
      isVisible: (names as readonly string[]).includes(layer.name),
    })),
  };
}

function drawn(scene: Scene, time: number, style: Style, own: readonly OwnLayer[] = []): RecordingCanvas {
  const context = new RecordingCanvas();
  draw({ context, scene, frame: frameAt(scene, time), view, style }, own);
  expect(context.isEven).toBe(true);
  return context;
}

function close(...numbers: readonly number[]): unknown[] {
  return numbers.map((number) => expect.closeTo(number, 9));
}

test('the ground is the area, in the right place, with a border around it', () => {
  const context = drawn(sceneOf(area), 0, only('ground'));
  expect(context.named('fillRect').map(({ args, fill }) => [args, fill])).toEqual([
    [[0, 0, 200, 100], LIGHT.background],
    [[60, 30, 80, 40], LIGHT.ground],
  ]);
  expect(context.named('rect')[0]!.args).toEqual([59.5, 29.5, 81, 41]);
  expect(context.named('stroke')[0]!.stroke).toBe(LIGHT.border);
});

test('walls are drawn around the area, not inside it', () => {
  const context = drawn(sceneOf({ ...area, walled: true }), 0, only('ground'));
  expect(context.named('rect')[0]!.args).toEqual([58.75, 28.75, 82.5, 42.5]);
  expect(context.named('stroke')[0]!.stroke).toBe(LIGHT.obstacle);
});

test('without an area the ground is everywhere', () => {
  const context = drawn(sceneOf(robot(0, 0, 0)), 0, only('ground'));
  expect(context.named('fillRect')[1]).toMatchObject({ args: [0, 0, 200, 100], fill: LIGHT.ground });
});

test('obstacles of every kind are drawn at their positions', () => {
  const shapes = [
    { kind: 'segment', a: { x: 0, y: 0 }, b: { x: 5, y: 5 } },
    { kind: 'box', x: 1, y: 1, width: 2, height: 3 },
    { kind: 'disc', x: -5, y: 5, radius: 2 },
    { kind: 'bitmap', x: 0, y: 0, metresPerPixel: 1, width: 2, height: 1, firstRow: 0, rows: [[1, 1]] },
  ];
  const scene = sceneOf(
    ...shapes.map((shape, obstacle): TraceRecord => ({ type: 'obstacle', time: 0, obstacle, name: '', shape })),
  );
  const context = drawn(scene, 0, only('map'));
  const calls = context.calls.filter(({ name }) => name !== 'beginPath' && name !== 'fillRect');
  expect(calls.map(({ name, args }) => [name, ...args])).toEqual([
    ['moveTo', 100, 50],
    ['lineTo', 110, 40],
    ['stroke'],
    ['moveTo', 102, 48],
    ['lineTo', 106, 48],
    ['lineTo', 106, 42],
    ['lineTo', 102, 42],
    ['closePath'],
    ['fill'],
    ['arc', 90, 40, 4, 0, 2 * Math.PI],
    ['fill'],
    ['rect', 102, 48, 2.5, 2.5],
    ['fill'],
  ]);
});

describe('a robot', () => {
  test('is a disc of its size with a nose at its front', () => {
    const scene = sceneOf(robot(1, 10, 5, { heading: Math.PI / 2 }));
    const context = drawn(scene, 0, only('robots'));
    const [disc, rim] = context.named('arc');
    expect(disc!.args).toEqual([120, 40, 10, 0, 2 * Math.PI]);
    expect(disc!.fill).toBe(LIGHT.palette[1]);
    expect(rim!.args.slice(0, 3)).toEqual([120, 40, 9.5]);
    const [tip] = context.named('lineTo');
    expect(tip!.args).toEqual(close(120, 40 - 14.2));
  });

  test('that is small stays visible if there are few, and one out of sight is not drawn', () => {
    const scene = sceneOf(robot(0, 0, 0, { radius: 0.1 }), robot(1, 500, 0), robot(2, -500, 0));
    const context = drawn(scene, 0, only('robots', 'labels'));
    expect(context.named('arc').map(({ args }) => args.slice(0, 3))).toEqual([[100, 50, 3]]);
    // With a nose.
    expect(context.named('lineTo')).toHaveLength(2);
    expect(context.texts).toEqual([]);
  });

  test('that is small is a dot in a crowd', () => {
    const far = Array.from({ length: 400 }, (_, k) => robot(k + 1, 500, 0));
    const context = drawn(sceneOf(robot(0, 0, 0, { radius: 0.1 }), ...far), 0, only('robots', 'labels'));
    expect(context.named('rect')[0]!.args).toEqual([99.25, 49.25, 1.5, 1.5]);
    expect(context.named('arc')).toEqual([]);
    expect(context.texts).toEqual([]);
  });

  test('of the same colour shares a path with the others', () => {
    const scene = sceneOf(...Array.from({ length: 20 }, (_, id) => robot(id, id, 0, { radius: 0 })));
    const context = drawn(scene, 0, { ...only('robots'), coloring: 'one' });
    expect(context.named('arc').filter(({ args }) => args[2] === 7)).toHaveLength(20);
    // One for the discs, one for the noses, which points do not have.
    expect(context.named('fill')).toHaveLength(2);
  });

  test('that is crashed is grey with a cross, one that is suspected has a ring, one that is selected too', () => {
    const scene = sceneOf(
      robot(0, 0, 0),
      robot(1, 20, 0),
      robot(2, -20, 0),
      { type: 'crash', time: 1, process: 0 },
      { type: 'suspect', time: 1, process: 0, detector: 'fd', other: 1, isSuspected: true },
    );
    const context = drawn(scene, 2, { ...only('robots'), selected: 2 });
    expect(context.named('fill').map(({ fill }) => fill)).toContain(LIGHT.crashed);
    const rings = context.named('arc').filter(({ args }) => (args[2] as number) > 10);
    expect(rings.map(({ args, stroke }) => [args[0], args[2], stroke])).toEqual([
      [100, 12.5, LIGHT.lost],
      [140, 12.5, LIGHT.suspected],
      [60, 14, LIGHT.ink],
    ]);
    expect(
      context
        .named('lineTo')
        .slice(-2)
        .map(({ args }) => args),
    ).toEqual([close(106.2, 56.2), close(106.2, 43.8)]);
  });

  test('has its number or its tag, inside if there is room, else beside it', () => {
    const scene = sceneOf(robot(7, -30, 0), robot(8, 0, 0, { tag: 'a rather long word' }));
    expect(drawn(scene, 0, only('labels')).texts).toEqual([
      ['7', 40, 50],
      ['8', 100, 50],
    ]);
    const [, [text, x, y]] = drawn(scene, 0, { ...only('labels'), labels: 'tags' }).texts as [unknown[], unknown[]];
    expect([text, x]).toEqual(['a rather long word', 100]);
    expect(y).toBeLessThan(40);
    expect(drawn(scene, 0, { ...only('labels'), labels: 'none' }).texts).toEqual([]);
  });
});

test('robots are coloured by number, tag, state, not at all, or by rules', () => {
  const scene = sceneOf(robot(0, 0, 0, { tag: 'x' }), robot(9, 5, 5), robot(3, 9, 9, { tag: 'x' }));
  const colors = (style: Partial<Style>) =>
    frameAt(scene, 0).robots.map((each) => colorOf(each, { ...DEFAULT_STYLE, ...style }));
  expect(colors({})).toEqual([LIGHT.palette[0], LIGHT.palette[1], LIGHT.palette[3]]);
  const [first, second, third] = colors({ coloring: 'tag' });
  expect([first === third, second]).toEqual([true, LIGHT.faint]);
  expect(new Set(colors({ coloring: 'one' })).size).toBe(1);
  expect(new Set(colors({ coloring: 'state' })).size).toBe(1);
  const byTag = { by: 'tag', colors: new Map([['x', '#123456']]), otherwise: '#654321' } as const;
  expect(colors({ robotColors: byTag })).toEqual(['#123456', '#654321', '#123456']);
  const byNumber = { by: 'number', colors: new Map([['9', '#123456']]) } as const;
  expect(colors({ robotColors: byNumber })).toEqual([LIGHT.palette[0], '#123456', LIGHT.palette[0]]);
});

test('lines on the ground have their width, and no labels', () => {
  const corner = (object: number, x: number, y: number, line: number): TraceRecord => {
    return { type: 'object', time: 0, object, x, y, size: 2, tag: `line ${line}`, heat: 0, light: 0 };
  };
  const scene = sceneOf(
    corner(0, 0, 0, 0),
    corner(1, 10, 0, 0),
    corner(2, 10, 10, 0),
    corner(3, 5, 5, 1),
    corner(4, 5, 9, 1),
  );
  const picture = drawn(scene, 0, only('objects', 'labels'));
  expect(picture.named('stroke')).toHaveLength(2);
  expect(picture.named('lineTo')).toHaveLength(3);
  expect([picture.named('rect'), picture.named('fillText')]).toEqual([[], []]);
});

test('objects are squares or discs, coloured by rules for their tags', () => {
  const object: TraceRecord = {
    type: 'object',
    time: 0,
    object: 1,
    x: 5,
    y: 0,
    size: 3,
    tag: 'oil',
    heat: 0,
    light: 0,
  };
  const scene = sceneOf(object);
  const plain = drawn(scene, 0, only('objects'));
  expect([plain.named('rect')[0]!.args, plain.named('fill')[0]!.fill]).toEqual([[104, 44, 12, 12], LIGHT.object]);
  const colors = { by: 'tag', colors: new Map([['oil', '#101010']]) } as const;
  const chosen = drawn(scene, 0, {
    ...only('objects', 'labels'),
    objectShape: 'disc',
    objectColors: colors,
    labels: 'tags',
  });
  expect(chosen.named('arc')[0]).toMatchObject({ args: [110, 50, 6, 0, 2 * Math.PI], fill: '#101010' });
  expect(chosen.texts.map(([text]) => text)).toEqual(['oil']);
});

test('an object without a size is a point, or hidden if it has a class', () => {
  const object: TraceRecord = { type: 'object', time: 0, object: 0, x: 5, y: 0, size: 0, tag: '', heat: 0, light: 0 };
  expect(drawn(sceneOf(object), 0, only('objects')).named('fill')).toHaveLength(1);
  const scene = new Scene();
  scene.know({ robots: new Map(), objects: new Map([[0, 'Item']]) });
  scene.add(object);
  expect(drawn(scene, 0, only('objects')).named('fill')).toHaveLength(0);
});

describe('messages', () => {
  const scene = sceneOf(
    robot(0, -40, 0),
    robot(1, 40, 0),
    send(0, 0, [1], 1),
    deliver(4, 0, 1, 1),
    send(10, 1, [0], 1),
    drop(12, 1, 0, 1),
    send(20, 0, [1], 2),
    send(30, 0, [99], 3),
  );

  test('are dots between sender and receiver, with their type', () => {
    const context = drawn(scene, 1, only('messages'));
    expect(context.named('arc').map(({ args }) => args.slice(0, 2))).toEqual([[60, 50]]);
    expect(context.named('fill').map(({ fill }) => fill)).toEqual([LIGHT.message]);
    expect(context.texts.map(([text]) => text)).toEqual(['PING']);
    // The line behind it is stronger than the one ahead.
    const [behind, before] = context.named('stroke');
    expect(behind!.alpha).toBeGreaterThan(before!.alpha);
  });

  test('that are lost are crosses where they were lost', () => {
    const context = drawn(scene, 12.3, only('messages'));
    expect(context.named('arc')).toEqual([]);
    expect(context.named('stroke').at(-1)!.stroke).toBe(LIGHT.lost);
    expect(context.named('moveTo').at(-1)!.args).toEqual([16, 54]);
  });

  test('that never arrive are hollow', () => {
    const context = drawn(scene, 25, only('messages'));
    expect(context.named('fill').map(({ fill }) => fill)).toEqual([LIGHT.ground]);
  });

  test('to a process without a body are not drawn', () => {
    expect(drawn(scene, 30, only('messages')).named('arc')).toHaveLength(1);
  });
});

test('contacts are rings where two touch, and fade', () => {
  const scene = sceneOf(
    robot(0, 0, 0),
    robot(1, 10, 0),
    { type: 'touch', time: 5, robot: 0, other: { kind: 'robot', id: 1 } },
    { type: 'touch', time: 5, robot: 0, other: { kind: 'obstacle', id: 1 } },
  );
  const context = drawn(scene, 5.5, only('contacts'));
  expect(context.named('arc').map(({ args, stroke }) => [...args.slice(0, 2), stroke])).toEqual([
    [100, 50, LIGHT.contact],
    [110, 50, LIGHT.contact],
  ]);
  expect(context.named('stroke').map(({ alpha }) => alpha)).toEqual([0.5, 0.5]);
});

test('the range of a sensor of the selected robot is a dashed ring', () => {
  const look: TraceRecord = { type: 'sensorRequest', time: 1, robot: 0, sensor: 'view', request: { viewSize: 15 } };
  const scene = sceneOf(robot(0, 0, 0), robot(1, 10, 0), look, { ...look, robot: 1 });
  expect(drawn(scene, 1, only('ranges')).named('arc')).toEqual([]);
  const context = drawn(scene, 1, { ...only('ranges'), selected: 0 });
  expect(context.named('arc')).toHaveLength(1);
  expect(context.named('arc')[0]!.args).toEqual([100, 50, 30, 0, 2 * Math.PI]);
  expect(context.named('stroke')[0]!.dash).toEqual([4, 4]);
});

describe('trails', () => {
  const scene = sceneOf(
    robot(0, 0, 0),
    leg(0, { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 10, vx: 1, vy: 0 }),
    leg(0, { kind: 'arc', x: 10, y: 0, heading: 0, start: 10, end: 14, speed: 1, turnRate: 0.5 }),
  );

  test('are the path of the last seconds, older parts fainter', () => {
    const context = drawn(scene, 8, { ...only('trails'), trailSeconds: 4 });
    const strokes = context.named('stroke');
    expect(strokes.map(({ alpha }) => alpha)).toEqual(strokes.map(({ alpha }) => alpha).toSorted((a, b) => a - b));
    expect(context.named('moveTo')[0]!.args).toEqual([108, 50]);
    expect(context.named('lineTo').at(-1)!.args).toEqual([116, 50]);
  });

  test('bend where robots do', () => {
    const context = drawn(scene, 14, { ...only('trails'), trailSeconds: 4 });
    for (const { args } of context.named('lineTo')) {
      const [x, y] = args as [number, number];
      // Around (10, 2), with a radius of two metres.
      expect(Math.hypot(x - 120, y - 46)).toBeCloseTo(4, 6);
    }
  });

  test('have the requested length, or are absent', () => {
    expect(drawn(scene, 8, { ...only('trails'), trailSeconds: 0 }).named('stroke')).toEqual([]);
    expect(drawn(sceneOf(robot(0, 0, 0)), 8, only('trails')).named('stroke')).toEqual([]);
  });
});

test('a destination is a ring at the end of a dotted line', () => {
  const going: TraceRecord = {
    type: 'motionEvent',
    time: 0,
    robot: 0,
    task: 1,
    kind: 'moveTo',
    phase: 'forward',
    edge: 'start',
    isLast: true,
    x: 0,
    y: 0,
    heading: 0,
    toX: 20,
    toY: 0,
    turn: 0,
    distance: 20,
    turnRate: 0,
    speed: 1,
  };
  const context = drawn(sceneOf(robot(0, 0, 0), going), 1, only('destinations'));
  expect(context.named('arc')[0]!.args.slice(0, 2)).toEqual([140, 50]);
  expect(context.named('stroke').map(({ dash }) => dash)).toEqual([[2, 5], []]);
});

describe('layers', () => {
  const scene = sceneOf(area, robot(0, 0, 0));

  test('are drawn with their visibility and opacity', () => {
    const half = only('robots').layers.map((layer) => ({ ...layer, opacity: 0.5 }));
    expect(drawn(scene, 0, { ...DEFAULT_STYLE, layers: half }).named('fill')[0]!.alpha).toBe(0.5);
    expect(drawn(scene, 0, only()).calls.map(({ name }) => name)).toEqual(['fillRect']);
    const none = only('robots').layers.map((layer) => ({ ...layer, opacity: 0 }));
    expect(drawn(scene, 0, { ...DEFAULT_STYLE, layers: none }).calls).toHaveLength(1);
  });

  test('are drawn in the order of the style', () => {
    const reversed = DEFAULT_STYLE.layers.toReversed();
    const names = drawn(scene, 0, { ...DEFAULT_STYLE, layers: reversed }).calls.map(({ name }) => name);
    expect(names.lastIndexOf('fillRect')).toBeGreaterThan(names.indexOf('fillText'));
  });

  test('of authors come last, or right above the one they name', () => {
    const order: string[] = [];
    const own = (name: string, above?: LayerName): OwnLayer => ({
      name,
      above,
      draw: ({ context }) => {
        order.push(name);
        context.fillText(name, 0, 0);
      },
    });
    const context = drawn(scene, 0, DEFAULT_STYLE, [own('top'), own('low', 'ground')]);
    expect(order).toEqual(['low', 'top']);
    const texts = context.texts.map(([text]) => text);
    expect(texts).toEqual(['low', '0', 'top']);
  });

  test('all have a name and a painter', () => {
    expect(DEFAULT_STYLE.layers.map(({ name }) => name)).toEqual(LAYERS);
  });
});

test('the dark theme changes the colours', () => {
  const context = drawn(sceneOf(area, robot(0, 0, 0)), 0, { ...DEFAULT_STYLE, theme: DARK });
  expect(context.named('fillRect').map(({ fill }) => fill)).toEqual([DARK.background, DARK.ground]);
});

test('each colour of the light theme means one thing', () => {
  const { palette, ...others } = LIGHT;
  const colors = [...palette, ...Object.values(others)];
  expect(new Set(colors).size).toBe(colors.length);
  expect(DARK.palette).toHaveLength(palette.length);
});
