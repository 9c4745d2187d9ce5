/** The objects of a small environment, as viewers receive them, and the path of its robot. */
import type { StubObject, StubUpdate } from './crsim-stub.js';

export const OBJECTS: readonly StubObject[] = [
  {
    name: 'crate',
    xpos: 20,
    ypos: 1,
    zpos: 30,
    orientation: 0.5,
    color: [0.6, 0.4, 0.2],
    ir: 0.2,
    heat: 0,
    type: 'BOX',
    width: 4,
    height: 2,
    depth: 3,
  },
  {
    name: 'lamp',
    xpos: 60,
    ypos: 1,
    zpos: 40,
    color: [0.9, 0.9, 0.3],
    ir: 0,
    heat: 40,
    type: 'CYLINDER',
    radius: 1,
    height: 2,
  },
  {
    name: 'r1',
    xpos: 10,
    ypos: 0.5,
    zpos: 10,
    color: [1, 0, 0],
    ir: 0.5,
    heat: 5,
    robot: true,
    type: 'CYLINDER',
    radius: 1,
    height: 1,
  },
  {
    name: 'beacon',
    xpos: 40,
    ypos: 2,
    zpos: 20,
    color: [0.2, 0.5, 0.9],
    ir: 0.8,
    heat: 12,
    shapes: [
      { type: 'CYLINDER', y: -0.5, radius: 0.5, height: 3 },
      { type: 'SPHERE', y: 1.5, radius: 1 },
    ],
  },
];

/** Place of the robot after a step: one unit per step, and to the left after the fifth. */
export function updateAt(step: number): StubUpdate {
  return {
    objectName: 'r1',
    x: 10 + Math.min(step + 1, 5),
    y: 0.5,
    z: 10 - Math.max(step - 4, 0),
    orientation: step >= 5 ? Math.PI / 2 : 0,
  };
}
