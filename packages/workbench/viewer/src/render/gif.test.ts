import { DARK, LIGHT } from '@kineko/ui';
import { describe, expect, test } from '@jest/globals';
import { readGif } from '@kineko/tools/shared/gif-reader';
import { rgbOf, type Rgb } from './color.js';
import { GifFilm, type GifOptions } from './gif.js';
import { NearestColors, packed, paletteOf } from './gif/palette.js';
import { DEFAULT_STYLE } from './style.js';

const options: GifOptions = { width: 40, height: 30, framesPerSecond: 20, style: DEFAULT_STYLE };
const [ground, blue, orange] = [LIGHT.ground, LIGHT.palette[0]!, LIGHT.palette[1]!].map((color) => rgbOf(color)!);

/** A frame of one colour with boxes on it. */
function frame(
  ...boxes: readonly { readonly x: number; readonly y: number; readonly size: number; readonly color: Rgb }[]
) {
  const { width, height } = options;
  const rgba = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) rgba.set([...ground!, 255], 4 * i);
  for (const { x, y, size, color } of boxes) {
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) rgba.set([...color, 255], 4 * ((y + dy) * width + x + dx));
    }
  }
  return rgba;
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from(rgba.filter((_, k) => k % 4 !== 3));
}

function gifOf(frames: readonly Uint8ClampedArray[], more: Partial<GifOptions> = {}) {
  const film = new GifFilm({ ...options, ...more });
  const chunks = frames.map((each) => {
    film.add(each);
    return film.take();
  });
  return readGif(Buffer.concat([...chunks, film.finish()]));
}

const box = { x: 5, y: 6, size: 4, color: blue! };

test('frames are decoded unchanged, with the colours of the style', () => {
  const frames = [frame(box), frame({ ...box, x: 7 }), frame({ ...box, x: 30, y: 20, color: orange! }), frame()];
  const gif = gifOf(frames);
  expect([gif.width, gif.height, gif.isLooping]).toEqual([40, 30, true]);
  expect(gif.frames.map(({ picture }) => picture)).toEqual(frames.map(withoutAlpha));
});

test('each frame holds only the changed part', () => {
  const gif = gifOf([frame(box), frame({ ...box, x: 7 })]);
  expect(gif.frames.map(({ left, top, width, height }) => [left, top, width, height])).toEqual([
    [0, 0, 40, 30],
    [5, 6, 6, 4],
  ]);
});

test('unchanged frames last longer, and the total duration is exact', () => {
  const same = frame(box);
  const gif = gifOf([same, same, same, frame(), frame(), frame(box), same]);
  expect(gif.frames.map(({ delay }) => delay)).toEqual([15, 10, 10]);
  const thirds = gifOf(
    Array.from({ length: 31 }, (_, k) => frame({ ...box, x: k })),
    { framesPerSecond: 30 },
  );
  const all = thirds.frames.reduce((sum, { delay }) => sum + delay, 0);
  expect(all).toBe(Math.round((100 * 31) / 30));
  expect(new Set(thirds.frames.map(({ delay }) => delay))).toEqual(new Set([3, 4]));
});

test('a film of one frame is a picture', () => {
  const gif = gifOf([frame(box)]);
  expect(gif.frames).toHaveLength(1);
  expect(gif.frames[0]!.delay).toBe(5);
});

test('pixels may have any alignment in memory', () => {
  const whole = new Uint8ClampedArray(4 * 40 * 30 + 1);
  whole.set(frame(box), 1);
  const film = new GifFilm(options);
  film.add(whole.subarray(1));
  expect(readGif(film.finish()).frames[0]!.picture).toEqual(withoutAlpha(frame(box)));
});

test('a frame of another size is refused', () => {
  expect(() => new GifFilm(options).add(new Uint8Array(7))).toThrow(
    'frame of 40 × 30 pixels: expected 4800 bytes, got 7',
  );
});

describe('the palette', () => {
  test.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('has an entry for unchanged pixels, and every colour of the %s theme exactly', (_name, theme) => {
    const palette = paletteOf({ ...DEFAULT_STYLE, theme });
    expect(palette.length).toBeLessThanOrEqual(255);
    const nearest = new NearestColors(palette);
    const { palette: robots, ...others } = theme;
    for (const color of [...robots, ...Object.values(others)]) {
      expect(palette[nearest.indexOf(packed(rgbOf(color)!))]).toEqual(rgbOf(color));
    }
  });

  test('has the colours of rules', () => {
    const robotColors = { by: 'tag', colors: new Map([['a', '#010203']]), otherwise: '#abc' } as const;
    const palette = paletteOf({ ...DEFAULT_STYLE, robotColors, labelColor: 'no colour at all' });
    expect(palette).toContainEqual([1, 2, 3]);
    expect(palette).toContainEqual([0xaa, 0xbb, 0xcc]);
  });

  test('is near enough to every edge between a robot and the ground', () => {
    const palette = paletteOf(DEFAULT_STYLE);
    const nearest = new NearestColors(palette);
    for (const color of LIGHT.palette.map((each) => rgbOf(each)!)) {
      for (let share = 0; share <= 1; share += 1 / 32) {
        const mixed = color.map((part, k) => Math.round(part + (ground![k]! - part) * share)) as unknown as Rgb;
        const found = palette[nearest.indexOf(packed(mixed))]!;
        expect(Math.hypot(...mixed.map((part, k) => part - found[k]!))).toBeLessThan(32);
      }
    }
  });
});
