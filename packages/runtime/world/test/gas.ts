/** A gas of hard discs in a box. */
import { polygonEdges, WALL_LENGTH, writeWall } from '@kineko/geometry';
import { Random, Simulator } from '@kineko/kernel';
import { AnalyticDynamics } from '@kineko/world';
import type { BodySpec } from '../src/dynamics/dynamics.js';

export interface Gas {
  readonly bodies: readonly BodySpec[];
  readonly dynamics: AnalyticDynamics;
  readonly simulator: Simulator;
  readonly side: number;
  readonly collisions: () => number;
  readonly energy: () => number;
  onCollision?: (low: number, high: number, now: number) => void;
}

/** Discs on a lattice, with random velocities of mean square 2 (kT/m = 1). */
export function gasOf(seed: number, count: number, density: number, radii: readonly number[] = [0.5]): Gas {
  const perRow = Math.ceil(Math.sqrt(count));
  const radius = (id: number): number => radii[id % radii.length]!;
  const ids = Array.from({ length: count }, (_, id) => id);
  const side = Math.sqrt(ids.reduce((sum, id) => sum + Math.PI * radius(id) * radius(id), 0) / density);
  const at = (place: number): number => ((place + 0.5) * side) / perRow;
  const bodies = ids.map((id) => ({
    id,
    x: at(id % perRow),
    y: at(Math.floor(id / perRow)),
    heading: 0,
    radius: radius(id),
  }));
  let collisions = 0;
  const dynamics = new AnalyticDynamics(
    bodies,
    { walls: wallsAround(side), response: 'bounce', area: { minX: 0, minY: 0, maxX: side, maxY: side } },
    {
      onTouch: (low, high, now) => {
        collisions++;
        gas.onCollision?.(low, high, now);
      },
    },
  );
  const random = new Random(seed).stream('velocities');
  const velocities = ids.map(() => ({ x: random.normal(), y: random.normal() }));
  const square = velocities.reduce((sum, { x, y }) => sum + x * x + y * y, 0) / count;
  const scale = Math.sqrt(2 / square);
  for (const [id, { x, y }] of velocities.entries()) dynamics.launch(id, scale * x, scale * y, 0);
  const simulator = new Simulator();
  simulator.attach(dynamics);
  const gas: Gas = {
    bodies,
    dynamics,
    simulator,
    side,
    collisions: () => collisions,
    energy: () =>
      bodies.reduce((sum, { id, radius: r }) => {
        const { x, y } = dynamics.velocityOf(id, simulator.now);
        return sum + r * r * (x * x + y * y);
      }, 0),
  };
  return gas;
}

function wallsAround(side: number): Float64Array {
  const corners = [
    { x: 0, y: 0 },
    { x: side, y: 0 },
    { x: side, y: side },
    { x: 0, y: side },
  ];
  const walls = new Float64Array(corners.length * WALL_LENGTH);
  for (const [index, segment] of polygonEdges(corners).entries()) writeWall(walls, index * WALL_LENGTH, segment);
  return walls;
}

export interface Rate {
  /** Collisions per disc and second of the discs in the middle, away from the walls. */
  readonly measured: number;
  /** Enskog's, with Henderson's pair correlation at contact, for the density found there. */
  readonly expected: number;
  /** Ends of collisions that were counted. */
  readonly counted: number;
}

/** Lets the gas forget its lattice, then counts. Discs of one size. */
export async function collisionRate(seed: number, count: number, density: number, events: number): Promise<Rate> {
  const gas = gasOf(seed, count, density);
  const { dynamics, simulator, side, bodies } = gas;
  const margin = 6;
  const isInside = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
    x > margin && x < side - margin && y > margin && y < side - margin;
  await simulator.run({ maxEvents: 10 * count });
  const begin = simulator.now;
  let [counted, looks, seen] = [0, 0, 0];
  // Each body of a collision counts where it is.
  gas.onCollision = (low, high, now) => {
    for (const id of [low, high]) if (isInside(dynamics.poseOf(id, now))) counted++;
  };
  while (simulator.events < 10 * count + events) {
    await simulator.run({ maxEvents: count });
    looks++;
    for (const { id } of bodies) if (isInside(dynamics.poseOf(id, simulator.now))) seen++;
  }
  const seconds = simulator.now - begin;
  const inside = seen / looks;
  const diameter = 2 * bodies[0]!.radius;
  const perArea = inside / ((side - 2 * margin) * (side - 2 * margin));
  const packing = (perArea * Math.PI * diameter * diameter) / 4;
  const correlation = (1 - (7 * packing) / 16) / ((1 - packing) * (1 - packing));
  return {
    measured: counted / inside / seconds,
    expected: 2 * Math.sqrt(Math.PI) * diameter * perArea * correlation,
    counted,
  };
}

/** How deep discs overlap each other or the walls now. */
export function deepestOverlapOf({ bodies, dynamics, simulator, side }: Gas): number {
  const places = bodies.map(({ id }) => dynamics.poseOf(id, simulator.now));
  let deepest = 0;
  for (const [i, { x, y }] of places.entries()) {
    const { radius } = bodies[i]!;
    deepest = Math.max(deepest, radius - x, radius - y, x + radius - side, y + radius - side);
    for (let j = 0; j < i; j++) {
      const [dx, dy] = [places[j]!.x - x, places[j]!.y - y];
      deepest = Math.max(deepest, radius + bodies[j]!.radius - Math.sqrt(dx * dx + dy * dy));
    }
  }
  return deepest;
}
