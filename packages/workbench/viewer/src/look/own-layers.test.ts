import { describe, expect, test } from '@jest/globals';
import { RecordingCanvas } from '@kineko/tools/kits/recording-canvas';
import { robot, sceneOf } from '@kineko/tools/kits/scenes';
import { draw } from '../render/draw.js';
import { DEFAULT_STYLE, type LayerSetting } from '../render/style.js';
import { frameAt } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import { type AuthorLayer, makeLayers } from './own-layers.js';
import type { Canvas2d } from '../render/canvas.js';

class Count implements AuthorLayer {
  arg = '';
  processArg(arg: string | undefined): void {
    this.arg = arg ?? 'none';
  }
  draw(canvas: Canvas2d, { robots }: Scene, time: number): void {
    canvas.fillText(`${robots.size} at ${time}, ${this.arg}`, 1, 2);
  }
}

class Broken {
  draw(): void {
    throw new Error('no ink');
  }
}

const view = { x: 0, y: 0, pixelsPerMetre: 1, width: 100, height: 100 };
const scene = sceneOf(robot(0, 0, 0), robot(1, 9, 9));

function drawn(files: Parameters<typeof makeLayers>[0], wanted: Parameters<typeof makeLayers>[1] = []) {
  const failures: string[] = [];
  const made = makeLayers(files, wanted, (text) => failures.push(text));
  const context = new RecordingCanvas();
  const layers: LayerSetting[] = made.layers.map(({ name }) => ({ name, isVisible: true, opacity: 0.5 }));
  for (const time of [3, 4]) {
    draw({ context, scene, frame: frameAt(scene, time), view, style: { ...DEFAULT_STYLE, layers } }, made.layers);
  }
  return { ...made, failures, context };
}

describe('a layer of an author', () => {
  test('is drawn at a time, with the opacity of the panel', () => {
    const { context, layers } = drawn([{ file: 'count.ts', exports: { default: Count, Count, other: 7 } }]);
    expect(layers.map(({ name }) => name)).toEqual(['Count']);
    expect(context.texts).toEqual([
      ['2 at 3, none', 1, 2],
      ['2 at 4, none', 1, 2],
    ]);
    expect(context.named('fillText')[0]!.alpha).toBe(0.5);
  });

  test('gets the argument of the visualization file, once per request', () => {
    const { wanted, context } = drawn(
      [{ file: 'count.ts', exports: { Count } }],
      [{ className: 'a.b.Count', arg: 'one' }, { className: 'a.b.Count' }],
    );
    expect([...wanted.keys()]).toEqual(['a.b.Count', 'a.b.Count 2']);
    expect(context.texts.slice(0, 2).map(([text]) => text)).toEqual(['2 at 3, one', '2 at 3, none']);
  });

  test('gets the contents of the file that its argument names', () => {
    const told: unknown[] = [];
    class Told extends Count {
      override processArg(arg: string | undefined, file?: Uint8Array): void {
        told.push(arg, file);
      }
    }
    const file = Uint8Array.of(1, 2, 3);
    drawn([{ file: 'told.ts', exports: { Told } }], [{ className: 'Told', arg: 'map.bin', file }]);
    expect(told).toEqual(['map.bin', file]);
  });

  test('that fails is disabled, and reported once', () => {
    const { failures, context } = drawn([{ file: 'b.ts', exports: { Broken } }]);
    expect(failures).toEqual(['b.ts: the layer Broken failed at t = 3.00 s and is disabled: no ink']);
    expect(context.isEven).toBe(true);
  });

  test('that is missing is reported', () => {
    const { problems } = drawn([{ file: 'empty.ts', exports: { draw: () => 1 } }], [{ className: 'x.Heat' }]);
    expect(problems).toEqual([
      'empty.ts: expected an exported class with a method draw(canvas, scene, time, view)',
      'layer x.Heat: not found in any file; add its file with --layer',
    ]);
  });
});
