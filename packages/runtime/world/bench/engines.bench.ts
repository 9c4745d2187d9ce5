/**
 * The fourth engine of a thread against the first: sweeps, checks and the playground run many engines in one thread, and V8
 * compiles the arrays of the first one into the code as constants.
 */
import type { Comparison, Work } from '@kineko/tools/bench/comparison';
import { elasticDiscs, randomMovement } from './scenes.js';

const ROBOTS = 1_000;
/** User events, or collisions, that one call runs. */
const EVENTS = 2_000;
const ENGINES = 4;
/** Calls in which the compiler optimizes an engine. */
const CALLS = 50;

export const comparisons: Comparison[] = [
  firstAgainstFourth('elastic discs', () => elasticDiscs(ROBOTS, EVENTS)),
  firstAgainstFourth('random movement', () => randomMovement(ROBOTS, EVENTS)),
];

function firstAgainstFourth(scene: string, makeEngine: () => Work): Comparison {
  const oneForAll = (): (() => Work) => {
    const only = makeEngine();
    return () => only;
  };
  return {
    name: `engines of a thread, ${scene}`,
    n: ROBOTS,
    alternatives: [
      { name: 'first engine', setUp: () => lastOf(oneForAll()) },
      {
        name: 'fourth engine',
        setUp: () => lastOf(makeEngine),
        target: { figure: `fourth engine of a thread ÷ first, ${scene}`, compares: 'speed', must: 0.9, aim: 1 },
      },
    ],
  };
}

/** Takes four engines one after the other, in the first call, which is part of the warm-up; the work of the last one is measured. */
function lastOf(nextEngine: () => Work): Work {
  let last: Promise<Work> | undefined;
  return async () => {
    last ??= runEngines(nextEngine);
    const work = await last;
    return work();
  };
}

async function runEngines(nextEngine: () => Work): Promise<Work> {
  let work = nextEngine();
  for (let engine = 1; engine < ENGINES; engine++, work = nextEngine()) {
    for (let call = 0; call < CALLS; call++) await work();
  }
  return work;
}
