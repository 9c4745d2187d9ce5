import type { RandomStream } from '@kineko/kernel';
import type { Party, WorldView } from '../world-view.js';
import { bearingTo } from './bearing.js';
import { nearRobot, obstaclesNear, robotsNear } from './near.js';
import { noisyDistance } from './noise.js';
import { PartySensor, type PartyReading } from './party-sensor.js';
import type { RequestCheck } from './request-check.js';
import type { Cancellable, SensorTriggers } from './sensor.js';

export interface ProximityRequest {
  /** Metres from the robot's centre, the border included. */
  readonly viewSize: number;
  /** Whether obstacles are sensed as well as robots. Default: true. */
  readonly obstacles?: boolean;
  /** The standard deviation of the noise on the distances, in metres. Default: 0. */
  readonly errorFactor?: number;
}

export interface ProximityReading extends PartyReading {
  /** Metres from the robot's centre to the nearest point of the party; for a party in contact, the robot's radius. */
  readonly distance: number;
  /** Direction from the robot's heading, anticlockwise, in (-π, π]. */
  readonly bearing: number;
}

/**
 * Returns the distances and directions of robots and obstacles in range. Distances are measured from the robot's centre to
 * the rim of a robot or the nearest point of an obstacle, and are 0 inside them. The true distance, without noise, decides
 * whether a party is in range. A distance with noise is never negative, but may exceed the range.
 *
 * As a push sensor it reports when another robot has come into range, at the next reading or, if it is exact, at that
 * instant. Obstacles are part of a report, but do not cause one.
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
      // The robot is on the border, within rounding.
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
