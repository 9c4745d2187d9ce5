import { describe, expect, test } from '@jest/globals';
import { pointDistance, pointSegmentDistance, type Vector, WALL_LENGTH } from '@kineko/geometry';
import { polygonGap } from '../../test/polygon-gap.js';
import { Random } from '@kineko/kernel';
import { Obstacles } from './obstacles.js';
import { type BitmapShape, cornersOfBox, type ObstacleShape } from './shapes.js';

const crate: ObstacleShape = { kind: 'box', name: 'crate', x: 1, y: 1, width: 2, height: 1 };
const pillar: ObstacleShape = { kind: 'disc', name: 'pillar', x: 8, y: 8, radius: 1 };
const fence: ObstacleShape = { kind: 'segment', a: { x: 0, y: 5 }, b: { x: 4, y: 5 } };

/** A ring of dark pixels around one light one. */
const ring = { width: 3, height: 3, dark: Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1, 1]) };
const ringShape: BitmapShape = { kind: 'bitmap', name: 'ring', bitmap: ring, x: 0, y: 0, metresPerPixel: 1 };

describe('compiling', () => {
  test('stores all walls in one array, those of an obstacle adjacent, and discs separately', () => {
    const obstacles = new Obstacles([fence, pillar, crate, ringShape]);
    expect(obstacles.count).toBe(1 + 4 + 8);
    expect(obstacles.records).toHaveLength(13 * WALL_LENGTH);
    expect([...obstacles.ownerOfWall]).toEqual([0, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect([...obstacles.discs]).toEqual([8, 8, 1]);
    expect([...obstacles.ownerOfDisc]).toEqual([1]);
  });

  test('segments are made from the records, with neighbours where there are any', () => {
    const obstacles = new Obstacles([fence, crate]);
    expect(obstacles.segment(0)).toEqual({ ax: 0, ay: 5, bx: 4, by: 5 });
    expect(obstacles.segment(1)).toEqual({
      ax: 1,
      ay: 1,
      bx: 3,
      by: 1,
      beforeA: { x: 1, y: 2 },
      afterB: { x: 3, y: 2 },
    });
  });

  test('a polyline that comes back is closed but not solid', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 0, y: 4 },
      { x: 0, y: 0 },
    ];
    const obstacles = new Obstacles([{ kind: 'polyline', points }]);
    expect(obstacles.segment(0).beforeA).toEqual({ x: 0, y: 4 });
    expect(obstacles.solidAt(1, 1)).toBeUndefined();
    expect(obstacles.overlapOf(1, 1, 0.5)).toBeUndefined();
  });

  test('no obstacles: nothing is in the way', () => {
    const obstacles = new Obstacles([]);
    expect([obstacles.count, obstacles.solidAt(0, 0), obstacles.overlapOf(0, 0, 1)]).toEqual([0, undefined, undefined]);
  });

  test('too many walls in all are refused with their number', () => {
    const side = 700;
    const dark = Uint8Array.from({ length: side * side }, (_, i) => (i + Math.floor(i / side)) % 2);
    const checkers: ObstacleShape = {
      kind: 'bitmap',
      bitmap: { width: side, height: side, dark },
      x: 0,
      y: 0,
      metresPerPixel: 1,
    };
    expect(() => new Obstacles([checkers, crate, checkers, checkers])).toThrow(
      'the obstacles 0 to 3 together: expected at most 2000000 walls in all, got 2940004; use a simpler picture or fewer pixels',
    );
  });
});

