/** Messages of a small environment in the viewer protocol. */
export const CRATE = {
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
} as const;

export const LAMP = {
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
} as const;

export const ROBOT = {
  name: 'r1',
  xpos: 10,
  ypos: 0.5,
  zpos: 10,
  orientation: 0,
  color: [1, 0, 0],
  ir: 0.5,
  heat: 5,
  type: 'CYLINDER',
  radius: 1,
  height: 1,
} as const;

/** A ball on a post. */
export const BEACON = {
  name: 'beacon',
  xpos: 40,
  ypos: 2,
  zpos: 20,
  color: [0.2, 0.5, 0.9],
  ir: 0.8,
  heat: 12,
  shapes: [
    { type: 'CYLINDER', x: 0, y: -0.5, z: 0, rotation: 0, radius: 0.5, height: 3 },
    { type: 'SPHERE', x: 0, y: 1.5, z: 0, rotation: 0, radius: 1 },
  ],
} as const;

export const OBJECTS: readonly object[] = [CRATE, LAMP, ROBOT, BEACON];

/** The robot moves one unit per step, and turns left after the fifth. */
export function updateAt(timestep: number): object {
  const isPastTheTurn = timestep >= 5;
  return {
    objectName: 'r1',
    timestep,
    x: 10 + Math.min(timestep + 1, 5),
    y: 0.5,
    z: 10 - Math.max(timestep - 4, 0),
    orientation: isPastTheTurn ? Math.PI / 2 : 0,
  };
}
