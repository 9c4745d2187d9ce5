import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { deflateSync } from 'node:zlib';
import {
  bmp,
  type BmpParts,
  filtered,
  join,
  packed,
  png,
  PNG_SIGNATURE,
  pngChunk,
  type PngParts,
} from '../test/pictures.js';
import type { DarknessRule } from './bitmap/darkness.js';
import { BitmapError } from './bitmap/bitmap-error.js';
import { type Bitmap, readBitmap } from './bitmap.js';

async function darkOf(bytes: Uint8Array, rule?: DarknessRule): Promise<number[]> {
  return [...(await readBitmap(bytes, 'map', rule)).dark];
}

async function expectRefusal(bytes: Uint8Array, message: string): Promise<void> {
  const reading = readBitmap(bytes, 'maps/hall.png');
  await expect(reading).rejects.toBeInstanceOf(BitmapError);
  await expect(reading).rejects.toThrow(`maps/hall.png: ${message}`);
}

/** One line of at least five pixels, black where the pattern has a 1. */
const PATTERN = [1, 0, 1, 1, 0, 0, 1, 0, 1];
const WIDTH = PATTERN.length;

describe('PNG', () => {
  const oneLine = (parts: Partial<PngParts> & Pick<PngParts, 'depth' | 'colourType'>, line: number[]): Uint8Array =>
    png({ width: WIDTH, height: 1, lines: [0, ...line], ...parts });

  test.each([1, 2, 4, 8, 16])('grey of %d bits', async (depth) => {
    const white = 2 ** depth - 1;
    const line = packed(
      PATTERN.map((isBlack) => (isBlack ? 0 : white)),
      depth,
    );
    expect(await darkOf(oneLine({ depth, colourType: 0 }, line))).toEqual(PATTERN);
  });

  test.each([1, 2, 4, 8])('a palette of %d bits', async (depth) => {
    const line = packed(PATTERN, depth);
    const palette = [255, 255, 255, 0, 0, 0];
    expect(await darkOf(oneLine({ depth, colourType: 3, palette }, line))).toEqual(PATTERN);
  });

  test.each([8, 16])('colour of %d bits: one bright channel is enough to be no obstacle', async (depth) => {
    const line = packed(
      PATTERN.flatMap((isBlack, i) => (isBlack ? [0, 0, 0] : [i % 3, (i + 1) % 3, 255])),
      depth,
    );
    const lines =
      depth === 8
        ? line
        : packed(
            PATTERN.flatMap((b) => (b ? [0, 0, 0] : [0, 0, 65535])),
            16,
          );
    expect(await darkOf(oneLine({ depth, colourType: 2 }, lines))).toEqual(PATTERN);
  });

  test.each([8, 16])('grey and colour with alpha of %d bits: what is transparent is no obstacle', async (depth) => {
    const full = 2 ** depth - 1;
    const grey = packed(
      PATTERN.flatMap((isDark) => [0, isDark ? full : 0]),
      depth,
    );
    expect(await darkOf(oneLine({ depth, colourType: 4 }, grey))).toEqual(PATTERN);
    const colour = packed(
      PATTERN.flatMap((isDark) => [0, 0, 0, isDark ? full : 0]),
      depth,
    );
    expect(await darkOf(oneLine({ depth, colourType: 6 }, colour))).toEqual(PATTERN);
  });

  test('transparent entries of a palette, and a colour declared transparent', async () => {
    const palette = [0, 0, 0, 0, 0, 0];
    const line = packed(PATTERN, 8);
    expect(await darkOf(oneLine({ depth: 8, colourType: 3, palette, transparency: [0] }, line))).toEqual(PATTERN);
    const grey = packed([0, 1, 0], 8);
    const rule = { maxBrightness: 1 };
    const parts = { width: 3, depth: 8 };
    expect(await darkOf(oneLine({ ...parts, colourType: 0, transparency: [0, 1] }, grey), rule)).toEqual([1, 0, 1]);
    const colour = [0, 0, 0, 0, 1, 0, 0, 0, 0];
    const transparency = [0, 0, 0, 1, 0, 0];
    expect(await darkOf(oneLine({ ...parts, colourType: 2, transparency }, colour), rule)).toEqual([1, 0, 1]);
  });

  test('16 bits are rounded to 8', async () => {
    const line = packed([0, 128, 129, 257], 16);
    expect(await darkOf(oneLine({ width: 4, depth: 16, colourType: 0 }, line))).toEqual([1, 1, 0, 0]);
  });

  test('every filter, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ width: fc.integer({ min: 1, max: 6 }), height: fc.integer({ min: 1, max: 6 }) }),
        fc.constantFrom(
          ...([
            [0, 1],
            [2, 3],
            [6, 4],
          ] as const),
        ),
        fc.infiniteStream(fc.nat(3)),
        fc.infiniteStream(fc.nat(4)),
        fc.integer({ min: 1, max: 5 }),
        async ({ width, height }, [colourType, channels], samples, filters, pieces) => {
          const rows = Array.from({ length: height }, () =>
            Array.from({ length: width }, () =>
              Array.from({ length: channels }, () => [0, 1, 128, 255][samples.next().value]!),
            ),
          );
          const lines = rows.flatMap((row, y) =>
            filtered(filters.next().value, row.flat(), rows[y - 1]?.flat() ?? [], channels),
          );
          const bytes = png({ width, height, depth: 8, colourType, lines, pieces });
          const dark = rows.flat().map((pixel) => {
            const colour = channels === 4 ? pixel.slice(0, 3) : pixel;
            return colour.every((value) => value <= 1) && (channels < 4 || pixel[3]! >= 128) ? 1 : 0;
          });
          expect(await darkOf(bytes, { maxBrightness: 1 })).toEqual(dark);
        },
      ),
      { seed: 20090304, numRuns: 150 },
    );
  });

  test('interlaced, of every small size', async () => {
    const pass = [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
      [0, 2, 2, 4],
      [1, 0, 2, 2],
      [0, 1, 1, 2],
    ] as const;
    for (let width = 1; width <= 10; width++) {
      for (let height = 1; height <= 10; height++) {
        const isBlack = (x: number, y: number): number => ((x * 7 + y * 13 + x * y) % 5 < 2 ? 1 : 0);
        const lines: number[] = [];
        for (const [startX, startY, stepX, stepY] of pass) {
          for (let y = startY; y < height; y += stepY) {
            const samples: number[] = [];
            for (let x = startX; x < width; x += stepX) samples.push(1 - isBlack(x, y));
            if (samples.length > 0) lines.push(0, ...packed(samples, 1));
          }
        }
        const expected = Array.from({ length: width * height }, (_, i) => isBlack(i % width, Math.floor(i / width)));
        expect(await darkOf(png({ width, height, depth: 1, colourType: 0, interlace: 1, lines }))).toEqual(expected);
      }
    }
  });

  const good: PngParts = { width: 2, height: 2, depth: 8, colourType: 0, lines: [0, 0, 255, 0, 255, 0] };

  test('the size is refused before anything else is looked at', async () => {
    const header = [0, 0, 0x10, 1, 0, 0, 0, 1, 99, 99, 99, 99, 99];
    const chunk = pngChunk('IHDR', header);
    await expectRefusal(
      join(PNG_SIGNATURE, chunk.subarray(0, -4), [0, 0, 0, 0]),
      'expected 1 × 1 to 4096 × 4096 pixels, got 4097 × 1',
    );
    await expectRefusal(png({ ...good, width: 0 }), 'expected 1 × 1 to 4096 × 4096 pixels, got 0 × 2');
    await expectRefusal(
      png({ ...good, height: 0xffffffff }),
      'expected 1 × 1 to 4096 × 4096 pixels, got 2 × 4294967295',
    );
  });

  test('truncated anywhere', async () => {
    const whole = png(good);
    for (let length = 8; length < whole.length - 12; length++) {
      await expectRefusal(whole.subarray(0, length), `ends after ${length} bytes, before the end of its PNG data`);
    }
  });

  test('pixel data that are too short or too long', async () => {
    await expectRefusal(
      png({ ...good, lines: [0, 0, 255, 0, 255] }),
      'is corrupt: its PNG data ends before its last pixel',
    );
    await expectRefusal(png({ ...good, lines: [] }), 'is corrupt: its PNG data ends before its last pixel');
    await expectRefusal(
      png({ ...good, lines: [...Array.from(good.lines), 0] }),
      'is corrupt: it has more PNG data than its 2 × 2 pixels need',
    );
    const data = deflateSync(Uint8Array.from(good.lines));
    const cut = join(png(good).subarray(0, 33), pngChunk('IDAT', data.subarray(0, -5)), pngChunk('IEND', []));
    await expectRefusal(cut, 'cannot be decoded');
    const more = [pngChunk('IDAT', data), pngChunk('IDAT', [7]), pngChunk('IEND', [])];
    await expectRefusal(
      join(png(good).subarray(0, 33), ...more),
      'cannot be decoded: something follows the end of its compressed data',
    );
    const none = join(png(good).subarray(0, 33), pngChunk('IEND', []));
    await expectRefusal(none, 'cannot be decoded');
  });

  test('a bomb is not inflated beyond what the pixels need', async () => {
    const bomb = png({ ...good, lines: new Uint8Array(1 << 26) });
    expect(bomb.length).toBeLessThan(100_000);
    await expectRefusal(bomb, 'is corrupt: it has more PNG data than its 2 × 2 pixels need');
    // A profile of 64 MB is not inflated either, because it is not read.
    const profile = join([65, 0, 0], deflateSync(new Uint8Array(1 << 26)));
    expect(await darkOf(png({ ...good, extraChunks: [pngChunk('iCCP', profile)] }))).toEqual([1, 0, 0, 1]);
  });

  test('a wrong check sum', async () => {
    const bytes = png(good);
    bytes[45] = 255 - bytes[45]!;
    await expectRefusal(bytes, "is corrupt: the check sum of its PNG chunk 'IDAT' at byte 33 is wrong");
  });

  test('headers that there are not', async () => {
    await expectRefusal(
      png({ ...good, colourType: 1 }),
      'has PNG colour type 1 with 8 bits per sample, which is invalid',
    );
    await expectRefusal(png({ ...good, colourType: 2, depth: 4 }), 'has PNG colour type 2 with 4 bits per sample');
    await expectRefusal(
      png({ ...good, interlace: 2 }),
      'has PNG compression 0, filter method 0, interlacing 2; known are',
    );
    await expectRefusal(
      png({ ...good, lines: [0, 0, 255, 7, 255, 0] }),
      'is corrupt: line 1 has PNG filter 7; known are 0 to 4',
    );
    await expectRefusal(join(PNG_SIGNATURE, pngChunk('tEXt', [65, 0])), "starts with a chunk 'tEXt' of 2 bytes");
    await expectRefusal(
      png({ ...good, extraChunks: [png(good).subarray(8, 33)] }),
      "expected one PNG chunk 'IHDR', got 2",
    );
  });

  test('palettes and transparency that do not fit', async () => {
    const indexed = { ...good, colourType: 3, lines: [0, 0, 1, 0, 1, 2] };
    await expectRefusal(
      png({ ...indexed, palette: [0, 0, 0, 1, 1, 1] }),
      'has a pixel of colour 2, but a palette of 2 colours',
    );
    await expectRefusal(png(indexed), 'expected a palette of 1 to 256 colours of 3 bytes, got 0 bytes');
    await expectRefusal(
      png({ ...indexed, palette: [0, 0] }),
      'expected a palette of 1 to 256 colours of 3 bytes, got 2 bytes',
    );
    await expectRefusal(
      png({ ...good, transparency: [0] }),
      "has a PNG chunk 'tRNS' of 1 bytes, which does not go with",
    );
  });
});

