/** Random movement (turn, go, stop on contact, at a tenth of the area) by what is asked of whom at each new motion. */
import { atan2, cos, lineLeg, polygonEdges, sin, turnLeg, WALL_LENGTH, writeWall } from '@kineko/geometry';
import { Random, Simulator } from '@kineko/kernel';
import { AnalyticDynamics } from '@kineko/world';
import type { Comparison, Work } from '../../../tools/bench/comparison.js';

const DENSITY = 0.1;
const MOVE_SPEED = 3;
const TURN_RATE = Math.PI;
/** Events that one call runs. */
const EVENTS = 2000;

export const comparisons: Comparison[] = [1_000, 10_000].map((n) => ({
  name: 'random movement in the engine',
  n,
  alternatives: [
    // Cells so wide that all are in one.
    { name: 'everybody asks everybody', setUp: () => randomMovement(n, 1e6) },
    { name: 'everybody asks the neighbours', setUp: () => randomMovement(n, 1) },
  ],
}));

function randomMovement(n: number, cellsPerSpacing: number): Work {
  const side = Math.sqrt((n * Math.PI) / DENSITY);
  const perRow = Math.ceil(Math.sqrt(n));
  const at = (place: number): number => ((place + 0.5) * side) / perRow;
  const bodies = Array.from({ length: n }, (_, id) => ({
    id,
    x: at(id % perRow),
    y: at(Math.floor(id / perRow)),
    heading: 0,
    radius: 1,
  }));
  const random = new Random(1);
  const streams = bodies.map(({ id }) => random.stream(`robot/${id}`));
  const area = { minX: 0, minY: 0, maxX: side, maxY: side };
  const dynamics = new AnalyticDynamics(
    bodies,
    { walls: wallsAround(side), area, cellsPerSpacing },
    { onDone: (id, _end, now) => go(id, now) },
  );
  const go = (id: number, now: number): void => {
    const { x, y, heading } = dynamics.poseOf(id, now);
    const dx = streams[id]!.uniform(1, side - 1) - x;
    const dy = streams[id]!.uniform(1, side - 1) - y;
    const direction = atan2(dy, dx);
    const turned = now + Math.abs(direction - heading) / TURN_RATE;
    const turnRate = direction > heading ? TURN_RATE : -TURN_RATE;
    const end = turned + Math.sqrt(dx * dx + dy * dy) / MOVE_SPEED;
    const vx = MOVE_SPEED * cos(direction);
    const vy = MOVE_SPEED * sin(direction);
    dynamics.command(
      id,
      [
        turnLeg({ x, y, heading, start: now, end: turned, turnRate }),
        lineLeg({ x, y, heading: direction, start: turned, end, vx, vy }),
      ],
      now,
    );
  };
  for (const { id } of bodies) go(id, 0);
  const simulator = new Simulator();
  simulator.attach(dynamics);
  return () => simulator.run({ maxEvents: EVENTS }).then(() => EVENTS);
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
