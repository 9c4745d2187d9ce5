import { expect, test } from '@jest/globals';
import { sceneOf } from '@kineko/tools/kits/scenes';
import { addWorld } from './add-world.js';

const motion = {
  type: 'motionEvent',
  time: 1,
  robot: 0,
  task: 1,
  kind: 'forward',
  phase: 'move',
  edge: 'start',
  isLast: true,
  x: 0,
  y: 0,
  heading: 0,
  toX: 5,
  toY: 0,
  turn: 0,
  distance: 5,
  turnRate: 0,
  speed: 1,
} as const;

test('adds what the log lacks, without changing times or motions', () => {
  const scene = sceneOf(motion);
  addWorld(scene, {
    area: [0, 0, 100, 80],
    isWalled: true,
    obstacles: [{ id: 1, shape: { kind: 'disc', x: 4, y: 5, radius: 2 } }],
    objects: [{ id: 7, x: 1, y: 2, size: 3, tag: 'lamp', className: '' }],
  });
  expect([scene.area, scene.isWalled, scene.start, scene.end]).toEqual([[0, 0, 100, 80], true, 1, 1]);
  expect(scene.obstacles).toEqual([{ kind: 'disc', x: 4, y: 5, radius: 2 }]);
  expect(scene.objectsAt(1).map(({ id, tag }) => [id, tag])).toEqual([[7, 'lamp']]);
  expect(scene.robots.get(0)!.poseAt(3)!.x).toBe(2);
});

test('leaves out what cannot be drawn', () => {
  const scene = sceneOf(motion);
  addWorld(scene, {
    obstacles: [null, 7, { kind: 'cube' }, { kind: 'disc', x: 1e300 }].map((shape, id) => ({ id, shape })),
    objects: [{ id: 1, x: NaN, y: 0, size: 1, tag: '', className: '' }],
  });
  expect([scene.obstacles, scene.objectsAt(9)]).toEqual([[], []]);
});
