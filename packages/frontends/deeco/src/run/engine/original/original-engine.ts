/**
 * The playground's own engine: all robots make their whole moves, then are moved back out of walls, then out of each other. Logs
 * depend on its tolerance, on the order of its checks and on the last digits of its results.
 *
 * Where the playground found no solution, and wrote NaN from then on, this engine moves the robot back to its start.
 */
import { normalizeAngle, angleBetween, squaredDistance } from '../../angles.js';
import { MAX_SPEED } from '../../environment/action.js';
import type { EnvironmentMap } from '../../environment/environment-map.js';
import type { Body, CycleEngine, EngineKind, CycleMove, Outcome } from '../cycle-engine.js';
import { Neighbourhood } from '../neighbourhood.js';
import { Mover, TOLERANCE } from './mover.js';
import { separateRobots } from './separation.js';
import { leaveWalls, WallContacts } from './walls.js';

class OriginalEngine implements CycleEngine {
  private contacts: readonly WallContacts[] = [];

  constructor(private readonly map: EnvironmentMap) {}

  performActions(bodies: readonly Body[], orders: readonly CycleMove[]): readonly Outcome[] {
    if (this.contacts.length !== bodies.length) this.contacts = bodies.map(() => new WallContacts());
    const movers = bodies.map((body, i) => new Mover(body, orders[i]!));
    for (const [i, mover] of movers.entries()) {
      leaveWalls(mover, this.map, (angle) => this.contacts[i]!.add(angle, mover));
    }
    const near = new Neighbourhood(movers, MAX_SPEED);
    separateRobots(movers, near);
    const points = movers.map((mover, i) => this.contacts[i]!.of(mover));
    addRobotContacts(movers, near, points);
    return movers.map(({ x, y, angle, degree }, i) => ({ x, y, angle, degree, collisionPoints: points[i]! }));
  }
}

/** Adds the contacts of robots that touch each other within the tolerance. */
function addRobotContacts(movers: readonly Mover[], near: Neighbourhood, points: readonly number[][]): void {
  for (const [i, one] of movers.entries()) {
    for (const j of near.around(one.x, one.y)) {
      if (j >= i) break;
      const other = movers[j]!;
      const reach = one.size + other.size;
      if (!(squaredDistance(one.x, one.y, other.x, other.y) < reach * reach + TOLERANCE)) continue;
      points[i]!.push(seenFrom(one, other));
      points[j]!.push(seenFrom(other, one));
    }
  }
}

function seenFrom({ x, y, angle }: Mover, other: Mover): number {
  return normalizeAngle(angleBetween(x, y, other.x, other.y) - angle);
}

export const ORIGINAL_ENGINE: EngineKind = {
  name: 'original',
  doc: "the playground's own engine with its tolerance: byte-identical logs",
  largestField: Infinity,
  create: (map) => new OriginalEngine(map),
};