describe('solidAt', () => {
  const obstacles = new Obstacles([fence, pillar, crate]);

  test('inside and on the border', () => {
    expect(obstacles.solidAt(2, 1.5)).toBe(2);
    expect(obstacles.solidAt(3, 2)).toBe(2);
    expect(obstacles.solidAt(8.5, 8.5)).toBe(1);
    expect(obstacles.solidAt(9, 8)).toBe(1);
  });

  test('outside, and on a wall without thickness', () => {
    expect(obstacles.solidAt(3.001, 2)).toBeUndefined();
    expect(obstacles.solidAt(8.9, 8.9)).toBeUndefined();
    expect(obstacles.solidAt(2, 5)).toBeUndefined();
  });

  test('dark pixels with their edges; not the hole', () => {
    const map = new Obstacles([ringShape]);
    const solid = (x: number, y: number): boolean => map.solidAt(x, y) !== undefined;
    expect([solid(0.5, 0.5), solid(0, 0), solid(3, 3), solid(1, 1.5), solid(2, 2)]).toEqual(Array(5).fill(true));
    expect([solid(1.5, 1.5), solid(-0.1, 1), solid(3.1, 3.1)]).toEqual(Array(3).fill(false));
  });

  test('dark beyond the bitmap: everything outside is solid', () => {
    const map = new Obstacles([{ ...ringShape, beyond: 'dark' }]);
    expect(map.solidAt(-1e6, 1e6)).toBe(0);
    expect(map.solidAt(1.5, 1.5)).toBeUndefined();
    expect(map.overlapOf(-4, 1.5, 1)).toMatchObject({ depth: 1 + 5 });
  });
});

describe('overlapOf', () => {
  const obstacles = new Obstacles([fence, pillar, crate]);

  test('returns the obstacle and the depth', () => {
    expect(obstacles.overlapOf(3.25, 1.5, 0.5)).toEqual({ obstacle: 2, with: "the box 'crate'", depth: 0.25 });
    expect(obstacles.overlapOf(2, 5.25, 0.5)).toEqual({
      obstacle: 0,
      with: 'obstacle 0, a segment',
      depth: 0.25,
    });
    expect(obstacles.overlapOf(8, 6.5, 1)).toEqual({ obstacle: 1, with: "the disc 'pillar'", depth: 0.5 });
  });

  test('inside a solid the way out counts, however far the walls are', () => {
    expect(obstacles.overlapOf(2, 1.5, 0.125)).toMatchObject({ obstacle: 2, depth: 0.125 + 0.5 });
    expect(obstacles.overlapOf(8, 8, 0.5)).toMatchObject({ obstacle: 1, depth: 1.5 });
  });

  test('inside a solid, though the walls of another are nearer', () => {
    const hall: ObstacleShape = { kind: 'box', name: 'hall', x: 0, y: 0, width: 100, height: 100 };
    const inIt = new Obstacles([{ kind: 'segment', a: { x: 50, y: 40 }, b: { x: 50, y: 60 } }, hall]);
    expect(inIt.overlapOf(49, 50, 2)).toMatchObject({ obstacle: 1, depth: 2 + 49 });
    expect(inIt.overlapOf(50, 50, 2)).toMatchObject({ obstacle: 1, depth: 2 + 50 });
  });

  test('touching is not overlapping, nor is a last bit', () => {
    expect(obstacles.overlapOf(3.5, 1.5, 0.5)).toBeUndefined();
    expect(obstacles.overlapOf(0.1 + 0.2 + 3, 1.5, 0.3)).toBeUndefined();
    expect(obstacles.overlapOf(3.3 - 1e-15, 1.5, 0.3)).toBeUndefined();
    expect(obstacles.overlapOf(3.3 - 1e-9, 1.5, 0.3)).toMatchObject({ obstacle: 2 });
  });

  test('of several the deepest, then the first', () => {
    const twins = new Obstacles([
      crate,
      { ...crate, name: 'twin' },
      { ...crate, x: 0.75, name: 'deeper' },
    ] as ObstacleShape[]);
    expect(twins.overlapOf(3.25, 1.5, 0.5)).toMatchObject({ obstacle: 0 });
    expect(twins.overlapOf(0.625, 1.5, 0.5)).toMatchObject({ obstacle: 2 });
  });

  test('places outside the domain are refused', () => {
    expect(() => obstacles.overlapOf(NaN, 0, 1)).toThrow('the x of a place: expected at most 2^30 m from 0, got NaN');
    expect(() => obstacles.solidAt(0, 2e9)).toThrow('the y of a place: expected at most 2^30 m from 0, got 2000000000');
    expect(() => obstacles.overlapOf(0, 0, -1)).toThrow('distance of at least 0, got -1');
  });
});

