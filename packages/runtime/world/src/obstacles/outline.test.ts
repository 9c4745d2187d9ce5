import { describe, expect, test } from '@jest/globals';
import type { Bitmap } from '@kineko/formats/bitmap';
import { discSegmentContact, lineLeg, type Segment, signedArea, WALL_LENGTH } from '@kineko/geometry';
import { Random } from '@kineko/kernel';
import { type BitmapPlace, type Outline, outlineOf, TooManyWallsError } from './outline.js';
import { MAX_WALLS, segmentOfWall } from './walls.js';

/** A bitmap drawn with # for dark, the upper row first. */
function drawn(...rows: string[]): Bitmap {
  const dark = Uint8Array.from(Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)));
  return { width: rows[0]!.length, height: rows.length, dark };
}

const UNIT: BitmapPlace = { x: 0, y: 0, metresPerPixel: 1 };

function segmentsOf(outline: Outline): Segment[] {
  return Array.from({ length: outline.count }, (_, wall) => segmentOfWall(outline.records, wall));
}

function loopsOf(outline: Outline): Segment[][] {
  const segments = segmentsOf(outline);
  return Array.from({ length: outline.loopStarts.length - 1 }, (_, loop) =>
    segments.slice(outline.loopStarts[loop], outline.loopStarts[loop + 1]),
  );
}

function areaOf(loop: readonly Segment[]): number {
  return signedArea(loop.map(({ ax, ay }) => ({ x: ax, y: ay })));
}

/** Loops as readable lists of corners. */
function cornersOf(outline: Outline): string[] {
  return loopsOf(outline).map((loop) => loop.map(({ ax, ay }) => `${ax},${ay}`).join(' '));
}

describe('small bitmaps', () => {
  test('a pixel is a square, anticlockwise, from its upper left corner', () => {
    expect(cornersOf(outlineOf(drawn('#'), UNIT))).toEqual(['0,1 0,0 1,0 1,1']);
  });

  test('a joint knows the far ends of both neighbours', () => {
    expect(segmentsOf(outlineOf(drawn('#'), UNIT))[0]).toEqual({
      ax: 0,
      ay: 1,
      bx: 0,
      by: 0,
      beforeA: { x: 1, y: 1 },
      afterB: { x: 1, y: 0 },
    });
  });

  test('scale and place', () => {
    const outline = outlineOf(drawn('.#', '..'), { x: 10, y: -4, metresPerPixel: 0.5 });
    expect(cornersOf(outline)).toEqual(['10.5,-3 10.5,-3.5 11,-3.5 11,-3']);
  });

  test('the upper row is up', () => {
    expect(cornersOf(outlineOf(drawn('#.', '..', '..'), UNIT))).toEqual(['0,3 0,2 1,2 1,3']);
  });

  test('a plus sign has twelve walls', () => {
    expect(cornersOf(outlineOf(drawn('.#.', '###', '.#.'), UNIT))).toEqual([
      '1,3 1,2 0,2 0,1 1,1 1,0 2,0 2,1 3,1 3,2 2,2 2,3',
    ]);
  });

  test('a hole is traced too, clockwise', () => {
    const outline = outlineOf(drawn('####', '#..#', '####'), UNIT);
    expect(cornersOf(outline)).toEqual(['0,3 0,0 4,0 4,3', '1,2 3,2 3,1 1,1']);
    expect(loopsOf(outline).map(areaOf)).toEqual([12, -2]);
  });

  test('pixels that touch at a corner are bodies of their own', () => {
    expect(cornersOf(outlineOf(drawn('#.', '.#'), UNIT))).toEqual(['0,2 0,1 1,1 1,2', '1,1 1,0 2,0 2,1']);
    expect(cornersOf(outlineOf(drawn('.#', '#.'), UNIT))).toEqual(['1,2 1,1 2,1 2,2', '0,1 0,0 1,0 1,1']);
  });

  test('holes that touch at a corner are one hole, passed through at that corner twice', () => {
    const outline = outlineOf(drawn('####', '#.##', '##.#', '####'), UNIT);
    expect(loopsOf(outline).map((loop) => [loop.length, areaOf(loop)])).toEqual([
      [4, 16],
      [8, -2],
    ]);
  });

  test('every dark square of a checkerboard is a loop', () => {
    const outline = outlineOf(drawn('#.#.', '.#.#', '#.#.'), UNIT);
    expect(loopsOf(outline).map((loop) => [loop.length, areaOf(loop)])).toEqual(
      Array.from({ length: 6 }, () => [4, 1]),
    );
  });

  test('full: the border, without gaps', () => {
    expect(cornersOf(outlineOf(drawn('###', '###'), UNIT))).toEqual(['0,2 0,0 3,0 3,2']);
  });

  test('empty: nothing', () => {
    const outline = outlineOf(drawn('...', '...'), UNIT);
    expect(outline.count).toBe(0);
    expect(cornersOf(outline)).toEqual([]);
  });

  test('dark beyond: the border is a wall where the bitmap is light', () => {
    const beyond: BitmapPlace = { ...UNIT, beyond: 'dark' };
    expect(cornersOf(outlineOf(drawn('..', '..'), beyond))).toEqual(['0,2 2,2 2,0 0,0']);
    expect(cornersOf(outlineOf(drawn('#.', '..'), beyond))).toEqual(['1,2 2,2 2,0 0,0 0,1 1,1']);
    expect(outlineOf(drawn('##', '##'), beyond).count).toBe(0);
  });

  test('the border of the bitmap follows from its size, to the last bit', () => {
    const outline = outlineOf(drawn('###', '###', '###'), { x: 0, y: 0, metresPerPixel: 0.1 });
    expect(cornersOf(outline)).toEqual([`0,${3 * 0.1} 0,0 ${3 * 0.1},0 ${3 * 0.1},${3 * 0.1}`]);
  });
});

