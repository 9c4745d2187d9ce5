import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pointInPolygon } from './polygon.js';
import { raycastDisc, raycastSegment, type Ray } from './raycast.js';
import { polygonEdges, type Segment } from './segment.js';

const SEED = { seed: 20090301, numRuns: 2000 };
const ray = (x: number, y: number, dx: number, dy: number, maxDistance = Infinity): Ray => ({
  x,
  y,
  dx,
  dy,
  maxDistance,
});
const seg = (ax: number, ay: number, bx: number, by: number): Segment => ({ ax, ay, bx, by });

const turnedRay = (r: Ray): Ray => ray(-r.y, r.x, -r.dy, r.dx, r.maxDistance);
const mirroredRay = (r: Ray): Ray => ray(-r.x, r.y, -r.dx, r.dy, r.maxDistance);

const small = fc.integer({ min: -4, max: 4 });
const smallRay = fc
  .tuple(small, small, small, small, fc.oneof(fc.constant(Infinity), fc.nat(6)))
  .filter(([, , dx, dy]) => dx !== 0 || dy !== 0)
  .map((parts) => ray(...parts));
const smallDisc = fc.record({ x: small, y: small, radius: fc.integer({ min: 0, max: 4 }) });
const smallSegment = fc.tuple(small, small, small, small).map((ends) => seg(...ends));

/** The square root of a whole number, to the whole number below. */
function rootOf(square: bigint): bigint {
  if (square === 0n) return 0n;
  let root = BigInt(Math.floor(Math.sqrt(Number(square)) * (1 + 2 ** -50))) + 1n; // surely not below
  while (root * root > square) root = (root + square / root) / 2n;
  return root;
}

describe('every ray', () => {
  test('has an origin, a direction and a range', () => {
    const disc = { x: 0, y: 0, radius: 1 };
    const wall = seg(0, 0, 1, 0);
    const message = 'a ray needs a direction, got (0, 0)';
    expect(() => raycastDisc(ray(5, 5, 0, 0), disc)).toThrow(message);
    expect(() => raycastSegment(ray(5, 5, 0, -0), wall)).toThrow(message);
    expect(() => raycastSegment(ray(Number.NaN, 5, 1, 0), wall)).toThrow(
      "the x of a ray's origin: expected at most 2^30 m from 0, got NaN",
    );
    expect(() => raycastSegment(ray(5, 1e300, 1, 0), wall)).toThrow(
      "the y of a ray's origin: expected at most 2^30 m from 0, got 1e+300",
    );
    expect(() => raycastDisc(ray(5, 5, 1, 0), { ...disc, radius: -1 })).toThrow(
      'the radius of the disc given to raycastDisc: expected 0 to 2^31 m, got -1',
    );
    expect(() => raycastDisc(ray(5, 5, Number.NaN, 0), disc)).toThrow('got (NaN, 0)');
    expect(() => raycastDisc(ray(5, 5, 1e200, 0), disc)).toThrow('between 2^-500 and 2^500, got (1e+200, 0)');
    expect(() => raycastDisc(ray(5, 5, 0, 1e-200), disc)).toThrow('got (0, 1e-200)');
    expect(() => raycastSegment(ray(5, 5, 1, 0, -1), wall)).toThrow('maxDistance must be at least 0, got -1');
    expect(() => raycastSegment(ray(5, 5, 1, 0, Number.NaN), wall)).toThrow('got NaN');
  });
});

describe('every shape', () => {
  test('is in the domain', () => {
    const r = ray(5, 5, 1, 0);
    const disc = { x: 0, y: 0, radius: 1 };
    expect(() => raycastDisc(r, { ...disc, x: NaN })).toThrow(
      'the x of the disc given to raycastDisc: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => raycastDisc(r, { ...disc, y: 1e200 })).toThrow(
      'the y of the disc given to raycastDisc: expected at most 2^30 m from 0, got 1e+200',
    );
    expect(() => raycastDisc(r, { ...disc, radius: NaN })).toThrow(
      'the radius of the disc given to raycastDisc: expected 0 to 2^31 m, got NaN',
    );
    expect(() => raycastDisc(r, { ...disc, radius: Infinity })).toThrow(
      'the radius of the disc given to raycastDisc: expected 0 to 2^31 m, got Infinity',
    );
    expect(() => raycastSegment(r, seg(0, NaN, 1, 1))).toThrow(
      'the y of end A of the segment given to raycastSegment: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => raycastSegment(r, seg(0, 0, -1e200, 1))).toThrow(
      'the x of end B of the segment given to raycastSegment',
    );
  });
});

