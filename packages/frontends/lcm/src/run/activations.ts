/** Sources of activations: a random scheduler, or an activation schedule. */
import type { RandomStream } from '@kineko/kernel';
import { type ActivationSchedule, describeStep, type ScheduleStep } from '../format/activation-schedule.js';
import { isDeciding, LCM_EVENTS, type LcmEvent } from '../format/schedulers.js';
import type { LcmModel } from './model.js';

/** One step: some robots take some events of their cycles, all Looks first. */
export interface Activation {
  readonly robots: readonly number[];
  /** In the order of a cycle; empty if a moving robot only moves further. */
  readonly events: readonly LcmEvent[];
  /** Share of its segment that a robot reaches, from the length of the segment and the share done; default: all of it. */
  readonly share?: (distance: number, done: number) => number;
  /** Colour that the Looks of the step read of lights that are being written. */
  readonly read?: string | undefined;
  /** The step of an activation schedule, for messages. */
  readonly text?: string;
}

/** The state of the robots, as a scheduler sees it. */
export interface CycleView {
  /** Robots that are not crashed. */
  readonly alive: readonly number[];
  /** Index of the next event of a robot in its cycle. */
  next(robot: number): number;
  /** Length of the pending move of a robot, and the share of it that is done. */
  pending(robot: number): { readonly distance: number; readonly done: number };
}

/** Returns the next step; undefined at the end. */
export type Activations = (view: CycleView) => Activation | undefined;

/** Probability that a robot that could end its move is seen on the way first, or stopped if moves are not rigid. */
const PAUSE = 0.5;

/** Random activations under a scheduler and its fairness. */
export function randomActivations(model: LcmModel, random: RandomStream): Activations {
  const { scheduler, fairness, activation, phases, isRigid, delta } = model;
  const [first] = scheduler.steps;
  const isRound = scheduler.steps.length === 1;
  /** Number of consecutive steps of the last robot. */
  let last = { robot: -1, steps: 0 };
  /** Number of cycles that others began during the present cycle of a robot. */
  const begun = new Map<number, Map<number, number>>();
  /** Number of Looks of others during the present decision of a robot. */
  const foreignLooks = new Map<number, number>();
  const { maxForeignLooks = Infinity } = scheduler;
  let turn = -1;

  /** Whether the scheduler allows the next event of a robot, whatever the fairness. */
  const isAllowed = (robot: number, view: CycleView): boolean => {
    const isFull = (other: number): boolean =>
      other !== robot && isDeciding(view.next(other)) && foreignLooks.get(other)! >= maxForeignLooks;
    return view.next(robot) > 0 || !view.alive.some(isFull);
  };
  const mayAct = (robot: number, view: CycleView): boolean => {
    if (!isAllowed(robot, view)) return false;
    if (fairness.kind === 'k') {
      // A robot does not wait for robots that cannot act, such as crashed ones.
      const hasOther = view.alive.some((other) => other !== robot && isAllowed(other, view));
      return !(hasOther && last.robot === robot && last.steps >= fairness.limit);
    }
    if (fairness.kind === 'weak' || view.next(robot) > 0) return true;
    return view.alive.every((other) => {
      return other === robot || view.next(other) === 0 || (begun.get(other)?.get(robot) ?? 0) < fairness.limit;
    });
  };
  const note = (robots: readonly number[], view: CycleView): void => {
    const [robot = -1] = robots;
    last = robots.length === 1 ? { robot, steps: last.robot === robot ? last.steps + 1 : 1 } : { robot: -1, steps: 0 };
    for (const starting of robots.filter((each) => view.next(each) === 0)) {
      begun.set(starting, new Map());
      foreignLooks.set(starting, 0);
      for (const other of view.alive) {
        if (isDeciding(view.next(other))) foreignLooks.set(other, foreignLooks.get(other)! + 1);
      }
      for (const counts of begun.values()) counts.set(starting, (counts.get(starting) ?? 0) + 1);
    }
  };
  /** Robots that join a step that several may share. */
  const joined = (robots: readonly number[]): number[] => robots.filter(() => random.uniform() < activation);
  const oneOf = (robots: readonly number[], weights: readonly number[]): number => {
    let left = random.uniform(
      0,
      weights.reduce((sum, weight) => sum + weight, 0),
    );
    return robots.find((_, index) => (left -= weights[index]!) < 0) ?? robots.at(-1)!;
  };
  /** Exponential lengths of phases: the next event belongs to a robot with a probability proportional to its rate. */
  const rateOf = (next: number): number => 1 / phases[next === 0 ? 0 : next === LCM_EVENTS.length - 1 ? 2 : 1];
  const stop = (distance: number, done: number): number => {
    const least = distance > delta ? delta / distance : 1;
    return isRigid || random.uniform() >= PAUSE ? 1 : random.uniform(Math.max(least, done), 1);
  };

  return (view) => {
    const able = view.alive.filter((robot) => mayAct(robot, view));
    if (able.length === 0) return undefined;
    const act = (robots: readonly number[], events: readonly LcmEvent[]): Activation => {
      note(robots, view);
      return { robots, events, share: stop };
    };
    if (scheduler.isInTurn === true) {
      turn = able.find((robot) => robot > turn) ?? able[0]!;
      return act([turn], first!);
    }
    if (scheduler.joint === 'all') return act(able, first!);
    if (isRound && scheduler.joint === 'any') {
      const chosen = joined(able);
      return act(chosen.length > 0 ? chosen : [able[random.integer(0, able.length - 1)]!], first!);
    }
    const robot = oneOf(
      able,
      able.map((each) => rateOf(view.next(each))),
    );
    const next = view.next(robot);
    if (next === 0 && scheduler.joint === 'any') {
      const waiting = able.filter((each) => each !== robot && view.next(each) === 0);
      return act(
        [robot, ...joined(waiting)].sort((a, b) => a - b),
        first!,
      );
    }
    const events = scheduler.steps.find(([start]) => start === LCM_EVENTS[next])!;
    if (events[0] === 'ME' && random.uniform() < PAUSE) {
      const { distance, done } = view.pending(robot);
      if (distance > 0 && done < 1) {
        note([robot], view);
        const share = random.uniform(done, 1);
        return { robots: [robot], events: [], share: () => share };
      }
    }
    return act([robot], events);
  };
}

/** The steps of an activation schedule: its prefix, then its loop forever. */
export function scheduledActivations({ scheduler, prefix, loop, reads }: ActivationSchedule): Activations {
  let step = 0;
  return () => {
    const index =
      step < prefix.length || loop.length === 0 ? step : prefix.length + ((step - prefix.length) % loop.length);
    const next = index < prefix.length ? prefix[index] : loop[index - prefix.length];
    step++;
    if (next === undefined) return undefined;
    return {
      ...activationOf(next, scheduler.steps[0]!),
      read: reads.get(index),
      text: `step ${step - 1} (${describeStep(next)})`,
    };
  };
}

function activationOf(step: ScheduleStep, joint: readonly LcmEvent[]): Activation {
  switch (step.kind) {
    case 'joint':
      return { robots: step.robots, events: joint };
    case 'go':
      return { robots: [step.robot], events: [], share: () => valueOf(step.share) };
    case 'event': {
      const { robot, event, share } = step;
      return { robots: [robot], events: [event], ...(share !== undefined && { share: () => valueOf(share) }) };
    }
  }
}

/** The value of `0.4` or `1/3`. */
export function valueOf(text: string): number {
  const [numerator, denominator = '1'] = text.split('/');
  return Number(numerator) / Number(denominator);
}
