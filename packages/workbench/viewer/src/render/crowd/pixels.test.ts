import { expect, test } from '@jest/globals';
import { robot, sceneOf } from '@kineko/tools/kits/scenes';
import type { View } from '@kineko/ui';
import { DEFAULT_STYLE } from '../style.js';
import { paintRobots, type Pixels } from './pixels.js';
import { CrowdSight } from './sight.js';

const [WIDTH, HEIGHT] = [20, 10];
const VIEW: View = { x: 0, y: 0, pixelsPerMetre: 1, width: WIDTH, height: HEIGHT };
const [RED, BLUE, TRANSLUCENT] = ['#ff0000', '#0000ff', '#00ff0080'];

/** A robot at a place, in pixels from the upper left corner. */
interface Painted {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: string;
}

function paint(...robots: readonly Painted[]): Pixels {
  const records = robots.map(({ x, y, radius }, id) =>
    robot(id, x - WIDTH / 2, HEIGHT / 2 - y, { radius, tag: String(id) }),
  );
  const colors = new Map(robots.map(({ color }, id) => [String(id), color]));
  const sight = new CrowdSight().at(sceneOf(...records), 0, VIEW, {
    ...DEFAULT_STYLE,
    robotColors: { by: 'tag', colors },
  });
  const image = { width: WIDTH, height: HEIGHT, data: new Uint32Array(WIDTH * HEIGHT) };
  paintRobots(image, sight, 1, '#ffffff');
  return image;
}

/** Red, green, blue and alpha. */
function at({ data }: Pixels, x: number, y: number): number[] {
  const pixel = data[y * WIDTH + x]!;
  return [0, 8, 16, 24].map((shift) => (pixel >>> shift) & 0xff);
}

test('a dot covers parts of pixels', () => {
  const image = paint({ x: 5, y: 5, radius: 1, color: RED });
  expect(at(image, 5, 5)).toEqual([255, 0, 0, 255]);
  expect(at(image, 6, 5)).toEqual([0, 0, 0, 0]);
  const moved = paint({ x: 5.5, y: 5, radius: 1, color: RED });
  expect([4, 5, 6, 7].map((x) => at(moved, x, 5)[3])).toEqual([128, 255, 128, 0]);
});

test('the colour of the later group is on top, and mixes with the one below at the border', () => {
  const image = paint({ x: 5, y: 5, radius: 1, color: RED }, { x: 5.75, y: 5, radius: 1, color: BLUE });
  expect(at(image, 4, 5)).toEqual([191, 0, 64, 255]);
  expect(at(image, 5, 5)).toEqual([0, 0, 255, 255]);
});

test('a translucent robot keeps its opacity, inside too', () => {
  const image = paint({ x: 8, y: 5, radius: 2, color: TRANSLUCENT });
  expect(at(image, 8, 5)).toEqual([0, 255, 0, 128]);
});

test.each([1, 2, 3, 6])('a robot of %d pixels at the border does not continue on the other side', (radius) => {
  for (const [x, y] of [
    [0, 5],
    [WIDTH, 5],
    [10, 0],
    [10, HEIGHT],
  ] as const) {
    const image = paint({ x, y, radius, color: RED });
    const painted = [...image.data.keys()].filter((index) => image.data[index] !== 0);
    expect(painted.length).toBeGreaterThan(0);
    for (const index of painted) {
      const away = Math.hypot((index % WIDTH) + 0.5 - x, Math.floor(index / WIDTH) + 0.5 - y);
      expect(away).toBeLessThan(1.42 * radius + 1);
    }
  }
});

test('a disc of four pixels has a rim in the colour of the ground, and a nose in its own', () => {
  const image = paint({ x: 8, y: 5, radius: 4, color: RED });
  expect(at(image, 8, 5)).toEqual([255, 0, 0, 255]);
  // Behind the robot, and half a pixel inside.
  const [, green] = at(image, 4, 4);
  expect(green).toBeGreaterThan(150);
  expect(at(image, 12, 4).slice(0, 3)).toEqual([255, 0, 0]);
  expect(at(image, 3, 4)).toEqual([0, 0, 0, 0]);
});
