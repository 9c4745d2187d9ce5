/**
 * The engine: random movement (turn, go, stop on contact, at a tenth of the area) against the thesis's method, by
 * number of robots, and what a robot takes in memory; elastic discs against the project's yardstick and by number; both
 * against the prototype, where it is at hand.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Alternative, Comparison, DerivedFigure } from '@kineko/tools/bench/comparison';
import { yardstick } from '@kineko/tools/bench/yardstick';
import { hasPrototype, prototypeOfDiscs, prototypeOfRandomMovement } from './prototype.js';
import { bytesPerRobot, elasticDiscs, randomMovement } from './scenes.js';

/** User events, or collisions, that one call runs. */
const EVENTS = 2000;
/** In a larger crowd only some robots move, with either method: comparing all pairs for all of them would take minutes. */
const MAX_MOVING = 10_000;
const MOVING_AMONG_MORE = 1_000;

const DISCS = [100, 1_000, 10_000, 100_000, 1_000_000];
/** Speeds to aim for relative to the prototype, by number of discs. */
const DISCS_AIM: Readonly<Record<number, number>> = { 1_000: 1.25, 10_000: 1.25, 100_000: 1.5, 1_000_000: 1.7 };
/** Least speeds relative to the prototype, by number of robots. */
const MOVEMENT_MUST: Readonly<Record<number, number>> = { 1_000: 0.75, 10_000: 0.6 };

export const comparisons: Comparison[] = [
  ...[1_000, 10_000, 100_000].map(againstTheThesis),
  {
    name: 'random movement, user events by number of robots',
    n: 1_000_000,
    alternatives: [byRobots(100), byRobots(1_000), byRobots(10_000), byRobots(100_000), byRobots(1_000_000)],
    isScaling: true,
  },
  {
    name: 'memory of a robot in random movement, engine only',
    n: 1_000_000,
    unit: 'bytes',
    alternatives: [10_000, 100_000, 1_000_000].map((n) => ({
      name: robots(n),
      setUp: () => () => bytesPerRobot(n, memoryInUse),
      ...(n === 1_000_000 && {
        target: { figure: 'engine memory per robot', compares: 'at most', must: 300, aim: 200 },
      }),
    })) as unknown as [Alternative],
    isScaling: true,
  },
  ...[1_000, 10_000].map(againstTheYardstick),
  discsByNumber(),
  ...(hasPrototype ? [movementAgainstThePrototype()] : []),
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
  return { name: robots(n), setUp: () => randomMovement(n, EVENTS) };
}

/** To be at least 0.36 times as fast with 1,000 discs and 0.33 with 10,000: 0.8 of what the prototype was. */
function againstTheYardstick(n: number): Comparison {
  return {
    name: 'elastic discs, collisions',
    n,
    alternatives: [yardstick(), { name: 'engine', setUp: () => elasticDiscs(n, EVENTS) }],
  };
}

/** Elastic discs of all numbers in the same rounds, each beside the prototype. */
function discsByNumber(): Comparison {
  const engine = DISCS.map((n): Alternative => ({ name: `${number(n)} discs`, setUp: () => elasticDiscs(n, EVENTS) }));
  const compared = hasPrototype ? DISCS.filter((n) => n in DISCS_AIM) : [];
  const prototypes = compared.map((n) => ({ ...prototypeOfDiscs(n, EVENTS), name: `prototype, ${number(n)} discs` }));
  const speedAt = (rates: readonly number[], n: number): number =>
    rates[DISCS.indexOf(n)]! / rates[DISCS.length + compared.indexOf(n)]!;
  const speeds = compared.map((n): DerivedFigure => ({
    figure: 'elastic discs ÷ prototype',
    n,
    target: { compares: 'at least', must: 0.9, aim: DISCS_AIM[n]! },
    of: (rates) => speedAt(rates, n),
  }));
  const growths = compared
    .filter((n) => n >= 100_000)
    .map((n): DerivedFigure => ({
      figure: 'growth of the cost per event from 1,000 discs on ÷ that of the prototype',
      n,
      target: { compares: 'at most', must: 1, aim: 0.75 },
      of: (rates) => speedAt(rates, 1_000) / speedAt(rates, n),
    }));
  return {
    name: 'elastic discs, collisions by number of discs',
    n: 1_000_000,
    alternatives: [...engine, ...prototypes] as unknown as [Alternative],
    derived: [...speeds, ...growths],
    isScaling: true,
  };
}

function movementAgainstThePrototype(): Comparison {
  const sizes = Object.keys(MOVEMENT_MUST).map(Number);
  return {
    name: 'random movement, user events, against the prototype',
    n: 10_000,
    alternatives: sizes.flatMap((n) => [
      { ...prototypeOfRandomMovement(n, EVENTS), name: `prototype, ${robots(n)}` },
      { name: `engine, ${robots(n)}`, setUp: () => randomMovement(n, EVENTS) },
    ]) as unknown as [Alternative],
    derived: sizes.map((n, index) => ({
      figure: 'random movement ÷ prototype',
      n,
      target: { compares: 'at least', must: MOVEMENT_MUST[n]!, aim: 1 },
      of: (rates) => rates[2 * index + 1]! / rates[2 * index]!,
    })),
  };
}

function number(n: number): string {
  return n.toLocaleString('en');
}

function robots(n: number): string {
  return `${number(n)} robots`;
}

/** Bytes, garbage not counted. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
