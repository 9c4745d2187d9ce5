import type { Box } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import { DiscGrid, type Ground, type PlacedDisc } from './disc-grid.js';

/** A robot without a position. */
export interface Placeable {
  readonly id: number;
  readonly radius: number;
}

/** There is no room for all robots. */
export class PlacementError extends Error {
  override readonly name = 'PlacementError';

  constructor(
    readonly fitted: number,
    readonly wanted: number,
    area: Box,
    limit = 'only',
  ) {
    super(
      `${limit} ${fitted} of ${wanted} robots fit into the area from (${area.minX}, ${area.minY}) to (${area.maxX}, ` +
        `${area.maxY}) without overlap; use fewer or smaller robots, fewer obstacles or a larger area`,
    );
  }
}

/**
 * Number of tries for one robot before the others are shaken. In a well-shaken crowd that fills half of the area, one try in
 * a hundred finds a hole, so few shakes are needed.
 */
const TRIES_AT_ONCE = 2000;
/** Number of times that the others are shaken to make room for one more. */
const MAX_SHAKES = 200;

/**
 * Places robots at random, without overlap, inside an area and clear of its obstacles.
 *
 * They are placed one after the other, the largest first (by id among equals, so that the order of listing does not matter),
 * each at the first random position that is free. On its own, this method jams when about half of the area is filled, with
 * holes that are slightly too small; so the placed robots are then moved at random (Metropolis moves of hard discs) until a
 * hole opens.
 */
export function placeAtRandom(
  robots: readonly Placeable[],
  area: Box,
  ground: Ground,
  random: RandomStream,
): PlacedDisc[] {
  const order = robots.toSorted((a, b) => b.radius - a.radius || a.id - b.id);
  const [largest] = order;
  if (largest === undefined) return [];
  const most = capacityOf(robots, area);
  if (most < robots.length) throw new PlacementError(most, robots.length, area, 'at most');
  const crowd = new Crowd(area, ground, random, largest.radius, robots.length);
  for (const robot of order) {
    if (!crowd.place(robot)) throw new PlacementError(crowd.grid.count, robots.length, area);
  }
  return Array.from(order, (_, index) => crowd.grid.disc(index)).sort((a, b) => a.id - b.id);
}

/** Slightly more than the area, so that rounding rejects no robot. */
const SLACK = 1 + 1e-12;

/**
 * An upper bound on the number of robots that fit. The sum of their areas is at most the area; and centres that are at least
 * a distance d apart in a convex region of area A and perimeter P number at most 2A/(√3·d²) + P/(2d) + 1 (N. Oler, An
 * inequality in the geometry of numbers, 1961).
 */
function capacityOf(robots: readonly Placeable[], { minX, minY, maxX, maxY }: Box): number {
  const radii = new Float64Array(robots.length);
  for (let i = 0; i < robots.length; i++) radii[i] = robots[i]!.radius;
  radii.sort();
  const [width, height] = [maxX - minX, maxY - minY];
  let room = width * height * SLACK;
  const byArea = radii.findIndex((radius) => (room -= Math.PI * radius * radius) < 0);
  const apart = 2 * radii[0]!;
  const [across, along] = [Math.max(0, width - apart), Math.max(0, height - apart)];
  const byDistance = (2 * across * along) / (Math.sqrt(3) * apart * apart) + (across + along) / apart + 1;
  return Math.min(byArea < 0 ? robots.length : byArea, apart > 0 ? Math.floor(byDistance * SLACK) : Infinity);
}

class Crowd {
  readonly grid: DiscGrid;

  constructor(
    private readonly area: Box,
    private readonly ground: Ground,
    private readonly random: RandomStream,
    largestRadius: number,
    count: number,
  ) {
    this.grid = new DiscGrid(largestRadius, count);
  }

  /** Places one more robot; returns false if no position was found. */
  place(robot: Placeable): boolean {
    const { radius } = robot;
    const { minX, minY, maxX, maxY } = this.area;
    if (maxX - minX < 2 * radius || maxY - minY < 2 * radius) return false;
    for (let shakes = 0; shakes <= MAX_SHAKES; shakes++) {
      for (let tries = 0; tries < TRIES_AT_ONCE; tries++) {
        const x = this.random.uniform(minX + radius, maxX - radius);
        const y = this.random.uniform(minY + radius, maxY - radius);
        if (!this.isFree(x, y, radius)) continue;
        this.grid.add(robot.id, x, y, radius);
        return true;
      }
      this.shake();
    }
    return false;
  }

  /** Moves every disc by up to its radius, where there is room. */
  private shake(): void {
    for (let index = 0; index < this.grid.count; index++) {
      const disc = this.grid.disc(index);
      const x = disc.x + this.random.uniform(-disc.radius, disc.radius);
      const y = disc.y + this.random.uniform(-disc.radius, disc.radius);
      if (this.isFree(x, y, disc.radius, index)) this.grid.move(index, x, y);
    }
  }

  private isFree(x: number, y: number, radius: number, except?: number): boolean {
    const { minX, minY, maxX, maxY } = this.area;
    const isInside = x - radius >= minX && x + radius <= maxX && y - radius >= minY && y + radius <= maxY;
    if (!isInside || this.grid.isTaken(x, y, radius, except)) return false;
    return this.ground.overlapOf(x, y, radius) === undefined;
  }
}
