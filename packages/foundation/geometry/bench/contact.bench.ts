import { touchTime, UNIFORM_LENGTH } from '../src/contact/solvers/uniform-discs.js';
import { WALL_LENGTH, wallTime } from '../src/contact/solvers/uniform-wall.js';
import type { Comparison, Target, Work } from '@kineko/tools/bench/comparison';

/** Few enough to stay in the cache, enough that no branch can be learned by heart. */
const COUNT = 4096;

/** Every loop stores its sum here, so that the compiler cannot remove its work. */
const sink = new Float64Array(1);

/** Robust path included. */
const TARGET: Target = { compares: 'cost', must: 2, aim: 1.5 };

/** How a disc stands in the array: x, y, vx, vy, start, radius. */
const [X, Y, VX, VY, START, RADIUS] = [0, 1, 2, 3, 4, 5];

export const comparisons: Comparison[] = [
  {
    name: 'contact of two discs, 4 in 100 meet',
    n: COUNT,
    alternatives: [
      { name: 'textbook quadratic', setUp: () => onPairs(randomPairs(0.01), textbookLoop) },
      { name: 'touchTime', setUp: () => onPairs(randomPairs(0.01), touchTimeLoop), target: TARGET },
    ],
  },
  {
    name: 'contact of two discs, 25 in 100 meet',
    n: COUNT,
    alternatives: [
      { name: 'textbook quadratic', setUp: () => onPairs(randomPairs(0.23), textbookLoop) },
      { name: 'touchTime', setUp: () => onPairs(randomPairs(0.23), touchTimeLoop), target: TARGET },
    ],
  },
  {
    name: 'contact of a disc and a wall, 19 in 100 meet',
    n: COUNT,
    alternatives: [
      { name: 'textbook, face and two ends', setUp: () => onWalls(randomPairs(0), randomWalls(), textbookWallLoop) },
      { name: 'wallTime', setUp: () => onWalls(randomPairs(0), randomWalls(), wallTimeLoop), target: TARGET },
    ],
  },
];

function onPairs(discs: Float64Array, loop: (discs: Float64Array) => number): Work {
  return () => loop(discs);
}

function onWalls(
  discs: Float64Array,
  walls: Float64Array,
  loop: (discs: Float64Array, walls: Float64Array) => number,
): Work {
  return () => loop(discs, walls);
}

// One loop for each function: a loop that is given the function as a value could not inline it.

function textbookLoop(discs: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < COUNT; i++) {
    const a = 2 * i * UNIFORM_LENGTH;
    const time = textbookTime(discs, a, a + UNIFORM_LENGTH);
    if (time < Infinity) sum += time;
  }
  sink[0] = sum;
  return COUNT;
}

function touchTimeLoop(discs: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < COUNT; i++) {
    const a = 2 * i * UNIFORM_LENGTH;
    const time = touchTime(discs, a, a + UNIFORM_LENGTH);
    if (time < Infinity) sum += time;
  }
  sink[0] = sum;
  return COUNT;
}

function textbookWallLoop(discs: Float64Array, walls: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < COUNT; i++) {
    const time = textbookWallTime(discs, 2 * i * UNIFORM_LENGTH, walls, i * WALL_LENGTH);
    if (time < Infinity) sum += time;
  }
  sink[0] = sum;
  return COUNT;
}

function wallTimeLoop(discs: Float64Array, walls: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < COUNT; i++) {
    const time = wallTime(discs, 2 * i * UNIFORM_LENGTH, walls, i * WALL_LENGTH);
    if (time < Infinity) sum += time;
  }
  sink[0] = sum;
  return COUNT;
}

