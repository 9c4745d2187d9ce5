import { describe, expect, test } from '@jest/globals';
import { type Disc, type Ray, raycastDisc, raycastSegment, type Segment, type Vector } from '@kineko/geometry';
import { Random } from '@kineko/kernel';
import { FakeWorldView, type FakeRobot } from '../../test/fake-world-view.js';
import type { ObstacleShape } from '../obstacles/shapes.js';
import { SonarSensor, type SonarRequest } from './sonar-sensor.js';

const sonar = new SonarSensor();
const noise = new Random(1).stream('noise');
const wall: ObstacleShape = { kind: 'segment', a: { x: 4, y: -10 }, b: { x: 4, y: 10 } };

function measure(
  request: SonarRequest,
  obstacles: ObstacleShape[],
  others: FakeRobot[] = [],
  heading = 0,
): number | null {
  const robots = [{ id: 0, x: 0, y: 0, heading }, ...others];
  return sonar.calReply(request, new FakeWorldView({ robots, obstacles }), 0, noise);
}

describe('by hand', () => {
  test('a ray straight ahead, the border included', () => {
    expect(measure({ range: 4 }, [wall])).toBe(4);
    expect(measure({ range: 3.999 }, [wall])).toBeNull();
    expect(measure({ range: 100 }, [wall], [], Math.PI)).toBeNull();
  });

  test('direction, and the offset in the robot’s frame', () => {
    expect(measure({ range: 9, direction: Math.PI / 3 }, [wall])).toBeCloseTo(8, 12);
    expect(measure({ range: 9, offset: { x: 1, y: 20 } }, [wall])).toBeNull();
    expect(measure({ range: 9, offset: { x: 1, y: 0 } }, [wall])).toBe(3);
    expect(
      measure({ range: 9, direction: -Math.PI / 2, offset: { x: 0, y: -1 } }, [wall], [], Math.PI / 2),
    ).toBeCloseTo(3, 12);
  });

  test('the nearest point of a wall is within the opening, or where an edge meets it', () => {
    const beam = { range: 9, openingAngle: Math.PI / 3 };
    expect(measure({ ...beam, direction: Math.PI / 6 }, [wall])).toBeCloseTo(4, 12);
    expect(measure({ ...beam, direction: Math.PI / 3 }, [wall])).toBeCloseTo(4 / Math.cos(Math.PI / 6), 12);
    expect(measure({ ...beam, direction: Math.PI }, [wall])).toBeNull();
  });

  test('discs: the rim towards the apex, or where an edge meets it', () => {
    const pillar: ObstacleShape = { kind: 'disc', x: 5, y: 1, radius: 1 };
    expect(measure({ range: 9, openingAngle: 1 }, [pillar])).toBeCloseTo(Math.sqrt(26) - 1, 12);
    expect(measure({ range: 9 }, [pillar])).toBeCloseTo(5, 6);
    expect(measure({ range: 9 }, [{ ...pillar, y: 1.001 }])).toBeNull();
    expect(measure({ range: 9 }, [wall], [{ id: 1, x: 3, y: 0, radius: 0.25 }])).toBe(2.75);
  });

  test('an end of a wall that sticks into the beam', () => {
    const spike: ObstacleShape = { kind: 'segment', a: { x: 3, y: 0 }, b: { x: 6, y: 30 } };
    expect(measure({ range: 9, openingAngle: 0.5 }, [spike])).toBe(3);
  });

  test('openings beyond a half turn, and all round', () => {
    const beam = { range: 9, direction: Math.PI };
    expect(measure({ ...beam, openingAngle: Math.PI }, [wall])).toBeNull();
    expect(measure({ ...beam, openingAngle: (5 * Math.PI) / 3 }, [wall])).toBeCloseTo(4 / Math.cos(Math.PI / 6), 12);
    expect(measure({ ...beam, openingAngle: 2 * Math.PI }, [wall])).toBe(4);
  });

  test('a beam that starts in something reads 0; oneself is not seen', () => {
    expect(measure({ range: 9 }, [{ kind: 'box', x: -5, y: -5, width: 10, height: 10 }])).toBe(0);
    expect(measure({ range: 9 }, [], [{ id: 1, x: 0.25, y: 0 }])).toBe(0);
    expect(measure({ range: 9, openingAngle: 6, offset: { x: 0.5, y: 0 } }, [])).toBeNull();
  });

  test('noise stays above 0 and makes nothing of nothing', () => {
    const readings = Array.from({ length: 200 }, () => measure({ range: 9, errorFactor: 5 }, [wall])!);
    expect(Math.min(...readings)).toBe(0);
    expect(measure({ range: 3, errorFactor: 5 }, [wall])).toBeNull();
  });
});

