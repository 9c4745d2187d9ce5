/**
 * An author's sensor of crowding: the share of the disc around the robot that other robots' bodies cover,
 * read on request, or pushed when it exceeds a limit.
 */
import { PushSensor, type WorldView } from 'kineko';

export interface CrowdingRequest {
  /** Radius of the disc, in metres. */
  readonly range: number;
  /** The share above which the sensor reports. */
  readonly limit: number;
}

export class CrowdingSensor extends PushSensor<
  CrowdingRequest,
  { readonly share: number; readonly isTooMuch: boolean }
> {
  readonly kind = 'crowding';

  override calReply({ range, limit }: CrowdingRequest, world: WorldView, self: number) {
    const { x, y } = world.poseOf(self);
    const others = world.robotsWithin(x, y, range).filter((robot) => robot !== self);
    const covered = others.reduce((sum, robot) => sum + world.radiusOf(robot) * world.radiusOf(robot), 0);
    const share = covered / (range * range);
    return { share, isTooMuch: share >= limit };
  }

  override shouldInterrupt(reply: { isTooMuch: boolean }, before: { isTooMuch: boolean } | undefined): boolean {
    return reply.isTooMuch && before?.isTooMuch !== true;
  }
}