/** As in any book, but for the different starts: at² + 2bt + c = 0, the lesser root. */
function textbookTime(discs: Float64Array, a: number, b: number): number {
  const start = Math.max(discs[a + START]!, discs[b + START]!);
  const agone = start - discs[a + START]!;
  const bgone = start - discs[b + START]!;
  const x = discs[b + X]! + discs[b + VX]! * bgone - (discs[a + X]! + discs[a + VX]! * agone);
  const y = discs[b + Y]! + discs[b + VY]! * bgone - (discs[a + Y]! + discs[a + VY]! * agone);
  const vx = discs[b + VX]! - discs[a + VX]!;
  const vy = discs[b + VY]! - discs[a + VY]!;
  const sum = discs[a + RADIUS]! + discs[b + RADIUS]!;
  const qa = vx * vx + vy * vy;
  const qb = x * vx + y * vy;
  const qc = x * x + y * y - sum * sum;
  const discriminant = qb * qb - qa * qc;
  if (discriminant < 0 || qa === 0) return Infinity;
  const time = (-qb - Math.sqrt(discriminant)) / qa;
  return time >= 0 ? start + time : Infinity;
}

/** Enters the strip over the face, or else the first of the two circles around the ends. */
function textbookWallTime(discs: Float64Array, disc: number, walls: Float64Array, wall: number): number {
  const ax = walls[wall]!;
  const ay = walls[wall + 1]!;
  const ex = walls[wall + 2]! - ax;
  const ey = walls[wall + 3]! - ay;
  const length = Math.sqrt(ex * ex + ey * ey);
  const ux = ex / length;
  const uy = ey / length;
  const x = discs[disc + X]! - ax;
  const y = discs[disc + Y]! - ay;
  const vx = discs[disc + VX]!;
  const vy = discs[disc + VY]!;
  const radius = discs[disc + RADIUS]!;
  const start = discs[disc + START]!;
  const height = ux * y - uy * x;
  const climb = ux * vy - uy * vx;
  const wait = height > 0 ? (radius - height) / climb : (-radius - height) / climb;
  if (wait >= 0) {
    const foot = ux * (x + vx * wait) + uy * (y + vy * wait);
    if (foot >= 0 && foot <= length) return start + wait;
  }
  const first = textbookCapSeconds(x, y, vx, vy, radius);
  const second = textbookCapSeconds(x - ex, y - ey, vx, vy, radius);
  return start + Math.min(first, second);
}

function textbookCapSeconds(x: number, y: number, vx: number, vy: number, radius: number): number {
  const qa = vx * vx + vy * vy;
  const qb = x * vx + y * vy;
  const discriminant = qb * qb - qa * (x * x + y * y - radius * radius);
  if (discriminant < 0 || qa === 0) return Infinity;
  const time = (-qb - Math.sqrt(discriminant)) / qa;
  return time >= 0 ? time : Infinity;
}

/** Pairs of discs in a square of 60 m, each with a start and a velocity of its own; a share of them aimed at each other. */
function randomPairs(aimed: number): Float64Array {
  const next = sequence();
  const discs = new Float64Array(2 * COUNT * UNIFORM_LENGTH);
  for (let disc = 0; disc < discs.length; disc += UNIFORM_LENGTH) {
    discs[disc + X] = 60 * (next() - 0.5);
    discs[disc + Y] = 60 * (next() - 0.5);
    discs[disc + VX] = 20 * (next() - 0.5);
    discs[disc + VY] = 20 * (next() - 0.5);
    discs[disc + START] = 100 + next();
    discs[disc + RADIUS] = 0.5 + next();
  }
  for (let a = 0; a < discs.length; a += 2 * UNIFORM_LENGTH) {
    if (next() >= aimed) continue;
    const b = a + UNIFORM_LENGTH;
    const seconds = 1 + 5 * next();
    discs[b + START] = discs[a + START]!;
    discs[b + VX] = discs[a + VX]! + (discs[a + X]! - discs[b + X]! + next()) / seconds;
    discs[b + VY] = discs[a + VY]! + (discs[a + Y]! - discs[b + Y]! + next()) / seconds;
  }
  return discs;
}

function randomWalls(): Float64Array {
  // Not the sequence of the discs, whose first one would lie exactly on the end of the first wall.
  const next = sequence(4);
  const walls = new Float64Array(COUNT * WALL_LENGTH).fill(NaN);
  for (let wall = 0; wall < walls.length; wall += WALL_LENGTH) {
    for (let part = 0; part < 4; part++) walls[wall + part] = 60 * (next() - 0.5);
  }
  return walls;
}

/** Numbers from 0 to 1 in no order a processor could foresee: a linear congruential sequence. */
function sequence(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
