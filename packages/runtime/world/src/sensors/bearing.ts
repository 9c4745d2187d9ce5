import { atan2, cos, type Pose, sin, type Vector } from '@kineko/geometry';

/**
 * The direction of a place as seen from a pose: the angle from the heading, anticlockwise, in (-π, π]. The way there is
 * turned into the robot's frame first, so it does not matter how many turns the heading has wound up. A robot's own
 * place is straight ahead.
 */
export function bearingTo(place: Vector, from: Pose): number {
  const dx = place.x - from.x;
  const dy = place.y - from.y;
  if (dx === 0 && dy === 0) return 0;
  const [ahead, left] = [cos(from.heading), sin(from.heading)];
  const bearing = atan2(dy * ahead - dx * left, dx * ahead + dy * left);
  // Straight behind is π from either side; "0 +" because straight ahead may be −0.
  return bearing === -Math.PI ? Math.PI : 0 + bearing;
}

/** The place that is so many metres ahead and to the left of a pose. */
export function placeInFrame(pose: Pose, ahead: number, left: number): Vector {
  const [c, s] = [cos(pose.heading), sin(pose.heading)];
  return { x: pose.x + ahead * c - left * s, y: pose.y + ahead * s + left * c };
}
