/** A random world run by the engine, with a log of all callbacks. */
import type { Leg } from '@kineko/geometry';
import { Simulator } from '@kineko/kernel';
import { AnalyticDynamics } from '@kineko/world';
import type { AnalyticOptions } from '../src/dynamics/analytic.js';
import type { BodySpec, DynamicsListener } from '../src/dynamics/dynamics.js';
import { legsOf } from './motions.js';
import type { World } from './random-world.js';

/** The end of a robot's motion, for comparison. */
export interface Happening {
  readonly time: number;
  readonly body: number;
  readonly what: 'finishes' | 'meets' | 'bumps';
  /** The body that it meets, or the fixture that it bumps into. */
  readonly other: number;
}

export interface EngineRun {
  readonly dynamics: AnalyticDynamics;
  readonly simulator: Simulator;
}

/** An observer of a run. */
export interface Onlooker extends DynamicsListener {
  /** A robot is about to be given these legs. */
  onCommand?(id: number, legs: readonly Leg[]): void;
}

/** Robots that are given their next motion as soon as the last one is over. */
export function startEngine(
  world: World,
  options: AnalyticOptions = {},
  listener: Onlooker = {},
  order: readonly BodySpec[] = world.bodies,
): EngineRun {
  const go = (id: number, now: number): void => {
    const legs = legsOf(world.draw(id), dynamics.poseOf(id, now), now);
    listener.onCommand?.(id, legs);
    dynamics.command(id, legs, now);
  };
  const dynamics = new AnalyticDynamics(
    order,
    { walls: world.walls, discs: world.discs, ...options },
    {
      ...listener,
      onDone: (id, end, now) => {
        listener.onDone?.(id, end, now);
        go(id, now);
      },
    },
  );
  // In the order of ids, whatever that of listing: it is the order in which the commands are given.
  for (const { id } of [...order].sort((a, b) => a.id - b.id)) go(id, 0);
  const simulator = new Simulator();
  simulator.attach(dynamics);
  return { dynamics, simulator };
}

/** Collects the ends of motions. */
export function happeningsInto(triggers: Happening[]): DynamicsListener {
  return {
    onDone: (body, end, time) => {
      if (end.status === 'finished') triggers.push({ time, body, what: 'finishes', other: -1 });
      else if ('fixture' in end) triggers.push({ time, body, what: 'bumps', other: end.fixture });
      else triggers.push({ time, body, what: 'meets', other: end.body });
    },
  };
}