describe('a ray and a disc', () => {
  const disc = { x: 10, y: 0, radius: 5 };

  test('by hand', () => {
    expect(raycastDisc(ray(0, 0, 1, 0), disc)).toBe(5); // in the middle
    expect(raycastDisc(ray(0, 0, 1000, 0), disc)).toBe(5); // metres, whatever the direction's length
    expect(raycastDisc(ray(0, 3, 1, 0), disc)).toBe(6); // off the middle
    expect(raycastDisc(ray(0, 6, 1, 0), disc)).toBe(Infinity); // passes by
    expect(raycastDisc(ray(0, 0, -1, 0), disc)).toBe(Infinity); // behind
    expect(raycastDisc(ray(0, 0, 1, 0, 5), disc)).toBe(5); // just in range
    expect(raycastDisc(ray(0, 0, 1, 0, 4.999), disc)).toBe(Infinity); // out of range
  });

  test('a graze is a hit', () => {
    expect(raycastDisc(ray(0, 5, 1, 0), disc)).toBe(10);
    expect(raycastDisc(ray(0, -5, 1, 0), disc)).toBe(10);
  });

  test('from inside and from the rim the distance is 0', () => {
    expect(raycastDisc(ray(11, 1, 0, 2), disc)).toBe(0);
    expect(raycastDisc(ray(10, 0, 3, 4), disc)).toBe(0); // from the centre
    expect(raycastDisc(ray(5, 0, 1, 0), disc)).toBe(0); // inwards
    expect(raycastDisc(ray(5, 0, -1, 0), disc)).toBe(0); // outwards
    expect(raycastDisc(ray(5 - 2 ** -50, 0, -1, 0), disc)).toBe(Infinity); // just off the rim, outwards
  });

  test('a disc without radius is a point', () => {
    expect(raycastDisc(ray(0, 0, 3, 4), { x: 6, y: 8, radius: 0 })).toBe(10);
    expect(raycastDisc(ray(0, 0, 3, 4), { x: 6, y: 8.001, radius: 0 })).toBe(Infinity);
  });

  test('the verdict is exact where all numbers are', () => {
    fc.assert(
      fc.property(smallRay, smallDisc, (r, d) => {
        const [rx, ry] = [d.x - r.x, d.y - r.y];
        const cross = rx * r.dy - ry * r.dx;
        const inside = rx * rx + ry * ry <= d.radius * d.radius;
        const ahead = rx * r.dx + ry * r.dy > 0;
        const crosses = (r.dx * r.dx + r.dy * r.dy) * d.radius * d.radius >= cross * cross;
        const found = raycastDisc({ ...r, maxDistance: Infinity }, d);
        expect(found < Infinity).toBe(inside || (ahead && crosses));
        expect(raycastDisc(r, d)).toBe(found <= r.maxDistance ? found : Infinity);
      }),
      SEED,
    );
  });

  test('inside or outside is exact where squares are rounded', () => {
    const m = 2 ** 15 + 1;
    const radius = (m * m + 1) / 2;
    const rim = radius - 1; // rim² + m² = radius², of 59 bits
    const outwards = (y: number): number => raycastDisc(ray(rim, y, 1, 0), { x: 0, y: 0, radius });
    expect(outwards(m)).toBe(0);
    expect(outwards(m - 2 ** -30)).toBe(0);
    expect(outwards(m + 2 ** -30)).toBe(Infinity);
  });

  test('at long range, verdict and distance are as good as near by', () => {
    const aside = fc.integer({ min: -1024, max: 1024 });
    const range = fc.integer({ min: 2 ** 20, max: 2 ** 30 - 1024 });
    const margin = fc.tuple(fc.constantFrom(-1, 1), fc.integer({ min: 1, max: 40 }));
    let [hits, misses, plainWrong] = [0, 0, 0];
    fc.assert(
      fc.property(range, range, aside, aside, margin, (dx, dy, ox, oy, [sign, bits]) => {
        // From up to a billion metres away, a few metres beside the centre, and near the rim: by 2^-bits of the radius.
        const [x, y, ux, uy] = [dx + ox, dy + oy, BigInt(dx), BigInt(dy)];
        const a = ux * ux + uy * uy;
        const cross = BigInt(x) * uy - BigInt(y) * ux;
        const radius = (Math.abs(Number(cross)) / Math.sqrt(Number(a))) * (1 + sign * 2 ** -bits);
        fc.pre(radius >= 1); // so that it is a whole number of 2^-52
        const R = BigInt(radius * 2 ** 52);
        const discriminant = a * R * R - ((cross * cross) << 104n); // of 2^-104
        const [fa, fb] = [dx * dx + dy * dy, x * dx + y * dy];
        if (fb * fb - fa * (x * x + y * y - radius * radius) >= 0 !== discriminant >= 0n) plainWrong++;
        const found = raycastDisc(ray(0, 0, dx, dy), { x, y, radius });
        expect(found < Infinity).toBe(discriminant >= 0n);
        if (found === Infinity) {
          misses++;
          return;
        }
        hits++;
        const length = rootOf(a << 200n); // of 2^-100
        const root = rootOf(discriminant << 96n); // of 2^-100
        const approach = (BigInt(x) * ux + BigInt(y) * uy) << 100n;
        const halfChord = Number((root << 100n) / length) / 2 ** 100;
        const distance = Number(((approach - root) << 100n) / length) / 2 ** 100;
        const tolerance = 4 * 2 ** -52 * (distance + (radius * radius) / halfChord);
        expect(Math.abs(found - distance)).toBeLessThanOrEqual(tolerance);
      }),
      SEED,
    );
    expect(Math.min(hits, misses)).toBeGreaterThan(300);
    expect(plainWrong).toBeGreaterThan(300); // else the cases are not hard
  });

  test('the same, bit for bit, turned, mirrored, and with a direction of twice the length', () => {
    fc.assert(
      fc.property(smallRay, smallDisc, (r, d) => {
        const found = raycastDisc(r, d);
        expect(raycastDisc(turnedRay(r), { ...d, x: -d.y, y: d.x })).toBe(found);
        expect(raycastDisc(mirroredRay(r), { ...d, x: -d.x })).toBe(found);
        expect(raycastDisc({ ...r, dx: 2 * r.dx, dy: 2 * r.dy }, d)).toBe(found);
      }),
      SEED,
    );
  });
});

