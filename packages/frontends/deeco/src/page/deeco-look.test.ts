import { describe, expect, test } from '@jest/globals';
import type { RecordOf } from '@kineko/formats/trace';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { leg, robot, sceneOf } from '@kineko/tools/kits/scenes';
import {
  caption,
  DARK,
  DEFAULT_STYLE,
  draw,
  frameAt,
  LIGHT,
  type Look,
  Scene,
  type Style,
  styleWith,
  svgOf,
} from '@kineko/viewer';
import { describeDeecoRun } from './run-description.js';
import { withDeecoLook } from './viewer-plugins.js';

const VIEW = { x: 0, y: 0, pixelsPerMetre: 2, width: 400, height: 300 };

function deecoScene(): Scene {
  const scene = new Scene();
  scene.know(describeDeecoRun({ deeco: { robots: ['demo.Bot', 'demo.Bot'], objects: [] } }));
  scene.add(robot(0, 0, 0, { tag: 'seen' }));
  scene.add(robot(1, 40, 0, { tag: 'hidden' }));
  scene.add(leg(0, { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 10, vx: 1, vy: 0 }));
  return scene;
}

function drawn(scene: Scene, style: Style): RecordingCanvas {
  const context = new RecordingCanvas();
  draw({ context, scene, frame: frameAt(scene, 5), view: VIEW, style }, [caption()]);
  return context;
}

const arcs = (context: RecordingCanvas) => context.named('arc').map(({ args, fill }) => [args[0], fill]);
const texts = (context: RecordingCanvas) => context.named('fillText').map(({ args }) => args[0]);
const inLook = (look: Look, base: Style = DEFAULT_STYLE): Style => styleWith(withDeecoLook(look), base);

describe('the look of a DEECo run', () => {
  test('has red circles without noses and numbers, in cycles and pixels', () => {
    const context = drawn(deecoScene(), inLook({ trailSeconds: 0 }));
    expect(arcs(context).filter(([, fill]) => fill === '#ff0000').length).toBeGreaterThanOrEqual(2);
    // Only the nose of a robot has corners.
    expect(context.named('lineTo').filter(({ fill }) => fill === '#ff0000')).toEqual([]);
    expect(texts(context)).toEqual(['cycle 5', '50 px']);
  });

  test('does not override requested settings', () => {
    expect(withDeecoLook({ coloring: 'tag' }).robots).toBeUndefined();
    const robots = { rules: [], labels: 'tags', turns: false, isRound: false } as const;
    expect(withDeecoLook({ robots }).robots).toBe(robots);
    expect(withDeecoLook({ labels: 'ids' }).robots).toMatchObject({ labels: 'ids', otherwise: { color: '#ff0000' } });
  });

  test('has black obstacles, light ones on dark ground; those of other runs stay unchanged', () => {
    const disc: RecordOf<'obstacle'> = {
      type: 'obstacle',
      time: 0,
      obstacle: 0,
      name: '',
      shape: { kind: 'disc', x: -40, y: 0, radius: 3 },
    };
    const fillOf = (scene: Scene, theme: Style['theme']): unknown => {
      scene.add(disc);
      const context = drawn(scene, inLook({ trailSeconds: 0 }, { ...DEFAULT_STYLE, theme }));
      return context.named('arc').find(({ args }) => args[0] === 120)?.fill;
    };
    expect(fillOf(deecoScene(), LIGHT)).toBe('#000000');
    expect(fillOf(deecoScene(), DARK)).toBe(DARK.pixel);
    expect(fillOf(sceneOf(robot(0, 0, 0)), LIGHT)).toBe(LIGHT.obstacle);
  });
});

describe('a transparent robot', () => {
  const hidden: Look = {
    robots: {
      by: 'tag',
      rules: [['hidden', { color: '#00000000' }]],
      otherwise: { color: '#00ff00' },
      labels: 'tags',
      turns: false,
      isRound: false,
    },
    trailSeconds: 0,
  };
  const scene = deecoScene();
  const style = inLook(hidden);

  test('is drawn without disc, outline and nose; its label is readable', () => {
    const context = drawn(scene, style);
    const near = ({ args }: { readonly args: readonly unknown[] }) => Math.abs(Number(args[0]) - 280) < 30;
    const shapes = context.calls.filter(
      ({ name, stroke }) => ['arc', 'rect', 'moveTo', 'lineTo'].includes(name) && stroke !== LIGHT.border,
    );
    expect(shapes.filter(near)).toEqual([]);
    expect(context.named('fillText').find(({ args }) => args[0] === 'hidden')?.fill).toBe(LIGHT.ink);
    expect(context.named('stroke').length).toBeGreaterThan(0);
  });

  test('is absent from an animation', () => {
    const circles = (look: Look): number => {
      const text = svgOf(scene, VIEW, inLook(look), { from: 0, to: 10, pace: 1 });
      return text.match(/<circle/g)?.length ?? 0;
    };
    const all = circles({ ...hidden, robots: { ...hidden.robots!, rules: [] } });
    expect(circles(hidden)).toBe(all - 2);
  });
});

test('the classes of a DEECo run are those of its header, by index', () => {
  const info = { deeco: { width: 4, height: 3, robots: ['a.Bot', 7], objects: ['a.Lamp'] } };
  const { robots, objects } = describeDeecoRun(info)!;
  expect([[...robots], [...objects]]).toEqual([[[0, 'a.Bot']], [[0, 'a.Lamp']]]);
  expect(describeDeecoRun({ config: {} })).toBeUndefined();
});