describe('BMP', () => {
  const oneRow = (parts: Partial<BmpParts> & Pick<BmpParts, 'bitsPerPixel'>, row: number[]): Uint8Array =>
    bmp({ width: WIDTH, height: 1, rows: [row], ...parts });

  test.each([1, 4, 8])('a palette of %d bits', async (bitsPerPixel) => {
    const palette = [255, 255, 255, 0, 0, 0, 0, 0, ...Array<number>(4 * (2 ** bitsPerPixel - 2)).fill(255)];
    expect(await darkOf(oneRow({ bitsPerPixel, palette }, packed(PATTERN, bitsPerPixel)))).toEqual(PATTERN);
    const short = { bitsPerPixel, palette: palette.slice(0, 8), colours: 2 };
    expect(await darkOf(oneRow(short, packed(PATTERN, bitsPerPixel)))).toEqual(PATTERN);
  });

  test('the header of OS/2, with palette entries of three bytes', async () => {
    const parts = { bitsPerPixel: 1, headerLength: 12, palette: [255, 255, 255, 0, 0, 0] };
    expect(await darkOf(oneRow(parts, packed(PATTERN, 1)))).toEqual(PATTERN);
  });

  test('16 bits: five each, or by masks', async () => {
    const row = PATTERN.flatMap((isBlack, i) => (isBlack ? [0, i % 2 ? 0x80 : 0] : [0x10, 0]));
    expect(await darkOf(oneRow({ bitsPerPixel: 16 }, row))).toEqual(PATTERN);
    const masks = [0xf800, 0x07e0, 0x001f];
    const byMasks = PATTERN.flatMap((isBlack) => (isBlack ? [0, 0] : [0, 0x80]));
    expect(await darkOf(oneRow({ bitsPerPixel: 16, compression: 3, masks }, byMasks))).toEqual(PATTERN);
  });

  test('24 bits', async () => {
    const row = PATTERN.flatMap((isBlack, i) => [0, 1, 2].map((channel) => (!isBlack && channel === i % 3 ? 1 : 0)));
    expect(await darkOf(oneRow({ bitsPerPixel: 24 }, row))).toEqual(PATTERN);
  });

  test('32 bits: the fourth byte is nothing, unless a mask says that it is alpha', async () => {
    const plain = PATTERN.flatMap((isBlack, i) => [0, 0, isBlack ? 0 : 1, i]);
    expect(await darkOf(oneRow({ bitsPerPixel: 32 }, plain))).toEqual(PATTERN);
    const masks = [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000 | 0];
    const alpha = PATTERN.flatMap((isDark) => [0, 0, 0, isDark ? 255 : 0]);
    const allBlack = PATTERN.map(() => 1);
    expect(await darkOf(oneRow({ bitsPerPixel: 32, compression: 3, masks, headerLength: 108 }, alpha))).toEqual(
      PATTERN,
    );
    expect(await darkOf(oneRow({ bitsPerPixel: 32, compression: 6, masks }, alpha))).toEqual(PATTERN);
    expect(await darkOf(oneRow({ bitsPerPixel: 32, compression: 3, masks: masks.slice(0, 3) }, alpha))).toEqual(
      allBlack,
    );
  });

  test('rows from the bottom, or from the top if the height is negative', async () => {
    const rows = [
      [0, 0, 0, 255, 255, 255],
      [255, 255, 255, 255, 255, 255],
    ];
    expect(await darkOf(bmp({ width: 2, height: 2, bitsPerPixel: 24, rows }))).toEqual([0, 0, 1, 0]);
    expect(await darkOf(bmp({ width: 2, height: -2, bitsPerPixel: 24, rows }))).toEqual([1, 0, 0, 0]);
  });

  test('refusals', async () => {
    const good: BmpParts = { width: 2, height: 1, bitsPerPixel: 24, rows: [[0, 0, 0, 1, 1, 1]] };
    await expectRefusal(bmp({ ...good, width: 5000 }), 'expected 1 × 1 to 4096 × 4096 pixels, got 5000 × 1');
    await expectRefusal(bmp({ ...good, width: -1 }), 'expected 1 × 1 to 4096 × 4096 pixels, got -1 × 1');
    await expectRefusal(bmp({ ...good, bitsPerPixel: 2 }), 'expected 1, 4, 8, 16, 24 or 32 bits per pixel, got 2');
    await expectRefusal(
      bmp({ ...good, bitsPerPixel: 8, compression: 1 }),
      'expected no compression, or bit fields at 16 or 32 bits per pixel, got RLE8 at 8',
    );
    await expectRefusal(
      bmp({ ...good, compression: 77 }),
      'expected no compression, or bit fields at 16 or 32 bits per pixel, got number 77 at 24',
    );
    await expectRefusal(bmp({ ...good, headerLength: 20 }), 'expected a BMP header of 12, or 40 or more bytes, got 20');
    await expectRefusal(bmp(good).subarray(0, 20), 'ends after 20 bytes, within the header of a BMP');
    await expectRefusal(bmp(good).subarray(0, 50), 'ends after 50 bytes, within the header of a BMP');
    await expectRefusal(bmp(good).subarray(0, -1), 'ends 1 bytes before its last pixel (2 × 1 at 24 bits per pixel)');
    const early = bmp(good);
    early[10] = 20;
    await expectRefusal(early, 'says that its pixels start at byte 20; its header ends at 54 and the file at 62');
    const palette = [0, 0, 0, 0];
    await expectRefusal(
      bmp({ ...good, bitsPerPixel: 8, palette, rows: [[0, 9]] }),
      'has a pixel of colour 9, but a palette of 1 colours',
    );
  });
});

