import { expect, test } from '@jest/globals';
import { leg, robot, sceneOf } from '@kineko/tools/kits/scenes';
import { LIGHT, type View } from '@kineko/ui';
import { type Look, styleWith } from '../../look/look.js';
import { DEFAULT_STYLE, type Style } from '../style.js';
import { CrowdSight, type Sight } from './sight.js';

const VIEW: View = { x: 0, y: 0, pixelsPerMetre: 1, width: 200, height: 100 };

const placesOf = ({ places, count }: Sight): number[][] =>
  Array.from({ length: count }, (_, k) => Array.from(places.subarray(4 * k, 4 * k + 4)));
const colorsOf = ({ colors, count }: Sight): string[] =>
  Array.from({ length: count }, (_, k) => {
    const hex = Array.from(colors.subarray(4 * k, 4 * k + 3), (part) => part.toString(16).padStart(2, '0'));
    return `#${hex.join('')}`;
  });

test('visible robots are in pixels from the centre, y pointing down', () => {
  const scene = sceneOf(
    robot(0, 10, 20),
    robot(1, 104, 0),
    robot(2, 107, 0),
    leg(0, { kind: 'line', x: 10, y: 20, heading: 1, start: 0, end: 10, vx: 2, vy: 0 }),
  );
  const sight = new CrowdSight().at(scene, 5, VIEW, DEFAULT_STYLE);
  expect(placesOf(sight)).toEqual([
    [20, -20, 1, 5],
    [104, 0, 0, 5],
  ]);
  expect(sight.largest).toBe(5);
});

test('positions far from the origin are exact to a thousandth of a pixel', () => {
  const [x, y] = [987_654.321_012_3, -123_456.789_012_3];
  const scene = sceneOf(robot(0, x + 1.25e-4, y));
  const view = { ...VIEW, x, y, pixelsPerMetre: 1e5 };
  const [[px, py]] = placesOf(new CrowdSight().at(scene, 0, view, DEFAULT_STYLE)) as [[number, number]];
  expect(px).toBeCloseTo((x + 1.25e-4 - x) * 1e5, 3);
  expect(py).toBe(0);
});

test('robots are grouped by colour, in order of first use', () => {
  const style: Style = { ...DEFAULT_STYLE, coloring: 'tag' };
  const tags = ['a', 'b', 'a', '', 'b'];
  const scene = sceneOf(...tags.map((tag, id) => robot(id, id, 0, { tag, heading: id })));
  const sight = new CrowdSight().at(scene, 0, VIEW, style);
  expect(placesOf(sight).map(([, , heading]) => heading)).toEqual([0, 2, 1, 4, 3]);
  const [a, , b, , none] = colorsOf(sight);
  expect([a, b].every((color) => LIGHT.palette.includes(color!))).toBe(true);
  expect(none).toBe(LIGHT.faint);
});

test('transparent robots are not part of a crowd', () => {
  const look: Look = {
    robots: {
      by: 'tag',
      rules: [['hidden', { color: '#00000000' }]],
      otherwise: { color: '#00ff00' },
      labels: 'tags',
      turns: false,
      isRound: false,
    },
  };
  const scene = sceneOf(robot(0, 0, 0, { tag: 'seen' }), robot(1, 40, 0, { tag: 'hidden' }));
  expect(new CrowdSight().at(scene, 5, VIEW, styleWith(look)).count).toBe(1);
});

test('marked robots are listed, and crashed ones are grey', () => {
  const scene = sceneOf(robot(0, 0, 0), robot(1, 9, 0), robot(2, 18, 0));
  scene.crashed(1, 0, true);
  scene.suspected(2, 0, 0, true);
  const sight = new CrowdSight().at(scene, 1, VIEW, { ...DEFAULT_STYLE, selected: 0 });
  expect(sight.marked.map(({ id, state }) => [id, state])).toEqual([
    [0, 'idle'],
    [1, 'crashed'],
    [2, 'suspected'],
  ]);
  expect(colorsOf(sight)).toContain(LIGHT.crashed);
});

test('all robots are named if they are few, the large ones in a crowd, and none beyond a limit', () => {
  const crowd = (count: number, radius: number) =>
    sceneOf(...Array.from({ length: count }, (_, id) => robot(id, id % 90, 0, { radius })));
  const named = (count: number, radius: number): number =>
    new CrowdSight().at(crowd(count, radius), 0, VIEW, DEFAULT_STYLE).named.length;
  expect(named(300, 1)).toBe(300);
  expect(named(500, 1)).toBe(0);
  expect(named(500, 6)).toBe(500);
  expect(named(5000, 6)).toBe(0);
});

test('repeated calls give the same result', () => {
  const sight = new CrowdSight();
  const few = sight.at(sceneOf(robot(0, 1, 1)), 0, VIEW, DEFAULT_STYLE);
  expect(few.count).toBe(1);
  const many = sight.at(sceneOf(...Array.from({ length: 3000 }, (_, id) => robot(id, 0, 0))), 0, VIEW, DEFAULT_STYLE);
  expect(many.count).toBe(3000);
  expect(many.places.length / 4).toBeGreaterThanOrEqual(3000);
  expect((many.places.length / 4) % 1024).toBe(0);
  expect(sight.at(sceneOf(), 0, VIEW, DEFAULT_STYLE).count).toBe(0);
});
