import { expect, test } from '@jest/globals';
import { raycastDisc, raycastSegment, type Vector } from '@kineko/geometry';
import { Random } from '@kineko/kernel';
import { FakeWorldView } from '../../test/fake-world-view.js';
import { type RingRequest, RingSensor } from './ring-sensor.js';

const ring = new RingSensor();
const noise = new Random(1).stream('noise');

test('four rays from the middle of a room: ahead first, then anticlockwise', () => {
  const room = new FakeWorldView({
    robots: [
      { id: 0, x: 1, y: 1, heading: Math.PI / 2, radius: 0.5 },
      { id: 1, x: 1, y: -1.5, radius: 0.5 },
    ],
    obstacles: [
      {
        kind: 'polyline',
        points: [
          { x: -3, y: -3 },
          { x: 4, y: -3 },
          { x: 4, y: 6 },
          { x: -3, y: 6 },
          { x: -3, y: -3 },
        ],
      },
    ],
  });
  const measure = (request: RingRequest) => ring.calReply(request, room, 0, noise);
  const close = (distances: number[]) => distances.map((distance) => expect.closeTo(distance, 12));
  expect(measure({ rays: 4, range: 10 })).toEqual(close([5, 4, 2, 3]));
  expect(measure({ rays: 4, range: 10, fromRim: true })).toEqual(close([4.5, 3.5, 1.5, 2.5]));
  expect(measure({ rays: 4, range: 3.5 })).toEqual([null, null, ...close([2, 3])]);
  expect(measure({ rays: [Math.PI, 0], range: 10 })).toEqual(close([2, 5]));
});

test('a ray that starts in something reads 0', () => {
  const world = new FakeWorldView({
    robots: [{ id: 0, x: 0, y: 0 }],
    obstacles: [{ kind: 'box', x: 0.25, y: -1, width: 2, height: 2 }],
  });
  expect(ring.calReply({ rays: 2, range: 5, fromRim: true }, world, 0, noise)).toEqual([0, null]);
});

test('agrees with casting every ray at everything', () => {
  const random = new Random(5).stream('ring');
  const place = (): Vector => ({ x: random.uniform(0, 20), y: random.uniform(0, 20) });
  for (let world = 0; world < 80; world++) {
    const walls = Array.from({ length: 5 }, () => ({ a: place(), b: place() }));
    const pillars = Array.from({ length: 3 }, () => ({ ...place(), radius: random.uniform(0.1, 1) }));
    const others = Array.from({ length: 10 }, (_, id) => ({ id: id + 1, ...place(), radius: random.uniform(0.1, 1) }));
    const own = { id: 0, ...place(), heading: random.uniform(-5, 5), radius: 0.3 };
    const world = new FakeWorldView({
      robots: [own, ...others],
      obstacles: [
        ...walls.map((ends) => ({ kind: 'segment' as const, ...ends })),
        ...pillars.map((disc) => ({ kind: 'disc' as const, ...disc })),
      ],
    });
    for (const fromRim of [false, true]) {
      const range = random.uniform(3, 20);
      const distances = ring.calReply({ rays: 36, range, fromRim }, world, 0, noise);
      expect(distances).toHaveLength(36);
      for (const [i, distance] of distances.entries()) {
        const angle = own.heading + (2 * Math.PI * i) / 36;
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
        const start = fromRim ? own.radius : 0;
        const ray = { x: own.x + start * dx, y: own.y + start * dy, dx, dy, maxDistance: range };
        const hits = [
          ...walls.map(({ a, b }) => raycastSegment(ray, { ax: a.x, ay: a.y, bx: b.x, by: b.y })),
          ...[...pillars, ...others].map((disc) => raycastDisc(ray, disc)),
        ];
        expect(distance ?? Infinity).toBeCloseTo(Math.min(Infinity, ...hits), 9);
      }
    }
  }
});
