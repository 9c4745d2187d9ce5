import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { approached, eyeOf, FIRST_LOOK, fitted, type Orbit, orbited, pixelOf, rayThrough, shifted } from './orbit.js';
import type { Vec3 } from './wire.js';

const SIZE = { width: 800, height: 600 };
const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const orbits: fc.Arbitrary<Orbit> = fc.record({
  target: fc.tuple(number(-50, 50), number(0, 5), number(-50, 50)),
  distance: number(1, 200),
  yaw: number(-7, 7),
  pitch: number(0.05, 1.5),
});

describe('the orbit camera', () => {
  test('its target is in the middle of the picture', () => {
    fc.assert(
      fc.property(orbits, (orbit) => {
        const { x, y } = pixelOf(orbit, orbit.target, SIZE)!;
        expect(x).toBeCloseTo(400, 6);
        expect(y).toBeCloseTo(300, 6);
      }),
      { seed: 1 },
    );
  });

  test('a ray through a pixel leads to the point that is seen there', () => {
    fc.assert(
      fc.property(orbits, number(0, 800), number(0, 600), number(0.1, 100), (orbit, x, y, along) => {
        const { origin, direction } = rayThrough(orbit, { x, y }, SIZE);
        expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
        const point: Vec3 = [
          origin[0] + direction[0] * along,
          origin[1] + direction[1] * along,
          origin[2] + direction[2] * along,
        ];
        const pixel = pixelOf(orbit, point, SIZE)!;
        expect(pixel.x).toBeCloseTo(x, 4);
        expect(pixel.y).toBeCloseTo(y, 4);
      }),
      { seed: 2 },
    );
  });

  test('at yaw 0 x points right, z towards the eye and y up', () => {
    const orbit: Orbit = { target: [0, 0, 0], distance: 10, yaw: 0, pitch: 0.5 };
    expect(eyeOf(orbit)[2]).toBeGreaterThan(0);
    expect(pixelOf(orbit, [1, 0, 0], SIZE)!.x).toBeGreaterThan(400);
    expect(pixelOf(orbit, [0, 0, 1], SIZE)!.y).toBeGreaterThan(300);
    expect(pixelOf(orbit, [0, 1, 0], SIZE)!.y).toBeLessThan(300);
    expect(pixelOf(orbit, [0, 0, 100], SIZE)).toBeUndefined();
  });

  test('it stays above the ground and is never straight above', () => {
    fc.assert(
      fc.property(orbits, number(-9, 9), number(-9, 9), (orbit, yaw, pitch) => {
        const turned = orbited(orbit, yaw, pitch);
        expect(eyeOf(turned)[1]).toBeGreaterThan(orbit.target[1]);
        expect(turned.pitch).toBeLessThan(Math.PI / 2);
      }),
      { seed: 3 },
    );
  });

  test('a fitted box is entirely in the picture, from every direction', () => {
    fc.assert(
      fc.property(orbits, number(0.2, 5), ({ yaw, pitch }, ratio) => {
        const size = { width: 600 * ratio, height: 600 };
        const orbit = fitted({ low: [0, 0, 0], high: [100, 8, 60] }, size, { yaw, pitch });
        for (let k = 0; k < 8; k++) {
          const { x, y } = pixelOf(orbit, [100 * (k & 1), 4 * (k & 2), 15 * (k & 4)], size)!;
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(size.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(size.height);
        }
      }),
      { seed: 4 },
    );
  });

  test('it approaches, retreats, and moves along the ground', () => {
    const orbit = fitted({ low: [0, 0, 0], high: [10, 1, 10] }, SIZE, FIRST_LOOK);
    expect(approached(orbit, 2).distance).toBe(orbit.distance / 2);
    expect(approached(orbit, 1e30).distance).toBeGreaterThan(0);
    const moved = shifted(orbit, 40, 0, SIZE);
    expect(moved.target[1]).toBe(orbit.target[1]);
    // The former middle is as far to the left as the camera has moved to the right.
    expect(pixelOf(moved, orbit.target, SIZE)!.x).toBeCloseTo(360, 6);
    expect(pixelOf(shifted(orbit, 0, 40, SIZE), orbit.target, SIZE)!.y).toBeLessThan(300);
  });
});
