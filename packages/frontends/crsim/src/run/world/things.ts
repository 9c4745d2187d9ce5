/** The objects of an environment, robots included. */
import type { Pose } from '@kineko/geometry';
import type { ObstacleShape } from '@kineko/world';
import type { CrsimModel, CrsimObject, CrsimRobot } from '../../format/model.js';
import { placedOn, worldPose } from './frame.js';
import type { ShapeKind } from './shapes.js';

export interface Thing {
  readonly name: string;
  /** The id of a robot; undefined for other objects. */
  readonly robot: number | undefined;
  readonly spec: CrsimObject;
  /** The initial pose in the world. */
  readonly at: Pose;
  /** Infrared output; 0 after it was tagged. */
  heat: number;
}

export class Things {
  readonly all: readonly Thing[];
  readonly robots: readonly CrsimRobot[];
  /** The footprints of all objects but robots. */
  readonly obstacles: readonly ObstacleShape[];

  constructor(model: CrsimModel, shapes: ReadonlyMap<string, ShapeKind>) {
    this.robots = model.robots;
    const still = model.objects.map((spec) => thingOf(spec, undefined));
    this.all = [...still, ...model.robots.map((spec, id) => thingOf(spec, id))];
    this.obstacles = still.flatMap(({ spec, at }) =>
      spec.shapes.flatMap((shape) => {
        const kind = shapes.get(shape.type);
        return kind?.footprint(shape, placedOn(at, shape), spec.name) ?? [];
      }),
    );
  }
}

function thingOf(spec: CrsimObject, robot: number | undefined): Thing {
  return { name: spec.name, robot, spec, at: worldPose(spec), heat: spec.heat };
}

/** A shape of an object, for viewers. */
export interface ViewerObject {
  readonly name: string;
  readonly xpos: number;
  readonly ypos: number;
  readonly zpos: number;
  readonly orientation: number;
  readonly color: readonly number[];
  readonly ir: number;
  readonly heat: number;
  readonly type: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly depth?: number | undefined;
  readonly radius?: number | undefined;
  /** Whether it shows its heading. */
  readonly robot?: true | undefined;
  /** The object of several shapes that it belongs to, and that object's position, which updates refer to. */
  readonly partOf?: string | undefined;
  readonly whole?:
    | { readonly x: number; readonly y: number; readonly z: number; readonly orientation: number }
    | undefined;
}

/** @param pose The current pose of the object in the world. */
export function viewerObjects({ spec, heat, robot }: Thing, pose: Pose): ViewerObject[] {
  const { name, color, ir, y, shapes } = spec;
  return shapes.map((shape, i) => {
    const { type, width, height, depth, radius } = shape;
    const at = placedOn(pose, shape);
    return {
      name: shapes.length === 1 ? name : `${name}#${i + 1}`,
      xpos: at.x,
      ypos: y + shape.y,
      zpos: 0 - at.y,
      orientation: at.heading,
      color,
      ir,
      heat,
      type,
      width,
      height,
      depth,
      radius,
      ...(robot !== undefined && { robot: true as const }),
      ...(shapes.length > 1 && {
        partOf: name,
        whole: { x: pose.x, y, z: 0 - pose.y, orientation: pose.heading },
      }),
    };
  });
}
