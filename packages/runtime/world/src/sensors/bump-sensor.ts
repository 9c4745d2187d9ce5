import type { Pose, Vector } from '@kineko/geometry';
import type { Party, WorldView } from '../world-view.js';
import { bearingTo } from './bearing.js';
import { touchedParties } from './contact-sensor.js';
import { whereObstacleIs } from './near.js';
import { type PartyReading, PartySensor } from './party-sensor.js';
import type { RequestCheck } from './request-check.js';

export interface BumpRequest {
  /** Only touches so far around straight ahead count: from edge to edge, 0 to 2π. Default: 2π, all of them. */
  readonly sector?: number;
}

export interface BumpReading extends PartyReading {
  /** The side of the touch, from one's heading, anticlockwise, in (-π, π]. */
  readonly bearing: number;
}

/**
 * Tells whom one touches and on which side: that of the other robot's centre, or of the nearest point of the obstacle
 * (an obstacle that is touched in two places, as in a corner, is one). As a push sensor it tells of those it did not
 * feel before; at a look that may be someone whom a turn has brought into its sector, an exact one is told of touches
 * only.
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
