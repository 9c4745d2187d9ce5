/**
 * The same dynamics as simply as possible: at every event all pairs are solved, and nothing is stored from one event to the
 * next. The real engine must give the same results, to the last bit.
 */
import { touchTime, uniform, WALL_LENGTH, wallTime, writeDisc } from '@kineko/geometry';
import type { Scene, UniformLeg } from './scene.js';

const { X, Y, VX, VY, START } = uniform;
/** Length of the record of a disc, whose last number is the radius. */
const UNIFORM_LENGTH = uniform.RADIUS + 1;

export type Trace = string[];

interface Candidate {
  readonly time: number;
  /** Contact before motion. */
  readonly rank: 1 | 2;
  readonly low: number;
  readonly high: number;
  readonly wall?: number;
}

export function naiveTrace(scene: Scene, events: number): Trace {
  const count = scene.bodies.length;
  const discs = new Float64Array(count * UNIFORM_LENGTH);
  const headings = scene.bodies.map(({ heading }) => heading);
  const legs: UniformLeg[][] = [];
  const trace: Trace = [];
  let now = 0;

  const begin = (id: number, leg: UniformLeg): void => {
    writeDisc(discs, id * UNIFORM_LENGTH, leg, scene.bodies[id]!.radius);
  };
  const goes = (id: number): boolean => discs[id * UNIFORM_LENGTH + VX] !== 0 || discs[id * UNIFORM_LENGTH + VY] !== 0;
  /** Stops a robot here and now, and gives it its next motion. */
  const renew = (id: number): void => {
    const at = id * UNIFORM_LENGTH;
    const seconds = now - discs[at + START]!;
    const x = discs[at + X]! + discs[at + VX]! * seconds;
    const y = discs[at + Y]! + discs[at + VY]! * seconds;
    headings[id] = legs[id]?.[0]?.kind === 'line' ? legs[id][0].heading : headings[id]!;
    legs[id] = scene.nextLegs(id, { x, y, heading: headings[id] }, now);
    begin(id, legs[id][0]!);
  };

  for (const { id, x, y, heading } of scene.bodies) {
    legs[id] = scene.nextLegs(id, { x, y, heading }, 0);
    begin(id, legs[id][0]!);
  }
  while (trace.length < events) {
    let first: Candidate | undefined;
    const consider = (candidate: Candidate): void => {
      if (candidate.time < Infinity && (first === undefined || precedes(candidate, first))) first = candidate;
    };
    for (let low = 0; low < count; low++) {
      consider({ time: legs[low]![0]!.end, rank: 2, low, high: low });
      for (let high = low + 1; high < count; high++) {
        const time = touchTime(discs, low * UNIFORM_LENGTH, high * UNIFORM_LENGTH);
        consider({ time: Math.max(time, now), rank: 1, low, high });
      }
      if (!goes(low)) continue;
      for (let wall = 0; wall < scene.walls.length / WALL_LENGTH; wall++) {
        const time = wallTime(discs, low * UNIFORM_LENGTH, scene.walls, wall * WALL_LENGTH);
        consider({ time: Math.max(time, now), rank: 1, low, high: low, wall });
      }
    }
    const { time, rank, low, high, wall } = first!;
    now = time;
    if (rank === 2) {
      const next = legs[low]!;
      headings[low] = next[1]?.heading ?? next[0]!.heading;
      next.shift();
      if (next.length > 0) begin(low, next[0]!);
      else {
        trace.push(`${now} ${low} arrives`);
        legs[low] = [];
        renew(low);
      }
    } else {
      const moving = wall === undefined ? [low, high].filter(goes) : [low];
      for (const id of moving) {
        trace.push(`${now} ${id} hits ${wall === undefined ? low + high - id : `wall ${wall}`}`);
        renew(id);
      }
    }
  }
  return trace;
}

function precedes(a: Candidate, b: Candidate): boolean {
  const order = a.time - b.time || a.rank - b.rank || a.low - b.low || a.high - b.high || (a.wall ?? 0) - (b.wall ?? 0);
  return order < 0;
}
