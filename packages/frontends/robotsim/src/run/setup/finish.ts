/** Finish conditions of a run. */
import { smallestEnclosingCircle } from '@kineko/geometry';
import { EventClass, type Simulator } from '@kineko/kernel';
import type { World } from '@kineko/world';
import { Catalog } from './catalog.js';
import { isPlainFunction, type Wanted } from './classes.js';

/** The state of a run, for finish conditions and metrics. */
export interface RunView {
  /** Simulated seconds. */
  readonly clock: number;
  /** Number of processes, and of robots. */
  readonly n: number;
  /** Contacts that ended at least one motion, counted once per pair from touch to release. */
  readonly collisions: number;
  /** Number of times that a robot was held back because its motions kept ending in contact. */
  readonly delays: number;
  /** Number of delivered copies of messages. */
  readonly delivered: number;
  /** Number of algorithms that are finished. */
  readonly finished: number;
  /** Undefined if processes have no bodies. */
  readonly world: World | undefined;
}

export interface Goal {
  /** Human-readable description. */
  readonly text: string;
  readonly isReached: (run: RunView) => boolean;
}

export function gathered(metres: number): Goal {
  return {
    text: `all robots within a circle of radius ${metres} m`,
    isReached: ({ world }) => {
      if (world === undefined) return false;
      const circle = smallestEnclosingCircle(world.robots.map((robot) => world.poseOf(robot)));
      return circle.radius <= metres;
    },
  };
}

export function collided(count: number): Goal {
  return { text: `${count} collisions`, isReached: ({ collisions }) => collisions >= count };
}

export function messaged(count: number): Goal {
  return { text: `${count} messages delivered`, isReached: ({ delivered }) => delivered >= count };
}

export function finishedRobots(which: 'all' | 'any'): Goal {
  return {
    text: `${which === 'all' ? 'all algorithms' : 'an algorithm'} finished`,
    isReached: ({ finished, n }) => finished >= (which === 'all' ? n : 1),
  };
}

/** Checks goals at an interval, as long as other events are pending, and calls back when one is reached. */
export function watchGoals(
  simulator: Simulator,
  goals: readonly Goal[],
  interval: number,
  view: () => RunView,
  onReached: (goal: Goal) => void,
): void {
  const look = {
    class: EventClass.Observer,
    low: 0,
    high: 0,
    run: () => {
      const reached = goals.find(({ isReached }) => isReached(view()));
      if (reached !== undefined) onReached(reached);
      else if (simulator.nextTime < Infinity) simulator.schedule(simulator.now + interval, look);
    },
    describe: () => 'check of the goals',
  };
  if (goals.length > 0) simulator.schedule(simulator.now, look);
}

/** Finish conditions of authors. */
export const GOAL_WANTED: Wanted<Goal> = {
  what: 'a finish condition',
  explained: 'a function of the state of the run that returns whether its goal is reached',
  catalog: new Catalog<Goal>('finish condition', []),
  take: (exported) => {
    if (!isPlainFunction(exported)) return undefined;
    const isReached = exported as (run: RunView) => unknown;
    return { text: exported.name, isReached: (run) => isReached(run) === true };
  },
};