/** A black and white JPEG, given by a function of the coordinates. */
function jpegOf(width: number, height: number, isBlack: (x: number, y: number) => boolean, quality = 75): Uint8Array {
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    if (isBlack(i % width, Math.floor(i / width))) data.fill(0, 4 * i, 4 * i + 3);
  }
  return Uint8Array.from(jpeg.encode({ width, height, data }, quality).data);
}

describe('JPEG', () => {
  /** Strokes of four pixels, which are not aligned with the blocks of eight. */
  const isStroke = (x: number, y: number): boolean => x % 11 < 4 || y % 13 < 4;

  test.each([50, 75, 95])('black strokes of quality %d are dark, in spite of its losses', async (quality) => {
    const { width, height, dark } = await readBitmap(jpegOf(40, 30, isStroke, quality), 'map');
    expect([width, height]).toEqual([40, 30]);
    const expected = Array.from({ length: 1200 }, (_, i) => (isStroke(i % 40, Math.floor(i / 40)) ? 1 : 0));
    expect([...dark]).toEqual(expected);
  });

  test('takes the brightness that counts as dark', async () => {
    const black = jpegOf(8, 8, () => true);
    const white = jpegOf(8, 8, () => false);
    expect(await darkOf(black)).toEqual(Array(64).fill(1));
    expect(await darkOf(white)).toEqual(Array(64).fill(0));
    expect(await darkOf(white, { maxBrightness: 255 })).toEqual(Array(64).fill(1));
  });

  test('needs no Buffer, as in a page', async () => {
    const bytes = jpegOf(16, 16, isStroke);
    const there = Object.getOwnPropertyDescriptor(globalThis, 'Buffer')!;
    Object.defineProperty(globalThis, 'Buffer', { value: undefined, configurable: true, writable: true });
    try {
      expect((await readBitmap(bytes, 'map')).dark).toHaveLength(256);
    } finally {
      Object.defineProperty(globalThis, 'Buffer', there);
    }
  });

  const good = jpegOf(8, 8, () => true);
  const frameAt = good.findIndex((byte, i) => byte === 0xff && good[i + 1] === 0xc0);
  const changed = (...changes: (readonly [at: number, to: number])[]): Uint8Array => {
    const bytes = good.slice();
    for (const [at, to] of changes) bytes[frameAt + at] = to;
    return bytes;
  };

  test('refusals', async () => {
    await expectRefusal(changed([7, 0x20]), 'expected 1 × 1 to 4096 × 4096 pixels, got 8200 × 8');
    await expectRefusal(changed([6, 0]), 'expected 1 × 1 to 4096 × 4096 pixels, got 8 × 0');
    await expectRefusal(
      changed([1, 0xc3]),
      'expected a JPEG of process 0 to 2 (baseline, extended, progressive) with 8 bits in 1, 3 or 4 channels, got process 3 with 8 bits in 3 channels',
    );
    await expectRefusal(
      changed([4, 12]),
      'expected a JPEG of process 0 to 2 (baseline, extended, progressive) with 8 bits in 1, 3 or 4 channels, got process 0 with 12 bits in 3 channels',
    );
    await expectRefusal(
      changed([9, 2]),
      'expected a JPEG of process 0 to 2 (baseline, extended, progressive) with 8 bits in 1, 3 or 4 channels, got process 0 with 8 bits in 2 channels',
    );
    await expectRefusal(
      good.subarray(0, 100),
      'is truncated or corrupt: no JPEG header with a size was found up to byte',
    );
    await expectRefusal(good.subarray(0, good.length - 20), 'cannot be decoded: ');
    const scans = Array.from({ length: 101 }, () => [0xff, 0xda]).flat();
    await expectRefusal(join(good, scans), 'expected at most 100 scans, got 102');
  });
});

