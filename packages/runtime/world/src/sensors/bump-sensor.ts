import type { Pose, Vector } from '@kineko/geometry';
import type { Party, WorldView } from '../world-view.js';
import { bearingTo } from './bearing.js';
import { touchedParties } from './contact-sensor.js';
import { whereObstacleIs } from './near.js';
import { type PartyReading, PartySensor } from './party-sensor.js';
import type { RequestCheck } from './request-check.js';

export interface BumpRequest {
  /** Width of the sector around straight ahead in which touches count, 0 to 2π. Default: 2π. */
  readonly sector?: number;
}

export interface BumpReading extends PartyReading {
  /** Direction of the touch from the robot's heading, anticlockwise, in (-π, π]. */
  readonly bearing: number;
}

/**
 * Reports the parties that the robot touches and their directions: that of the other robot's centre, or of the nearest point
 * of the obstacle (an obstacle that is touched at two points, as in a corner, counts once). As a push sensor it reports
 * parties that were not in its previous reply. A polled one also reports a party that a turn has brought into its sector, an
 * exact one only new touches.
 */
export class BumpSensor extends PartySensor<BumpRequest, BumpReading> {
  readonly kind = 'bump';

  protected override checkRequest(request: BumpRequest, check: RequestCheck): void {
    check.opening('sector', request.sector ?? 0);
  }

  override calReplyUpon(
    request: BumpRequest,
    upon: readonly Party[],
    world: WorldView,
    self: number,
  ): readonly BumpReading[] {
    const { sector = 2 * Math.PI } = request;
    const own = world.poseOf(self);
    return touchedParties(world, self, upon)
      .map((party) => ({ ...party, bearing: bearingTo(placeOf(party, world, self, own), own) }))
      .filter(({ bearing }) => Math.abs(bearing) <= sector / 2);
  }
}

function placeOf({ kind, id }: Party, world: WorldView, self: number, own: Pose): Vector {
  return kind === 'robot' ? world.poseOf(id) : whereObstacleIs(world.obstacles, id, own, world.radiusOf(self));
}
