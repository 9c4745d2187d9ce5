import { type Disc, pointDistance, type Vector } from '@kineko/geometry';
import type { WorldView } from '../world-view.js';
import { MAX_DISTANCE, type NearRobot, nearestFirst, robotsNear } from './near.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { canSee } from './sight.js';

export interface ViewRequest {
  /** Metres from centre to centre, the border included. */
  readonly viewSize: number;
  /** Whether obstacles hide the robots behind them. Default: false. */
  readonly lineOfSight?: boolean;
  /** Whether robots hide each other too; requires `lineOfSight`. Default: false. */
  readonly robotsBlock?: boolean;
  /** Whether to include ids. Default: false, since robots may be anonymous. */
  readonly withIds?: boolean;
  /** Whether to include tags. Default: false. */
  readonly withTags?: boolean;
}

/** Position of a visible robot, with its id and tag if requested. */
export interface Sighting extends Vector {
  readonly id?: number;
  readonly tag?: string;
}

/**
 * Returns the positions of other robots whose centres are in range, in ascending order of ids, so that runs can be repeated;
 * an algorithm for anonymous robots must not use the order.
 *
 * A robot is in sight if no obstacle (or blocking robot) meets the straight line between the two centres.
 */
export class ViewSensor extends Sensor<ViewRequest, readonly Sighting[]> {
  readonly kind = 'view';

  protected override checkRequest(request: ViewRequest, check: RequestCheck): void {
    check.metres('viewSize', request.viewSize);
    for (const field of ['lineOfSight', 'robotsBlock', 'withIds', 'withTags'] as const) {
      check.flag(field, request[field]);
    }
    if (request.robotsBlock === true && request.lineOfSight !== true) {
      check.refuse('robotsBlock', true, 'false, or lineOfSight true as well');
    }
  }

  override calReply(request: ViewRequest, world: WorldView, self: number): readonly Sighting[] {
    const own = world.poseOf(self);
    const inRange = world
      .robotsWithin(own.x, own.y, Math.min(request.viewSize, MAX_DISTANCE))
      .filter((robot) => robot !== self);
    const seen = request.lineOfSight === true ? inSight(inRange, request, world, self) : inRange;
    return seen.map((robot) => {
      const { x, y } = world.poseOf(robot);
      return {
        x,
        y,
        ...(request.withIds === true && { id: robot }),
        ...(request.withTags === true && { tag: world.tagOf(robot) }),
      };
    });
  }
}

function inSight(robots: readonly number[], request: ViewRequest, world: WorldView, self: number): number[] {
  const own = world.poseOf(self);
  // Nearest first: in a crowd they hide the others.
  const blockers = request.robotsBlock === true ? nearestFirst(robotsNear(world, own, request.viewSize, self)) : [];
  return robots.filter((robot) => {
    const place = world.poseOf(robot);
    return canSee(world.obstacles, own, place, blockersOnTheWay(blockers, robot, pointDistance(own, place)));
  });
}

/** The blockers whose rims are no farther than the target, without the target. */
function* blockersOnTheWay(blockers: readonly NearRobot[], target: number, distance: number): Generator<Disc> {
  for (const blocker of blockers) {
    if (blocker.distance > distance) return;
    if (blocker.id !== target) yield blocker;
  }
}