/** Unit edges with the dark on their left, computed from every pixel and its four neighbours. */
function edgesByBruteForce({ width, height, dark }: Bitmap, beyond: number): Set<string> {
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? beyond : dark[y * width + x]!;
  const edges = new Set<string>();
  for (let y = -1; y <= height; y++) {
    for (let x = -1; x <= width; x++) {
      if (at(x, y) === 0) continue;
      const [top, bottom, left, right] = [height - y, height - y - 1, x, x + 1];
      if (at(x, y - 1) === 0) edges.add(`${right},${top} ${left},${top}`);
      if (at(x, y + 1) === 0) edges.add(`${left},${bottom} ${right},${bottom}`);
      if (at(x - 1, y) === 0) edges.add(`${left},${top} ${left},${bottom}`);
      if (at(x + 1, y) === 0) edges.add(`${right},${bottom} ${right},${top}`);
    }
  }
  return edges;
}

function unitEdgesOf(segment: Segment): string[] {
  const { ax, ay, bx, by } = segment;
  const length = Math.abs(bx - ax) + Math.abs(by - ay);
  const [dx, dy] = [Math.sign(bx - ax), Math.sign(by - ay)];
  return Array.from({ length }, (_, i) => `${ax + i * dx},${ay + i * dy} ${ax + (i + 1) * dx},${ay + (i + 1) * dy}`);
}

describe('random bitmaps', () => {
  const random = new Random(20090302).stream('bitmaps');
  const cases = Array.from({ length: 200 }, (_, index) => {
    const [width, height] = [1 + Math.floor(random.uniform() * 12), 1 + Math.floor(random.uniform() * 12)];
    const density = random.uniform();
    const dark = Uint8Array.from({ length: width * height }, () => (random.uniform() < density ? 1 : 0));
    return { bitmap: { width, height, dark }, beyond: index % 2 };
  });

  test('the walls are the pixel edges, each once', () => {
    for (const { bitmap, beyond } of cases) {
      const outline = outlineOf(bitmap, { ...UNIT, beyond: beyond ? 'dark' : 'free' });
      const edges = segmentsOf(outline).flatMap(unitEdgesOf);
      expect(new Set(edges)).toEqual(edgesByBruteForce(bitmap, beyond));
      expect(new Set(edges).size).toBe(edges.length);
    }
  });

  test('loops are closed, turn at every joint, and neighbours are neighbours', () => {
    for (const { bitmap, beyond } of cases) {
      for (const loop of loopsOf(outlineOf(bitmap, { ...UNIT, beyond: beyond ? 'dark' : 'free' }))) {
        expect(loop.length).toBeGreaterThanOrEqual(4);
        for (const [i, wall] of loop.entries()) {
          const next = loop[(i + 1) % loop.length]!;
          expect([next.ax, next.ay]).toEqual([wall.bx, wall.by]);
          expect(next.beforeA).toEqual({ x: wall.ax, y: wall.ay });
          expect(wall.afterB).toEqual({ x: next.bx, y: next.by });
          expect(wall.ax === wall.bx).toBe(next.ay === next.by);
        }
      }
    }
  });

  test('the loops enclose as much as is dark', () => {
    for (const { bitmap, beyond } of cases) {
      const outline = outlineOf(bitmap, { ...UNIT, beyond: beyond ? 'dark' : 'free' });
      const darkPixels = bitmap.dark.filter((pixel) => pixel === 1).length;
      const area = loopsOf(outline).reduce((sum, loop) => sum + areaOf(loop), 0);
      // If the area beyond the bitmap is dark, the loops run around the light area.
      expect(area).toBe(beyond ? darkPixels - bitmap.dark.length : darkPixels);
    }
  });

  test('where two bodies touch, each corner has its own pixel’s walls', () => {
    for (const { bitmap } of cases) {
      const at = (x: number, y: number): number => bitmap.dark[y * bitmap.width + x] ?? 0;
      for (const { ax, ay, bx, by, beforeA } of segmentsOf(outlineOf(bitmap, UNIT))) {
        const row = bitmap.height - ay;
        const [inX, inY] = [ax > 0 && ax < bitmap.width, row > 0 && row < bitmap.height];
        if (!inX || !inY) continue;
        const [nw, ne, sw, se] = [at(ax - 1, row - 1), at(ax, row - 1), at(ax - 1, row), at(ax, row)];
        if (nw + ne + sw + se !== 2) continue;
        // Both walls lie along the sides of one dark pixel, so the pixel between them is dark.
        const towardsX = Math.sign(bx - ax) + Math.sign(beforeA!.x - ax);
        const towardsY = Math.sign(by - ay) + Math.sign(beforeA!.y - ay);
        expect(at(towardsX > 0 ? ax : ax - 1, towardsY > 0 ? row - 1 : row)).toBe(1);
      }
    }
  });
});

