import { expect, test } from '@jest/globals';
import { arcLeg, maxAccelerationOf, maxSpeedOf, positionAt, velocityAt } from '@kineko/geometry';
import fc from 'fast-check';
import { secondsApart } from './curved-contacts.js';

test('nothing on an arc comes here sooner', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const arc = fc.record({
    x: number(-20, 20),
    y: number(-20, 20),
    heading: number(-4, 4),
    speed: number(-10, 10).filter((speed) => Math.abs(speed) > 1e-3),
    turnRate: number(-6, 6).filter((rate) => Math.abs(rate) > 1e-3),
  });
  fc.assert(
    fc.property(arc, number(0.1, 15), (of, reach) => {
      const leg = arcLeg({ ...of, start: 0 });
      const distanceAt = (t: number): number => {
        const { x, y } = positionAt(leg, t);
        return Math.sqrt(x * x + y * y);
      };
      const now = distanceAt(0);
      fc.pre(now > 1e-3);
      const { x: vx, y: vy } = velocityAt(leg, 0);
      const speed = (leg.x * vx + leg.y * vy) / now;
      const seconds = secondsApart(now - reach, speed, maxAccelerationOf(leg), maxSpeedOf(leg));
      let nearest = Infinity;
      for (let k = 0; k <= 200; k++) nearest = Math.min(nearest, distanceAt((Math.min(seconds, 1e3) * k) / 200));
      // A body outside stays outside; a body that is inside or touches, and is leaving, comes no nearer.
      expect(nearest).toBeGreaterThanOrEqual(Math.min(now, reach) - 1e-9);
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test.each([
  // A body that touches and leaves is certain to leave only until it turns.
  ['thrown up from where it touches', 0, 3, 2, 100, 1.4985],
  ['thrown up from above', 4, 3, 2, 100, 4],
  ['thrown down', 4, -3, 2, 100, 1],
  ['straight here', 6, -3, 0, 3, 2],
  ['no faster than it can', 6, -3, 1000, 3, 2],
  ['touching and closing', 0, -1, 1, 1, 0],
])('%s', (_what, room, speed, pull, most, seconds) => {
  expect(secondsApart(room, speed, pull, most)).toBeCloseTo(seconds, 12);
});

test('a body that leaves without deceleration is away forever', () => {
  expect(secondsApart(1, 1, 0, 1)).toBe(Infinity);
});
