import { describe, expect, test } from '@jest/globals';
import { leg, robot, sceneOf } from '@kineko/tools/kits/scenes';
import { boundsOf } from '@kineko/viewer';
import fc from 'fast-check';
import { fit, moved, project, unproject, type View, zoomed } from './view.js';

const view: View = { x: 10, y: 20, pixelsPerMetre: 2, width: 300, height: 200 };

test('y points up in the world and down in the picture', () => {
  expect(project(view, { x: 10, y: 20 })).toEqual({ x: 150, y: 100 });
  expect(project(view, { x: 11, y: 21 })).toEqual({ x: 152, y: 98 });
});

test('project and unproject are inverse', () => {
  const number = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(number, number, (x, y) => {
      const back = unproject(view, project(view, { x, y }));
      expect(back.x).toBeCloseTo(x, 6);
      expect(back.y).toBeCloseTo(y, 6);
    }),
    { seed: 1 },
  );
});

test('zooming keeps the point under the pointer', () => {
  const finger = { x: 40, y: 170 };
  const nearer = zoomed(view, 3, finger);
  expect(nearer.pixelsPerMetre).toBe(6);
  expect(project(nearer, unproject(view, finger)).x).toBeCloseTo(40);
  expect(project(nearer, unproject(view, finger)).y).toBeCloseTo(170);
});

test('moves by pixels', () => {
  expect(moved(view, 10, 10)).toMatchObject({ x: 15, y: 15 });
});

test('fits a box with a margin', () => {
  const { pixelsPerMetre, x, y } = fit({ minX: 0, minY: 0, maxX: 100, maxY: 10 }, 200, 200, 0.1);
  expect([pixelsPerMetre, x, y]).toEqual([1.6, 50, 5]);
});

describe('the bounds of a scene', () => {
  test('contain its area and what lies outside of it', () => {
    const area = { type: 'world', time: 0, area: [0, 0, 10, 10], walled: false, response: 'stop' } as const;
    const box = { kind: 'box', x: 20, y: 0, width: 1, height: 1 };
    const obstacle = { type: 'obstacle', time: 0, obstacle: 1, name: '', shape: box } as const;
    expect(boundsOf(sceneOf(area, robot(0, 5, 5, { radius: 1 }), obstacle))).toMatchObject({
      minX: 0,
      minY: 0,
      maxX: 21,
      maxY: 10,
    });
  });

  test('contain every trajectory, also around a bend, if there is no area', () => {
    const scene = sceneOf(
      robot(0, 0, 0, { radius: 1 }),
      leg(0, { kind: 'arc', x: 0, y: 0, heading: 0, start: 0, end: 2 * Math.PI, speed: 10, turnRate: 1 }),
      { type: 'log', time: 10, process: 0, logger: 'a', level: 'info', text: '' },
    );
    const { minX, minY, maxX, maxY } = boundsOf(scene);
    expect([minX, minY, maxX, maxY].map((each) => Math.round(each))).toEqual([-11, -1, 11, 21]);
  });

  test('contain distances travelled, not planned ones', () => {
    const scene = sceneOf(
      robot(0, 0, 0, { radius: 1 }),
      leg(0, { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 100, vx: 1, vy: 0 }),
      leg(0, { kind: 'rest', x: 5, y: 0, heading: 0, start: 5, end: Infinity }),
    );
    expect(boundsOf(scene)).toMatchObject({ minX: -1, maxX: 6 });
  });

  test('of an empty scene are not empty', () => {
    expect(boundsOf(sceneOf())).toEqual({ minX: 0, minY: 0, maxX: 1, maxY: 1 });
  });
});
