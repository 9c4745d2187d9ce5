/**
 * The engine: random movement (turn, go, stop on contact, at a tenth of the area) against the thesis's method, by
 * number of robots, and what a robot takes in memory; elastic discs against the project's yardstick; both against the
 * prototype, where it is at hand.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';
import { yardstick } from '@kineko/tools/bench/yardstick';
import { hasPrototype, prototypeOfDiscs, prototypeOfRandomMovement } from './prototype.js';
import { bytesPerRobot, elasticDiscs, randomMovement } from './scenes.js';

/** User events, or collisions, that one call runs. */
const EVENTS = 2000;
/** In a larger crowd only some robots move, with either method: comparing all pairs for all of them would take minutes. */
const MAX_MOVING = 10_000;
const MOVING_AMONG_MORE = 1_000;

export const comparisons: Comparison[] = [
  ...[1_000, 10_000, 100_000].map(againstTheThesis),
  {
    name: 'random movement, user events by number of robots',
    n: 1_000_000,
    alternatives: [byRobots(1_000), byRobots(100), byRobots(10_000), byRobots(100_000), byRobots(1_000_000)],
  },
  {
    name: 'memory of a robot in random movement, engine only',
    n: 1_000_000,
    unit: 'bytes',
    alternatives: [1_000_000, 10_000].map((n) => ({
      name: `${n} robots`,
      setUp: () => () => bytesPerRobot(n, memoryInUse),
    })) as [Alternative, Alternative],
  },
  ...[1_000, 10_000].map(againstTheYardstick),
  ...(hasPrototype ? [1_000, 10_000, 100_000, 1_000_000].map(discsAgainstThePrototype) : []),
  ...(hasPrototype ? [1_000, 10_000].map(movementAgainstThePrototype) : []),
];

function againstTheThesis(n: number): Comparison {
  // As little work per call as fills a measurement: the cost of comparing all pairs grows with the number of robots.
  const eventsOfAll = Math.max(20, 2_000_000 / n);
  const moving = n > MAX_MOVING ? MOVING_AMONG_MORE : n;
  // Cells so wide that all robots are in one.
  const allPairs = { cellsPerSpacing: 1e6, moving };
  return {
    name: 'random movement in the engine',
    n,
    alternatives: [
      { name: 'all pairs', setUp: () => randomMovement(n, eventsOfAll, allPairs) },
      { name: 'neighbours only', setUp: () => randomMovement(n, EVENTS, { moving }) },
    ],
  };
}

function byRobots(n: number): Alternative {
  return { name: `${n} robots`, setUp: () => randomMovement(n, EVENTS) };
}

/** To be at least 0.36 times as fast with 1,000 discs and 0.33 with 10,000: 0.8 of what the prototype was. */
function againstTheYardstick(n: number): Comparison {
  return {
    name: 'elastic discs, collisions',
    n,
    alternatives: [yardstick(), { name: 'engine', setUp: () => elasticDiscs(n, EVENTS) }],
  };
}

/** To be at least 0.9 times as fast at any size. */
function discsAgainstThePrototype(n: number): Comparison {
  return {
    name: 'elastic discs, collisions, against the prototype',
    n,
    alternatives: [prototypeOfDiscs(n, EVENTS), { name: 'engine', setUp: () => elasticDiscs(n, EVENTS) }],
  };
}

/** To be at least 0.75 times as fast with 1,000 robots and 0.6 with 10,000. */
function movementAgainstThePrototype(n: number): Comparison {
  return {
    name: 'random movement, user events, against the prototype',
    n,
    alternatives: [prototypeOfRandomMovement(n, EVENTS), { name: 'engine', setUp: () => randomMovement(n, EVENTS) }],
  };
}

/** Bytes, garbage not counted. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
