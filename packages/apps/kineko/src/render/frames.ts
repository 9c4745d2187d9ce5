/** Frames of a film, and still pictures, drawn without a display. */
import { draw, frameAt } from '@kineko/viewer';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { InterruptedError, type Picture, type Workshop } from './picture.js';

/** So many seconds of a film show its end. */
const LAST_SECONDS = 1;

export async function newCanvas(width: number, height: number): Promise<Canvas> {
  try {
    const { createCanvas } = await import('@napi-rs/canvas');
    return createCanvas(width, height);
  } catch (error) {
    throw new Error(
      'pictures are drawn by @napi-rs/canvas, which cannot be loaded here: reinstall kineko (npm install), or make an .svg, ' +
        'which needs nothing',
      { cause: error },
    );
  }
}

export function paint({ scene, style, own, viewAt, speed }: Picture, context: SKRSContext2D, time: number): void {
  draw({ context, scene, frame: frameAt(scene, time, speed), view: viewAt(time), style }, own);
}

/** When each frame is: evenly from the first to the last instant. */
function frameTimes({ from, to, framesPerSecond, speed }: Picture): number[] {
  const steps = stepsOf({ from, to, framesPerSecond, speed });
  const times = Array.from({ length: steps }, (_, k) => from + (k * speed) / framesPerSecond);
  const pause = Math.max(1, Math.round(LAST_SECONDS * framesPerSecond));
  return [...times, ...Array.from({ length: pause }, () => to)];
}

/** How many frames there are before the last instant. */
export function stepsOf({
  from,
  to,
  framesPerSecond,
  speed,
}: Pick<Picture, 'from' | 'to' | 'framesPerSecond' | 'speed'>): number {
  return Math.ceil(((to - from) / speed) * framesPerSecond - 1e-9);
}

/** Calls back for each frame with its pixels (red, green, blue, alpha). How many there were. */
export async function eachFrame(
  picture: Picture,
  workshop: Workshop,
  take: (pixels: Uint8ClampedArray) => void | Promise<void>,
): Promise<number> {
  const { width, height } = picture;
  const canvas = await newCanvas(width, height);
  const context = canvas.getContext('2d');
  const times = frameTimes(picture);
  let drawn: number | undefined;
  let pixels: Uint8ClampedArray = new Uint8ClampedArray();
  for (const [index, time] of times.entries()) {
    if (workshop.signal.aborted) throw new InterruptedError('interrupted');
    if (time !== drawn) {
      paint(picture, context, time);
      pixels = context.getImageData(0, 0, width, height).data;
      drawn = time;
    }
    await take(pixels);
    workshop.onFrame(index + 1, times.length, time);
    // Drawing never waits: without this nobody would hear a Ctrl-C.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return times.length;
}
