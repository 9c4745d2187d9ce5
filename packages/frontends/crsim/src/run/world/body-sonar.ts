/** A sonar on the body of a robot: it measures from its mount, by default on the rim, and reads 0 at contact. */
import { cos, sin, slideSize, TOUCHING_GAP, type Vector } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import { type SonarRequest, SonarSensor, type WorldView } from '@kineko/world';
import type { CrsimSensor } from '../../format/model.js';

/** The position of a sonar relative to the robot's centre: ahead (x) and to the left (y). */
export function mountOf({ x, z, rotation, hasPosition = false }: CrsimSensor, radius: number): Vector {
  // Sensors of the world have y to the left.
  return hasPosition ? { x, y: 0 - z } : { x: radius * cos(rotation), y: radius * sin(rotation) };
}

/**
 * A beam that started exactly at the rim could begin behind a thing that touches it, by rounding, and miss it. So the beam starts
 * within the robot's own disc, where nothing else is, and that part of it is subtracted.
 */
export class BodySonar extends SonarSensor {
  private beam: InnerBeam | undefined;

  override calReply(request: SonarRequest, around: WorldView, self: number, noise: RandomStream): number | null {
    const radius = around.radiusOf(self);
    // The requests of a mount are one object.
    if (this.beam?.request !== request || this.beam.radius !== radius) this.beam = innerBeam(request, radius);
    const { inner, inside } = this.beam;
    const distance = super.calReply(inner, around, self, noise);
    if (distance === null) return null;
    const own = around.poseOf(self);
    const gap = distance - inside;
    const isTouching = gap <= TOUCHING_GAP * slideSize(Math.max(Math.abs(own.x), Math.abs(own.y)), 2 * radius);
    return isTouching ? 0 : Math.min(gap, request.range);
  }
}

/** The beam of a request from its start within the disc of the robot. */
interface InnerBeam {
  readonly request: SonarRequest;
  readonly radius: number;
  readonly inner: SonarRequest;
  /** Length of the part before the mount. */
  readonly inside: number;
}

function innerBeam(request: SonarRequest, radius: number): InnerBeam {
  const { range, offset = { x: 0, y: 0 }, direction = 0 } = request;
  const ahead = { x: cos(direction), y: sin(direction) };
  const inside = insideOf(offset, ahead, radius);
  const start = { x: offset.x - inside * ahead.x, y: offset.y - inside * ahead.y };
  return { request, radius, inner: { ...request, offset: start, range: range + inside }, inside };
}

/** A mount on the rim may lie outside by rounding, as a share of the radius. */
const RIM_SLACK = 1e-9;

/** Half the length of the disc that lies behind a mount, along the beam; 0 for a mount outside the disc. */
function insideOf({ x, y }: Vector, ahead: Vector, radius: number): number {
  const reach = radius * (1 + RIM_SLACK);
  if (x * x + y * y > reach * reach) return 0;
  const along = x * ahead.x + y * ahead.y;
  const across = x * ahead.y - y * ahead.x;
  const half = Math.sqrt(Math.max(0, radius * radius - across * across));
  return Math.max(0, along + half) / 2;
}
