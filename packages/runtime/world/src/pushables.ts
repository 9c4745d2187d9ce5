/** All obstacles of a world: fixed ones, and the hulls of pushable bodies at their present poses. */
import { cos, type Leg, type Pose, poseAt, sin, type Vector } from '@kineko/geometry';
import { massOf, problemOfPushable, type PushableSpec } from './dynamics/rigid/pushable.js';
import { FIXED_DISC_LENGTH, Obstacles } from './obstacles/obstacles.js';
import type { PolygonShape } from './obstacles/shapes.js';
import { WorldError } from './world-spec.js';

interface Pushable {
  /** Relative to the centre of mass. */
  readonly hulls: readonly (readonly Vector[])[];
  readonly name: string;
  /** The id of its first hull among the obstacles. */
  readonly first: number;
  /** Initial pose. */
  readonly origin: Pose;
  leg: Leg;
}

export class Pushables {
  private readonly pushables: readonly Pushable[];
  /** The obstacles returned last, and the poses of the pushables then. */
  private last: { readonly poses: readonly Pose[]; readonly obstacles: Obstacles } | undefined;

  constructor(
    readonly standing: Obstacles,
    pushables: readonly PushableSpec[],
  ) {
    const problems = pushables.flatMap((spec, i) => problemOfPushable(spec, spec.name ?? `pushable ${i}`) ?? []);
    if (problems.length > 0) throw new WorldError(problems);
    let first = standing.shapes.length;
    this.pushables = pushables.map((spec, index) => {
      const pushable = pushableOf(spec, index, first);
      first += pushable.hulls.length;
      return pushable;
    });
  }

  get legs(): Leg[] {
    return this.pushables.map(({ leg }) => leg);
  }

  moves(index: number, leg: Leg): void {
    this.pushables[index]!.leg = leg;
  }

  poseOf(index: number, t: number): Pose {
    return poseAt(this.pushables[index]!.leg, t);
  }

  originOf(index: number): Pose {
    return this.pushables[index]!.origin;
  }

  /** The ids of its hulls. */
  obstaclesOf(index: number): number[] {
    const { hulls, first } = this.pushables[index]!;
    return hulls.map((_, hull) => first + hull);
  }

  /** The obstacle that a fixture of the dynamics belongs to: walls, discs, then hulls. */
  obstacleOf(fixture: number): number {
    const { count, ownerOfWall, ownerOfDisc, discs, shapes } = this.standing;
    if (fixture < count) return ownerOfWall[fixture]!;
    const disc = fixture - count;
    const discCount = discs.length / FIXED_DISC_LENGTH;
    return disc < discCount ? ownerOfDisc[disc]! : shapes.length + disc - discCount;
  }

  /** All obstacles at an instant. Built again when a pushable has moved, at a cost proportional to the number of walls. */
  obstaclesAt(t: number): Obstacles {
    if (this.pushables.length === 0) return this.standing;
    const poses = this.pushables.map(({ leg }) => poseAt(leg, t));
    if (this.last === undefined || !isSame(this.last.poses, poses)) {
      const moved = this.pushables.flatMap((pushable, index) => shapesOf(pushable, poses[index]!));
      this.last = { poses, obstacles: new Obstacles([...this.standing.shapes, ...moved]) };
    }
    return this.last.obstacles;
  }
}

function pushableOf(spec: PushableSpec, index: number, first: number): Pushable {
  const { x, y, heading = 0, name = `thing ${index}`, hulls } = spec;
  const { centre } = massOf(spec);
  const [c, s] = [cos(heading), sin(heading)];
  const pose = { x: x + c * centre.x - s * centre.y, y: y + s * centre.x + c * centre.y, heading };
  return {
    hulls: hulls.map((hull) => hull.map((corner) => ({ x: corner.x - centre.x, y: corner.y - centre.y }))),
    name,
    first,
    origin: pose,
    leg: { kind: 'rest', ...pose, start: 0, end: Infinity },
  };
}

function shapesOf({ hulls, name }: Pushable, { x, y, heading }: Pose): PolygonShape[] {
  const [c, s] = [cos(heading), sin(heading)];
  return hulls.map((hull) => ({
    kind: 'polygon',
    name,
    points: hull.map((corner) => ({ x: x + c * corner.x - s * corner.y, y: y + s * corner.x + c * corner.y })),
  }));
}

function isSame(a: readonly Pose[], b: readonly Pose[]): boolean {
  return a.every((pose, i) => pose.x === b[i]!.x && pose.y === b[i]!.y && pose.heading === b[i]!.heading);
}