describe('which pixels are dark', () => {
  /** One pixel of each grey and alpha. */
  const picture = (pixels: readonly (readonly [number, number])[]): Uint8Array =>
    png({ width: pixels.length, height: 1, depth: 8, colourType: 4, lines: [0, ...pixels.flat()] });

  test('black, at least half opaque, unless told otherwise', async () => {
    const bytes = picture([
      [0, 255],
      [1, 255],
      [0, 128],
      [0, 127],
      [0, 0],
    ]);
    expect(await darkOf(bytes)).toEqual([1, 0, 1, 0, 0]);
    expect(await darkOf(bytes, { minAlpha: 0 })).toEqual([1, 0, 1, 1, 1]);
    expect(await darkOf(bytes, { maxBrightness: 1 })).toEqual([1, 1, 1, 0, 0]);
  });

  test('a rule that is none is the caller’s mistake', async () => {
    await expect(readBitmap(picture([[0, 0]]), 'map', { maxBrightness: 300 })).rejects.toThrow(
      new RangeError('darkness rule: maxBrightness: expected a number from 0 to 255, got 300'),
    );
  });
});

describe('other data', () => {
  test('are recognised by their first bytes, not by the name', async () => {
    await expectRefusal(
      new Uint8Array(0),
      'expected PNG, BMP (1, 4, 8, 16, 24 or 32 bits per pixel) or JPEG, got an empty file',
    );
    await expectRefusal(
      Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 2, 3]),
      'expected PNG, BMP (1, 4, 8, 16, 24 or 32 bits per pixel) or JPEG, got a file that starts with 47 49 46 38 39 61 01 02',
    );
    await expectRefusal(
      Uint8Array.from([0x89]),
      'expected PNG, BMP (1, 4, 8, 16, 24 or 32 bits per pixel) or JPEG, got a file that starts with 89',
    );
  });
});