/** The depth of a disc in an obstacle, computed from all of its parts. */
function depthByBruteForce(shape: ObstacleShape, centre: Vector, radius: number): number {
  switch (shape.kind) {
    case 'segment':
      return radius - pointSegmentDistance(centre, { ax: shape.a.x, ay: shape.a.y, bx: shape.b.x, by: shape.b.y });
    case 'polyline': {
      const gaps = shape.points.slice(1).map((b, i) => {
        const a = shape.points[i]!;
        return pointSegmentDistance(centre, { ax: a.x, ay: a.y, bx: b.x, by: b.y });
      });
      return radius - Math.min(...gaps);
    }
    case 'polygon':
      return radius - polygonGap(centre, shape.points);
    case 'box':
      return radius - polygonGap(centre, cornersOfBox(shape));
    case 'disc':
      return radius + shape.radius - pointDistance(centre, shape);
    case 'bitmap': {
      const { bitmap, x, y, metresPerPixel } = shape;
      let [toDark, toLight] = [Infinity, Infinity];
      for (let row = -1; row <= bitmap.height; row++) {
        for (let column = -1; column <= bitmap.width; column++) {
          const isInside = row >= 0 && column >= 0 && row < bitmap.height && column < bitmap.width;
          const isDark = isInside && bitmap.dark[row * bitmap.width + column] === 1;
          const pixel = cornersOfBox({
            kind: 'box',
            x: x + column * metresPerPixel,
            y: y + (bitmap.height - 1 - row) * metresPerPixel,
            width: metresPerPixel,
            height: metresPerPixel,
          });
          const gap = Math.max(0, polygonGap(centre, pixel));
          if (isDark) toDark = Math.min(toDark, gap);
          else toLight = Math.min(toLight, gap);
        }
      }
      return toDark > 0 ? radius - toDark : radius + toLight;
    }
  }
}

test('overlapOf agrees with looking at everything', () => {
  const random = new Random(20090303).stream('obstacles');
  const place = (): Vector => ({ x: random.uniform(0, 20), y: random.uniform(0, 20) });
  const someShape = (): ObstacleShape => {
    const { x, y } = place();
    switch (random.integer(0, 5)) {
      case 0:
        return { kind: 'segment', a: { x, y }, b: place() };
      case 1:
        return { kind: 'polyline', points: [{ x, y }, place(), place(), place()] };
      case 2: {
        const [width, height] = [random.uniform(0.5, 5), random.uniform(0.5, 5)];
        const points = [
          { x, y },
          { x: x + width, y },
          { x: x + width / 3, y: y + height / 3 },
          { x, y: y + height },
        ];
        return { kind: 'polygon', points: random.uniform() < 0.5 ? points : points.reverse() };
      }
      case 3:
        return { kind: 'box', x, y, width: random.uniform(0.1, 5), height: random.uniform(0.1, 5) };
      case 4:
        return { kind: 'disc', x, y, radius: random.uniform(0.1, 3) };
      default: {
        const [width, height] = [random.integer(1, 7), random.integer(1, 7)];
        const dark = Uint8Array.from({ length: width * height }, () => (random.uniform() < 0.6 ? 1 : 0));
        return { kind: 'bitmap', bitmap: { width, height, dark }, x, y, metresPerPixel: random.uniform(0.2, 1) };
      }
    }
  };
  let overlaps = 0;
  for (let world = 0; world < 150; world++) {
    const shapes = Array.from({ length: random.integer(1, 6) }, someShape);
    const obstacles = new Obstacles(shapes);
    for (let i = 0; i < 40; i++) {
      const [centre, radius] = [place(), random.uniform(0.05, 2)];
      const depths = shapes.map((shape) => depthByBruteForce(shape, centre, radius));
      const deepest = Math.max(...depths);
      const found = obstacles.overlapOf(centre.x, centre.y, radius);
      expect(found?.depth ?? 0).toBeCloseTo(Math.max(0, deepest), 10);
      expect(found === undefined || depths[found.obstacle]! > deepest - 1e-10).toBe(true);
      if (found) overlaps++;
    }
  }
  expect(overlaps).toBeGreaterThan(1000);
});