/** The smallest distance that rays find: a fan of rays, and one towards each point that may be the nearest. */
function byFan(apex: Vector, from: number, opening: number, range: number, walls: Segment[], discs: Disc[]): number {
  const fan = Array.from({ length: 61 }, (_, i) => from + (opening * i) / 60).map((angle) => ({
    x: Math.cos(angle),
    y: Math.sin(angle),
  }));
  const aims = [
    ...discs,
    ...walls.flatMap(({ ax, ay, bx, by }) => {
      const along = ((apex.x - ax) * (bx - ax) + (apex.y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
      const foot = { x: ax + along * (bx - ax), y: ay + along * (by - ay) };
      return [{ x: ax, y: ay }, { x: bx, y: by }, ...(along > 0 && along < 1 ? [foot] : [])];
    }),
  ].map(({ x, y }) => ({ x: x - apex.x, y: y - apex.y }));
  const inBeam = aims.filter(({ x, y }) => {
    const turned = (Math.atan2(y, x) - from) % (2 * Math.PI);
    return (turned + 2 * Math.PI) % (2 * Math.PI) <= opening;
  });
  const rays: Ray[] = [...fan, ...inBeam].map(({ x, y }) => ({ ...apex, dx: x, dy: y, maxDistance: range }));
  const hits = rays.flatMap((ray) => [
    ...walls.map((segment) => raycastSegment(ray, segment)),
    ...discs.map((disc) => raycastDisc(ray, disc)),
  ]);
  return Math.min(Infinity, ...hits);
}

test('agrees with a fan of rays', () => {
  const random = new Random(99).stream('sonar');
  const place = (): Vector => ({ x: random.uniform(0, 20), y: random.uniform(0, 20) });
  let hits = 0;
  for (let world = 0; world < 400; world++) {
    const walls = Array.from({ length: random.integer(0, 5) }, () => ({ a: place(), b: place() }));
    const pillars = Array.from({ length: random.integer(0, 2) }, () => ({
      ...place(),
      radius: random.uniform(0.1, 1),
    }));
    const others = Array.from({ length: random.integer(0, 4) }, (_, id) => ({ id: id + 1, ...place(), radius: 0.5 }));
    const heading = random.uniform(-10, 10);
    const own = { id: 0, ...place(), heading };
    const [opening, direction] = [random.uniform(0, 2 * Math.PI), random.uniform(-4, 4)];
    const range = random.uniform(2, 15);
    const world = new FakeWorldView({
      robots: [own, ...others],
      obstacles: [
        ...walls.map((ends) => ({ kind: 'segment' as const, ...ends })),
        ...pillars.map((disc) => ({ kind: 'disc' as const, ...disc })),
      ],
    });
    const measured = sonar.calReply({ range, direction, openingAngle: opening }, world, 0, noise);
    const segments = walls.map(({ a, b }) => ({ ax: a.x, ay: a.y, bx: b.x, by: b.y }));
    const apex = { x: own.x, y: own.y };
    const expected = byFan(apex, heading + direction - opening / 2, opening, range, segments, [...pillars, ...others]);
    expect(measured ?? Infinity).toBeCloseTo(expected, 7);
    if (measured !== null) hits++;
  }
  expect(hits).toBeGreaterThan(150);
});

test('a ray in a crowd meets the same robot as a ray cast at each of them', () => {
  const random = new Random(7).stream('crowd');
  const far = 1e6;
  let hits = 0;
  for (let world = 0; world < 300; world++) {
    // Also far from the origin, where coordinates are coarse.
    const corner = world % 2 === 0 ? 0 : far;
    const place = (): Vector => ({ x: corner + random.uniform(0, 30), y: corner + random.uniform(0, 30) });
    const others = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, ...place(), radius: random.uniform(0.1, 1) }));
    const own = { id: 0, ...place(), heading: random.uniform(-10, 10) };
    const range = random.uniform(1, 30);
    const measured = sonar.calReply({ range }, new FakeWorldView({ robots: [own, ...others] }), 0, noise);
    expect(measured ?? Infinity).toBeCloseTo(byFan(own, own.heading, 0, range, [], others), 7);
    if (measured !== null) hits++;
  }
  expect(hits).toBeGreaterThan(120);
});