describe('a ray and a segment', () => {
  const wall = seg(4, -2, 4, 2);

  test('by hand, from either side', () => {
    expect(raycastSegment(ray(0, 0, 1, 0), wall)).toBe(4);
    expect(raycastSegment(ray(9, 1, -0.5, 0), wall)).toBe(5);
    expect(raycastSegment(ray(0, 0, 4, 1), wall)).toBe(Math.sqrt(17));
    expect(raycastSegment(ray(0, 3, 1, 0), wall)).toBe(Infinity); // passes by
    expect(raycastSegment(ray(0, 0, -1, 0), wall)).toBe(Infinity); // behind
    expect(raycastSegment(ray(0, 0, 0, 1), wall)).toBe(Infinity); // parallel
    expect(raycastSegment(ray(0, 0, 1, 0, 4), wall)).toBe(4); // just in range
    expect(raycastSegment(ray(0, 0, 1, 0, 3.999), wall)).toBe(Infinity); // out of range
  });

  test('through an end is a hit, at that end', () => {
    expect(raycastSegment(ray(0, 2, 1, 0), wall)).toBe(4);
    expect(raycastSegment(ray(1, -6, 3, 4), wall)).toBe(5);
    expect(raycastSegment(ray(4.125, 0.75, -0.125, 1.25), wall)).toBe(Math.hypot(0.125, 1.25));
    expect(raycastSegment(ray(0, 2, -1, 0), wall)).toBe(Infinity); // the end is behind
  });

  test('along the segment is a hit at the nearer end', () => {
    expect(raycastSegment(ray(4, -9, 0, 1), wall)).toBe(7);
    expect(raycastSegment(ray(4, 9, 0, -1), wall)).toBe(7);
    expect(raycastSegment(ray(4, 9, 0, 1), wall)).toBe(Infinity); // behind
    expect(raycastSegment(ray(4, 9, 0, -1, 6), wall)).toBe(Infinity); // out of range
  });

  test('from on the segment the distance is 0', () => {
    expect(raycastSegment(ray(4, 1, 1, 0), wall)).toBe(0); // across
    expect(raycastSegment(ray(4, 1, 0, 1), wall)).toBe(0); // along
    expect(raycastSegment(ray(4, 2, 3, 4), wall)).toBe(0); // from an end
    expect(raycastSegment(ray(4, 2, 0, 1), wall)).toBe(0); // from an end, along, away
  });

  test('a segment without length is a point', () => {
    expect(raycastSegment(ray(0, 0, 3, 4), seg(6, 8, 6, 8))).toBe(10);
    expect(raycastSegment(ray(0, 0, 3, 4), seg(6, 7, 6, 7))).toBe(Infinity);
    expect(raycastSegment(ray(6, 8, 3, 4), seg(6, 8, 6, 8))).toBe(0);
  });

  test('agrees with exact fractions, from up to a billion metres away', () => {
    const far = fc.integer({ min: -(2 ** 30), max: 2 ** 30 });
    const aim = fc.integer({ min: -3, max: 3 });
    const cases = fc.tuple(far, far, aim, aim, aim, aim, aim, aim);
    let hits = 0;
    fc.assert(
      fc.property(cases, ([x, y, ax, ay, bx, by, ox, oy]) => {
        // The segment lies around the origin, and the ray is aimed at a point with integer coordinates, so that ends are hit
        // exactly.
        const r = ray(x, y, ox - x, oy - y);
        fc.pre(r.dx !== 0 || r.dy !== 0);
        const [px, py, dx, dy] = [BigInt(x), BigInt(y), BigInt(r.dx), BigInt(r.dy)];
        const [wx, wy] = [BigInt(ax) - px, BigInt(ay) - py];
        const [ex, ey] = [BigInt(bx - ax), BigInt(by - ay)];
        const denominator = dx * ey - dy * ex;
        fc.pre(denominator !== 0n);
        const sign = denominator > 0n ? 1n : -1n;
        const t = (wx * ey - wy * ex) * sign; // along the ray, of |denominator|
        const s = (wx * dy - wy * dx) * sign; // along the segment
        const size = denominator * sign;
        const found = raycastSegment(r, seg(ax, ay, bx, by));
        expect(found < Infinity).toBe(t >= 0n && s >= 0n && s <= size);
        if (found === Infinity) return;
        hits++;
        const distance = (Number(t) / Number(size)) * Math.sqrt(Number(dx * dx + dy * dy));
        expect(Math.abs(found - distance)).toBeLessThanOrEqual(4 * 2 ** -52 * distance);
      }),
      SEED,
    );
    expect(hits).toBeGreaterThan(500);
  });

  test('the same, bit for bit, reversed, turned, mirrored, and with a direction of twice the length', () => {
    fc.assert(
      fc.property(smallRay, smallSegment, (r, s) => {
        const found = raycastSegment(r, s);
        expect(raycastSegment(r, seg(s.bx, s.by, s.ax, s.ay))).toBe(found);
        expect(raycastSegment({ ...r, dx: 2 * r.dx, dy: 2 * r.dy }, s)).toBe(found);
        expect(raycastSegment(turnedRay(r), seg(-s.ay, s.ax, -s.by, s.bx))).toBe(found);
        expect(raycastSegment(mirroredRay(r), seg(-s.ax, s.ay, -s.bx, s.by))).toBe(found);
      }),
      SEED,
    );
  });

  test('no ray slips through the joints of a closed wall', () => {
    const place = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((value) => value / 1024);
    const corner = fc.record({ x: place, y: place });
    const direction = fc.double({ min: -1, max: 1, noNaN: true });
    let tried = 0;
    fc.assert(
      fc.property(
        fc.array(corner, { minLength: 3, maxLength: 6 }),
        corner,
        direction,
        direction,
        (corners, eye, dx, dy) => {
          fc.pre(new Set(corners.map(({ x, y }) => `${x} ${y}`)).size >= 3);
          fc.pre(pointInPolygon(eye, corners) === 'inside');
          tried++;
          const edges = polygonEdges(corners);
          // Straight at every corner, where a leak would be, just beside it, and anywhere.
          const rays = corners.flatMap(({ x, y }) => [
            ray(eye.x, eye.y, x - eye.x, y - eye.y),
            ray(eye.x, eye.y, (x - eye.x) / 3, (y - eye.y) / 3),
            ray(eye.x, eye.y, (x - eye.x) * (1 + 2 ** -52), y - eye.y),
          ]);
          if (Math.abs(dx) > 1e-100) rays.push(ray(eye.x, eye.y, dx, dy));
          for (const r of rays) expect(edges.some((edge) => raycastSegment(r, edge) < Infinity)).toBe(true);
        },
      ),
      SEED,
    );
    expect(tried).toBeGreaterThan(500);
  });
});
