import { expect, test } from '@jest/globals';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { robot, sceneOf } from '@kineko/tools/kits/scenes';
import type { View } from '@kineko/ui';
import { frameAt } from '../scene/frame.js';
import { caption, scaleOf } from './caption.js';
import { DEFAULT_STYLE } from './style.js';

const view: View = { x: 0, y: 0, pixelsPerMetre: 2, width: 400, height: 300 };

function drawn(given: View, title?: string): RecordingCanvas {
  const context = new RecordingCanvas();
  const scene = sceneOf(robot(0, 0, 0));
  caption({ title }).draw({ context, scene, frame: frameAt(scene, 12.34), view: given, style: DEFAULT_STYLE });
  return context;
}

test('a caption shows the time and the scale within the picture', () => {
  const context = drawn(view);
  expect(context.texts.map(([text]) => text)).toEqual(['t = 12.3 s', '50 m']);
  for (const { args } of [...context.named('moveTo'), ...context.named('lineTo')]) {
    const [x, y] = args as [number, number];
    expect([x > 0, x < 400, y > 260, y < 300]).toEqual([true, true, true, true]);
  }
  expect(drawn(view, 'Gathering').texts[0]![0]).toBe('Gathering   t = 12.3 s');
});

test('small pictures have no caption', () => {
  expect(drawn({ ...view, width: 100 }).calls).toEqual([]);
});

test.each([
  [1, 100],
  [2, 50],
  [0.001, 100_000],
  [500, 0.2],
  [1000, 0.1],
])('at %d pixels per metre the bar is %d m', (pixelsPerMetre, metres) => {
  expect(scaleOf({ ...view, pixelsPerMetre }).metres).toBe(metres);
  expect(scaleOf({ ...view, pixelsPerMetre }).pixels).toBeLessThanOrEqual(120.000001);
});
