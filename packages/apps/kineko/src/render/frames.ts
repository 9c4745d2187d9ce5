/** Frames of a film, and still pictures, drawn without a display. */
import { draw, frameAt } from '@kineko/viewer';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { InterruptedError, type Picture, type WriterContext } from './picture.js';

/** Seconds for which the last frame is shown. */
const LAST_SECONDS = 1;

export async function newCanvas(width: number, height: number): Promise<Canvas> {
  try {
    const { createCanvas } = await import('@napi-rs/canvas');
    return createCanvas(width, height);
  } catch (error) {
    throw new Error(
      '@napi-rs/canvas, which draws pictures, cannot be loaded: reinstall kineko (npm install), or write an .svg, ' +
        'which does not need it',
      { cause: error },
    );
  }
}

export function paint({ scene, style, own, viewAt, speed }: Picture, context: SKRSContext2D, time: number): void {
  draw({ context, scene, frame: frameAt(scene, time, speed), view: viewAt(time), style }, own);
}

/** Simulated times of the frames, evenly spaced. */
function frameTimes({ from, to, framesPerSecond, speed }: Picture): number[] {
  const steps = stepsOf({ from, to, framesPerSecond, speed });
  const times = Array.from({ length: steps }, (_, k) => from + (k * speed) / framesPerSecond);
  const pause = Math.max(1, Math.round(LAST_SECONDS * framesPerSecond));
  return [...times, ...Array.from({ length: pause }, () => to)];
}

/** Number of frames before the last. */
export function stepsOf({
  from,
  to,
  framesPerSecond,
  speed,
}: Pick<Picture, 'from' | 'to' | 'framesPerSecond' | 'speed'>): number {
  return Math.ceil(((to - from) / speed) * framesPerSecond - 1e-9);
}

/** Draws each frame and passes on its pixels (RGBA). Returns the number of frames. */
export async function eachFrame(
  picture: Picture,
  { signal, onFrame }: WriterContext,
  take: (pixels: Uint8ClampedArray) => void | Promise<void>,
): Promise<number> {
  const { width, height } = picture;
  const canvas = await newCanvas(width, height);
  const context = canvas.getContext('2d');
  const times = frameTimes(picture);
  let drawn: number | undefined;
  let pixels: Uint8ClampedArray = new Uint8ClampedArray();
  for (const [index, time] of times.entries()) {
    if (signal.aborted) throw new InterruptedError('interrupted');
    if (time !== drawn) {
      paint(picture, context, time);
      pixels = context.getImageData(0, 0, width, height).data;
      drawn = time;
    }
    await take(pixels);
    onFrame(index + 1, times.length, time);
    // Drawing never yields: without this a Ctrl-C would not be noticed.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return times.length;
}
