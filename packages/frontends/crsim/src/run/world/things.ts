/** All things of an environment, robots among them: where they stand, what they look like, how warm they are. */
import type { Pose } from '@kineko/geometry';
import type { ObstacleShape } from '@kineko/world';
import type { CrsimModel, CrsimObject, CrsimRobot, CrsimShape } from '../../format/model.js';
import { placedOn, worldPose } from './frame.js';
import type { ShapeKind } from './shapes.js';

export interface Thing {
  readonly name: string;
  /** The id of a robot; undefined for what stands still. */
  readonly robot: number | undefined;
  readonly spec: CrsimObject;
  /** Where it stands at the beginning, in the world. */
  readonly at: Pose;
  /** Infrared output: goes to 0 when it is tagged. */
  heat: number;
}

export class Things {
  readonly all: readonly Thing[];
  readonly robots: readonly CrsimRobot[];
  /** The footprints of what stands still. */
  readonly obstacles: readonly ObstacleShape[];
  private readonly byName: ReadonlyMap<string, Thing>;

  constructor(model: CrsimModel, shapes: ReadonlyMap<string, ShapeKind>) {
    this.robots = model.robots;
    const still = model.objects.map((spec) => thingOf(spec, undefined));
    this.all = [...still, ...model.robots.map((spec, id) => thingOf(spec, id))];
    this.byName = new Map(this.all.map((thing) => [thing.name, thing]));
    this.obstacles = still.flatMap(({ spec, at }) =>
      spec.shapes.flatMap((shape) => {
        const kind = shapes.get(shape.type);
        return kind?.footprint(shape, placedOn(at, shape), spec.name) ?? [];
      }),
    );
  }

  named(name: string): Thing | undefined {
    return this.byName.get(name);
  }
}

function thingOf(spec: CrsimObject, robot: number | undefined): Thing {
  return { name: spec.name, robot, spec, at: worldPose(spec), heat: spec.heat };
}

/** What a viewer draws: one for each shape of a thing. */
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
  /** Whether it is one that goes where it faces. */
  readonly robot?: true | undefined;
  /** The thing it is a part of, where that has several; and where that is, which is what updates tell. */
  readonly partOf?: string | undefined;
  readonly whole?: WholePlace | undefined;
}

export interface WholePlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly orientation: number;
}

/** `pose` is where the thing is now, in the world. */
export function viewerObjects({ spec, heat, robot }: Thing, pose: Pose): ViewerObject[] {
  const { name, color, ir, y, shapes } = spec;
  return shapes.map((shape, i) => {
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
      ...sizesOf(shape),
      ...(robot !== undefined && { robot: true as const }),
      ...(shapes.length > 1 && {
        partOf: name,
        whole: { x: pose.x, y, z: 0 - pose.y, orientation: pose.heading },
      }),
    };
  });
}

function sizesOf({ type, width, height, depth, radius }: CrsimShape) {
  return { type, width, height, depth, radius };
}
