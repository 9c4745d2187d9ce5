import type { RandomStream } from '@kineko/kernel';
import type { Party, WorldView } from '../world-view.js';
import { bearingTo } from './bearing.js';
import { nearRobot, obstaclesNear, robotsNear } from './near.js';
import { noisyDistance } from './noise.js';
import { PartySensor, type PartyReading } from './party-sensor.js';
import type { RequestCheck } from './request-check.js';
import type { Cancellable, SensorTriggers } from './sensor.js';

export interface ProximityRequest {
  /** Metres from one's own centre, the border included. */
  readonly viewSize: number;
  /** Whether obstacles are sensed as well as robots. Default: true. */
  readonly obstacles?: boolean;
  /** The standard deviation of the noise on the distances, in metres. Default: 0. */
  readonly errorFactor?: number;
}

export interface ProximityReading extends PartyReading {
  /** Metres from one's own centre to the nearest point of the other: whom one touches is at one's own radius. */
  readonly distance: number;
  /** From one's heading, anticlockwise, in (-π, π]. */
  readonly bearing: number;
}

/**
 * Tells how far the robots and obstacles around are, and in which direction. A robot is as far as its rim, an obstacle as
 * its nearest point, both from one's own centre, and 0 if they hold it; who is in range is decided by the true distance,
 * before any noise. A distance with noise is never negative, but may lie beyond the range.
 *
 * As a push sensor it tells when another robot has come into range, be it at a look or, if it is exact, at that very
 * instant. Obstacles, which come only because one goes there, are in the reply, but are no reason for it.
 */
export class ProximitySensor extends PartySensor<ProximityRequest, ProximityReading> {
  readonly kind = 'proximity';

  protected override checkRequest(request: ProximityRequest, check: RequestCheck): void {
    check.metres('viewSize', request.viewSize);
    check.flag('obstacles', request.obstacles);
    check.errorFactor(request.errorFactor);
  }

  override begin(
    request: ProximityRequest,
    triggers: SensorTriggers,
    wake: (party: Party, now: number) => void,
  ): Cancellable {
    return triggers.onEntry(request.viewSize, wake);
  }

  override calReplyUpon(
    request: ProximityRequest,
    upon: readonly Party[],
    world: WorldView,
    self: number,
    noise: RandomStream,
  ): readonly ProximityReading[] {
    const { viewSize, obstacles = true, errorFactor = 0 } = request;
    const own = world.poseOf(self);
    const robots = robotsNear(world, own, viewSize, self);
    for (const { kind, id } of upon) {
      if (kind !== 'robot' || robots.some((robot) => robot.id === id)) continue;
      // It is on the border, as far as that can be computed.
      robots.push({ ...nearRobot(world, own, id), distance: viewSize });
    }
    robots.sort((a, b) => a.id - b.id);
    const things = obstacles ? obstaclesNear(world.obstacles, own, viewSize) : [];
    const seen = [
      ...robots.map(({ id, distance, x, y }) => ({ kind: 'robot' as const, id, distance, toward: { x, y } })),
      ...things.map((thing) => ({ kind: 'obstacle' as const, ...thing })),
    ];
    return seen.map(({ kind, id, distance, toward }) => ({
      kind,
      id,
      distance: noisyDistance(distance, errorFactor, noise),
      bearing: bearingTo(toward, own),
    }));
  }

  protected override isReported(reading: ProximityReading): boolean {
    return reading.kind === 'robot';
  }
}