describe('refusals', () => {
  test('more than two million walls, with the count, before any is made', () => {
    const side = 1500;
    const dark = Uint8Array.from({ length: side * side }, (_, i) => (i + Math.floor(i / side)) % 2);
    expect(() => outlineOf({ width: side, height: side, dark }, UNIT, "the bitmap 'maze'")).toThrow(
      new TooManyWallsError("the bitmap 'maze'", 2 * side * side),
    );
    expect(() => outlineOf({ width: side, height: side, dark }, UNIT, "the bitmap 'maze'")).toThrow(
      `the bitmap 'maze': expected at most ${MAX_WALLS} walls in all, got 4500000`,
    );
  });

  test('a bitmap of inconsistent size', () => {
    expect(() => outlineOf({ width: 2, height: 2, dark: new Uint8Array(3) }, UNIT)).toThrow(
      'the bitmap: expected 1 × 1 to 4096 × 4096 with width × height pixels, got 2 × 2 with 3 pixels',
    );
    expect(() => outlineOf({ width: 0, height: 2, dark: new Uint8Array(0) }, UNIT)).toThrow(
      'the bitmap: expected 1 × 1 to 4096 × 4096 with width × height pixels, got 0 × 2 with 0 pixels',
    );
    expect(() => outlineOf({ width: 5000, height: 1, dark: new Uint8Array(5000) }, UNIT)).toThrow(
      'the bitmap: expected 1 × 1 to 4096 × 4096 with width × height pixels, got 5000 × 1 with 5000 pixels',
    );
  });
});

describe('a disc that comes diagonally to where two dark pixels touch', () => {
  /** The walls that a disc hits, and the times, at speed 1 along each axis. */
  function hits(bitmap: Bitmap, x: number, y: number, vx: number, vy: number): { wall: string; time: number }[] {
    const leg = lineLeg({ start: 0, end: 10, x, y, heading: 0, vx, vy });
    return segmentsOf(outlineOf(bitmap, UNIT)).flatMap((wall) => {
      const contact = discSegmentContact(leg, 0.25, wall);
      return contact.state === 'hit' && contact.time < 1
        ? [{ wall: `${wall.ax},${wall.ay} ${wall.bx},${wall.by}`, time: contact.time }]
        : [];
    });
  }

  test('is stopped by both faces at once, and never by the corner', () => {
    expect(hits(drawn('#.', '.#'), 1.75, 1.75, -1, -1)).toEqual([
      { wall: '1,1 1,2', time: 0.5 },
      { wall: '2,1 1,1', time: 0.5 },
    ]);
    expect(hits(drawn('.#', '#.'), 0.25, 1.75, 1, -1)).toEqual([
      { wall: '1,2 1,1', time: 0.5 },
      { wall: '1,1 0,1', time: 0.5 },
    ]);
  });
});

test('records are as long as the engine expects', () => {
  expect(outlineOf(drawn('#'), UNIT).records).toHaveLength(4 * WALL_LENGTH);
});
