/** Scenes for the benchmarks of the engine: a crowd that covers a tenth of a walled square. */
import { atan2, cos, lineLeg, polygonEdges, sin, turnLeg, WALL_LENGTH, writeWall } from '@kineko/geometry';
import { Random, Simulator } from '@kineko/kernel';
import { AnalyticDynamics } from '@kineko/world';
import type { BodySpec } from '../src/dynamics/dynamics.js';
import type { Work } from '@kineko/tools/bench/comparison';

const DENSITY = 0.1;
const MOVE_SPEED = 3;
const TURN_RATE = Math.PI;
/** Number of events per robot before anything is measured: at first all of them turn, which is cheap. */
const EVENTS_BEFORE = 3;

/** Robots that repeatedly turn, move and stop on contact; a call runs a number of user events. */
export function randomMovement(
  n: number,
  eventsPerCall: number,
  { cellsPerSpacing, moving = n }: { cellsPerSpacing?: number; moving?: number } = {},
): Work {
  const simulator = new Simulator();
  simulator.attach(crowdOnTheMove(n, bodiesOf(n), cellsPerSpacing, moving));
  let isSteady = false;
  return async () => {
    // In the first call, whose time counts for nothing: it is part of the warm-up.
    if (!isSteady) await simulator.run({ maxEvents: EVENTS_BEFORE * moving });
    isSteady = true;
    await simulator.run({ maxEvents: eventsPerCall });
    return eventsPerCall;
  };
}

/** Bytes per robot that the engine takes for robots in random movement, their specifications and streams not counted. */
export function bytesPerRobot(n: number, memoryInUse: () => number): number {
  const bodies = bodiesOf(n);
  const before = memoryInUse();
  const dynamics = crowdOnTheMove(n, bodies, undefined, n, oneStreamForAll);
  const after = memoryInUse();
  // Asked for here, so that it cannot be collected before.
  if (dynamics.queue.size !== n) throw new Error(`${dynamics.queue.size} robots of ${n} move`);
  return (after - before) / n;
}

/** Discs that bounce off each other and the walls forever; a call runs a number of collisions. */
export function elasticDiscs(n: number, collisionsPerCall: number): Work {
  const side = sideFor(n);
  const options = { walls: wallsAround(side), area: areaOf(side), response: 'bounce' } as const;
  const dynamics = new AnalyticDynamics(bodiesOf(n), options);
  const velocities = new Random(1).stream('velocities');
  for (let id = 0; id < n; id++) dynamics.launch(id, velocities.normal(), velocities.normal(), 0);
  const simulator = new Simulator();
  simulator.attach(dynamics);
  return () => simulator.run({ maxEvents: collisionsPerCall }).then(() => collisionsPerCall);
}

type Draw = (id: number, from: number, to: number) => number;

/** @param moving Number of robots that move; the others stand. */
function crowdOnTheMove(
  n: number,
  bodies: readonly BodySpec[],
  cellsPerSpacing: number | undefined,
  moving: number,
  makeDraw: (n: number) => Draw = aStreamEach,
): AnalyticDynamics {
  const side = sideFor(n);
  const draw = makeDraw(moving);
  const dynamics = new AnalyticDynamics(
    bodies,
    { walls: wallsAround(side), area: areaOf(side), ...(cellsPerSpacing !== undefined && { cellsPerSpacing }) },
    { onDone: (id, _end, now) => go(id, now) },
  );
  const go = (id: number, now: number): void => {
    const { x, y, heading } = dynamics.poseOf(id, now);
    const dx = draw(id, 1, side - 1) - x;
    const dy = draw(id, 1, side - 1) - y;
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
  // Spread over the square, where not all of them move.
  for (let i = 0; i < moving; i++) go(Math.floor((i * n) / moving), 0);
  return dynamics;
}

function aStreamEach(): Draw {
  const random = new Random(1);
  // An array, as in the prototype: looking streams up in a map would be part of what is measured.
  const streams: ReturnType<Random['stream']>[] = [];
  return (id, from, to) => (streams[id] ??= random.stream(`robot/${id}`)).uniform(from, to);
}

function oneStreamForAll(): Draw {
  const stream = new Random(1).stream('all');
  return (_id, from, to) => stream.uniform(from, to);
}

function sideFor(n: number): number {
  return Math.sqrt((n * Math.PI) / DENSITY);
}

function areaOf(side: number) {
  return { minX: 0, minY: 0, maxX: side, maxY: side };
}

/** In rows, as far from each other as there is room. */
function bodiesOf(n: number): BodySpec[] {
  const perRow = Math.ceil(Math.sqrt(n));
  const at = (place: number): number => ((place + 0.5) * sideFor(n)) / perRow;
  return Array.from({ length: n }, (_, id) => ({
    id,
    x: at(id % perRow),
    y: at(Math.floor(id / perRow)),
    heading: 0,
    radius: 1,
  }));
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