describe('damaged files', () => {
  const rows = [0, 0, 255, 30, 1, 4, 5, 6, 4, 9, 8, 7];
  const originals = {
    'PNG, grey': png({ width: 3, height: 3, depth: 8, colourType: 0, lines: rows, pieces: 2 }),
    'PNG, interlaced palette': png({
      width: 3,
      height: 3,
      depth: 2,
      colourType: 3,
      interlace: 1,
      palette: rows,
      transparency: [0, 255],
      lines: [0, 0, 0, 64, 0, 0, 0, 192, 0, 128, 0, 16],
    }),
    'BMP, palette': bmp({
      width: 3,
      height: 2,
      bitsPerPixel: 4,
      palette: rows,
      colours: 3,
      rows: [packed([0, 1, 2], 4), [0, 0]],
    }),
    'BMP, masks': bmp({
      width: 2,
      height: -1,
      bitsPerPixel: 32,
      compression: 3,
      headerLength: 56,
      masks: [255, 65280, 16711680, 0],
      rows: [[1, 2, 3, 4, 0, 0, 0, 0]],
    }),
    JPEG: jpegOf(9, 9, (x, y) => x > y),
  };

  /**
   * Changes, cuts and copies bytes; the checksums of a PNG are then corrected half of the time, so that the damage gets past
   * them.
   */
  const damage = fc.record({
    changes: fc.array(fc.record({ at: fc.nat(), to: fc.oneof(fc.constantFrom(0, 1, 255, 128), fc.nat(255)) }), {
      maxLength: 4,
    }),
    cut: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat() }),
    copy: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.record({ from: fc.nat(), length: fc.nat(16), to: fc.nat() }) },
    ),
    isMended: fc.boolean(),
  });

  function damaged(
    original: Uint8Array,
    { changes, cut, copy, isMended }: typeof damage extends fc.Arbitrary<infer T> ? T : never,
  ): Uint8Array {
    let bytes: Uint8Array = original.slice();
    for (const { at, to } of changes) bytes[at % bytes.length] = to;
    if (copy) {
      const from = copy.from % bytes.length;
      const to = copy.to % bytes.length;
      bytes = join(bytes.subarray(0, to), bytes.subarray(from, from + copy.length), bytes.subarray(to));
    }
    if (cut !== null) bytes = bytes.slice(0, cut % bytes.length);
    return isMended ? withMendedSums(bytes) : bytes;
  }

  function withMendedSums(bytes: Uint8Array): Uint8Array {
    const view = new DataView(bytes.buffer);
    for (let at = 8; at + 12 <= bytes.length;) {
      const length = view.getUint32(at);
      if (at + 12 + length > bytes.length) break;
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      bytes.set(pngChunk(type, bytes.subarray(at + 8, at + 8 + length)).subarray(-4), at + 8 + length);
      at += 12 + length;
    }
    return bytes;
  }

  function isAnswer(answer: unknown): boolean {
    if (answer instanceof BitmapError) return answer.message.startsWith('damaged: ');
    const { width, height, dark } = answer as Bitmap;
    return dark.length === width * height && dark.every((pixel) => pixel <= 1);
  }

  test.each(Object.entries(originals))(
    '%s: a bitmap or a BitmapError, never anything else',
    async (_kind, original) => {
      await expect(readBitmap(original, 'original')).resolves.toBeDefined();
      let read = 0;
      await fc.assert(
        fc.asyncProperty(damage, async (how) => {
          const bytes = damaged(original, how);
          const answer: unknown = await readBitmap(bytes, 'damaged').catch((error: unknown) => error);
          if (!(answer instanceof BitmapError)) read++;
          expect(isAnswer(answer)).toBe(true);
        }),
        { seed: 20090305, numRuns: 1000 },
      );
      expect(read).toBeGreaterThan(50);
    },
  );
});
