/** An obstacle that can be pushed: its initial shape and its track. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';
import type { LegTable } from './packed-leg.js';
import type { SceneShape } from './shapes.js';
import { Track } from './track.js';

export class Movable {
  readonly track: Track;
  /** Metres from its centre of mass to its farthest corner. */
  readonly reach: number;

  /** @param origin Pose of its centre of mass for which the shapes were given. */
  constructor(
    readonly shapes: readonly SceneShape[],
    readonly origin: Pose,
    legs?: LegTable,
  ) {
    this.track = new Track(legs);
    this.reach = Math.max(0, ...shapes.map((shape) => reachOf(shape, origin)));
  }

  /** The shapes at a time. */
  shapesAt(t: number): readonly SceneShape[] {
    const pose = this.track.poseAt(t);
    return pose === undefined ? this.shapes : this.shapes.map((shape) => moved(shape, this.origin, pose));
  }
}

function reachOf(shape: SceneShape, { x, y }: Pose): number {
  if (shape.kind !== 'area') return 0;
  let most = 0;
  for (const point of shape.points) {
    const [dx, dy] = [point.x - x, point.y - y];
    most = Math.max(most, Math.sqrt(dx * dx + dy * dy));
  }
  return most;
}

/** Only hulls can be pushed; other shapes in a trace stay fixed. */
function moved(shape: SceneShape, from: Pose, to: Pose): SceneShape {
  if (shape.kind !== 'area') return shape;
  const turn = to.heading - from.heading;
  const [c, s] = [cos(turn), sin(turn)];
  const place = ({ x, y }: Vector): Vector => {
    const [dx, dy] = [x - from.x, y - from.y];
    return { x: to.x + c * dx - s * dy, y: to.y + s * dx + c * dy };
  };
  return { kind: 'area', points: shape.points.map(place) };
}
