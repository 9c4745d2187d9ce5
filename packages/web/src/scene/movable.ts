/** An obstacle that was pushed: its shape as it stood at first, and its way since. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';
import type { SceneShape } from './shapes.js';
import { Track } from './track.js';

export class Movable {
  readonly track = new Track();

  /** @param origin Where its centre of mass was when its shapes were given. */
  constructor(
    private readonly shapes: readonly SceneShape[],
    private readonly origin: Pose,
  ) {}

  /** As it stands at a time. */
  shapesAt(t: number): readonly SceneShape[] {
    const pose = this.track.poseAt(t);
    return pose === undefined ? this.shapes : this.shapes.map((shape) => moved(shape, this.origin, pose));
  }
}

/** Only hulls can be pushed; whatever else a trace may say stays where it is. */
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
