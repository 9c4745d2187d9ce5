import { atan2, cos, type Pose, sin, type Vector } from '@kineko/geometry';

/**
 * The direction of a point relative to a pose: the angle from the heading, anticlockwise, in (-π, π]. The vector to the
 * point is rotated into the robot's frame first, so the number of full turns in the heading does not matter. A robot's own
 * position is straight ahead.
 */
export function bearingTo(place: Vector, from: Pose): number {
  const dx = place.x - from.x;
  const dy = place.y - from.y;
  if (dx === 0 && dy === 0) return 0;
  const [ahead, left] = [cos(from.heading), sin(from.heading)];
  const bearing = atan2(dy * ahead - dx * left, dx * ahead + dy * left);
  // Straight behind is π from either side; "0 +" turns −0 into 0.
  return bearing === -Math.PI ? Math.PI : 0 + bearing;
}

/** The point at `ahead` and `left` metres from a pose. */
export function placeInFrame(pose: Pose, ahead: number, left: number): Vector {
  const [c, s] = [cos(pose.heading), sin(pose.heading)];
  return { x: pose.x + ahead * c - left * s, y: pose.y + ahead * s + left * c };
}
