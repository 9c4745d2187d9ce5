/** Robots, obstacles and objects as entities of a Foxglove scene. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';

/** The outline of an obstacle; the viewer reads them from records. */
export type Outline =
  | { readonly kind: 'line'; readonly points: readonly Vector[] }
  | { readonly kind: 'area'; readonly points: readonly Vector[] }
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly radius: number }
  /** x, y, width and height of each box, in metres. */
  | { readonly kind: 'pixels'; readonly boxes: Float64Array };

export interface Time {
  readonly sec: number;
  readonly nsec: number;
}

type Rgba = Readonly<Record<'r' | 'g' | 'b' | 'a', number>>;

const FRAME = 'world';
const ROBOT: Rgba = { r: 0.15, g: 0.39, b: 0.73, a: 1 };
const HEADING: Rgba = { r: 1, g: 1, b: 1, a: 1 };
const OBSTACLE: Rgba = { r: 0.35, g: 0.35, b: 0.38, a: 1 };
const OBJECT: Rgba = { r: 0.93, g: 0.6, b: 0.1, a: 1 };
/** Height of robots and obstacles in the scene, as a part of the radius of the first robot; a run has none. */
const HEIGHT = 0.5;

const NO_PARTS = {
  arrows: [],
  cubes: [],
  spheres: [],
  cylinders: [],
  lines: [],
  triangles: [],
  texts: [],
  models: [],
} as const;

export type SceneEntity = ReturnType<typeof entity>;

function entity(id: string, timestamp: Time, metadata: Readonly<Record<string, string>>, parts: object) {
  return {
    timestamp,
    frame_id: FRAME,
    id,
    lifetime: { sec: 0, nsec: 0 },
    frame_locked: false,
    metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    ...NO_PARTS,
    ...parts,
  };
}

/** The rotation about the vertical axis. */
function poseOf({ x, y, heading }: Pose, z: number): object {
  return {
    position: { x, y, z },
    orientation: { x: 0, y: 0, z: sin(heading / 2), w: cos(heading / 2) },
  };
}

/** A cylinder with an arrow in the direction of its heading. */
export function robotEntity(robot: number, radius: number, tag: string, pose: Pose, time: Time): SceneEntity {
  const height = HEIGHT * radius;
  const cylinder = {
    pose: poseOf(pose, height / 2),
    size: { x: 2 * radius, y: 2 * radius, z: height },
    bottom_scale: 1,
    top_scale: 1,
    color: ROBOT,
  };
  const arrow = {
    pose: poseOf(pose, 1.1 * height),
    shaft_length: 0.6 * radius,
    shaft_diameter: 0.15 * radius,
    head_length: 0.4 * radius,
    head_diameter: 0.4 * radius,
    color: HEADING,
  };
  return entity(`robot ${robot}`, time, tag === '' ? {} : { tag }, { cylinders: [cylinder], arrows: [arrow] });
}

/** An outline that was given for a body at one pose, with the body at another. */
export function movedOutline(outline: Outline, from: Pose, to: Pose): Outline {
  const [ahead, aside] = [cos(to.heading - from.heading), sin(to.heading - from.heading)];
  const moved = ({ x, y }: Vector): Vector => {
    const [dx, dy] = [x - from.x, y - from.y];
    return { x: to.x + dx * ahead - dy * aside, y: to.y + dx * aside + dy * ahead };
  };
  switch (outline.kind) {
    case 'disc':
      return { ...outline, ...moved(outline) };
    case 'pixels':
      // Bitmaps cannot be pushed.
      return outline;
    default:
      return { ...outline, points: outline.points.map(moved) };
  }
}

export function obstacleEntity(id: string, name: string, outlines: readonly Outline[], time: Time): SceneEntity {
  const [lines, cylinders, cubes] = [[], [], []] as [object[], object[], object[]];
  for (const outline of outlines) {
    if (outline.kind === 'disc') cylinders.push(discOf(outline, OBSTACLE));
    else if (outline.kind === 'pixels') cubes.push(...boxesOf(outline.boxes));
    else lines.push(lineOf(outline.points, outline.kind === 'area'));
  }
  return entity(id, time, name === '' ? {} : { name }, { lines, cylinders, cubes });
}

export function objectEntity(id: string, x: number, y: number, size: number, tag: string, time: Time): SceneEntity {
  return entity(id, time, tag === '' ? {} : { tag }, { cylinders: [discOf({ x, y, radius: size }, OBJECT)] });
}

function discOf(
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  color: Rgba,
): object {
  const height = HEIGHT * radius;
  return {
    pose: poseOf({ x, y, heading: 0 }, height / 2),
    size: { x: 2 * radius, y: 2 * radius, z: height },
    bottom_scale: 1,
    top_scale: 1,
    color,
  };
}

function lineOf(points: readonly Vector[], isClosed: boolean): object {
  return {
    /** Foxglove's LINE_STRIP and LINE_LOOP. */
    type: isClosed ? 1 : 0,
    pose: poseOf({ x: 0, y: 0, heading: 0 }, 0),
    thickness: 2,
    scale_invariant: true,
    points: points.map(({ x, y }) => ({ x, y, z: 0 })),
    color: OBSTACLE,
    colors: [],
    indices: [],
  };
}

function boxesOf(boxes: Float64Array): object[] {
  const cubes: object[] = [];
  for (let at = 0; at + 3 < boxes.length; at += 4) {
    const [x, y, width, height] = [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!];
    cubes.push({
      pose: poseOf({ x: x + width / 2, y: y + height / 2, heading: 0 }, 0),
      size: { x: width, y: height, z: Math.min(width, height) },
      color: OBSTACLE,
    });
  }
  return cubes;
}
