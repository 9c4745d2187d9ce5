import type { Leg, Pose } from '@kineko/geometry';
import type { RecordTaker } from '@kineko/formats/trace';
import { checkLegs, LegsError } from '../dynamics/checked-legs.js';
import type { Dynamics, MotionEnd } from '../dynamics/dynamics.js';
import {
  type AnyMotionModule,
  MotionError,
  type MotionModule,
  MotionPlan,
  type MotionRequest,
  type Phase,
} from '../motion/motion-module.js';
import { MotionRecords } from '../records/motion-records.js';
import type { Party } from '../surroundings.js';

/** How a motion ended, where and when. */
export interface MotionOutcome {
  readonly status: 'finished' | 'collided' | 'interrupted' | 'stopped';
  /** Simulated seconds. */
  readonly at: number;
  readonly pose: Pose;
  /** Whom it collided with. */
  readonly with?: Party;
  /** What interrupted it: the name of a sensor, or `request` for another motion in its place. */
  readonly by?: string;
}

/** A motion that was begun. */
export interface MotionTask {
  readonly robot: number;
  /** Counts the motions of a robot, from 1. */
  readonly number: number;
  readonly plan: MotionPlan;
  /** Undefined while it is under way. */
  readonly outcome: MotionOutcome | undefined;
}

export interface MotionManagerOptions {
  readonly simulator: { readonly now: number };
  readonly dynamics: Dynamics;
  /** Which obstacle a fixture of the dynamics is a part of. */
  readonly obstacleOf: (fixture: number) => number;
  /** Where records go; without it none are made. */
  readonly emit?: RecordTaker | undefined;
}

/** So many motions of a robot may end at the instant they began, one after the other, before it is put to sleep. */
const MOST_AT_ONE_INSTANT = 64;
/** So often others may make a robot that fell asleep try again at the same instant: two that are stuck would go on for ever. */
const MOST_STIRS = 256;

/**
 * Takes motion requests and brings about what they ask for: has a module plan them, gives the legs to the dynamics, and
 * tells how each motion ended. A new request takes the place of the running one at once, exactly where the robot is.
 *
 * A robot that answers a contact by the same motion at the same instant would do so for ever. When its motions have
 * taken no time 64 times in a row it sleeps: it is not told of the last one's end until something else touches it, moves
 * away from it, or wakes it. Two that are stuck and begin to move away from each other, again and again at one instant,
 * sleep too in the end.
 */
export class MotionManager {
  private readonly modules = new Map<string, MotionModule>();
  private readonly motions = new Map<number, Motion>();
  /** Robots whose motion is about to be replaced, while its end is told. */
  private readonly changing = new Set<number>();
  private readonly records: MotionRecords | undefined;

  constructor(
    private readonly options: MotionManagerOptions,
    modules: readonly AnyMotionModule[] = [],
  ) {
    this.records = options.emit && new MotionRecords(options.emit);
    for (const module of modules) this.register(module);
  }

  /** Adds a way to move. */
  register(module: AnyMotionModule): void {
    if (this.modules.has(module.kind)) throw new MotionError(`there is a motion module '${module.kind}' already`);
    this.modules.set(module.kind, module);
  }

  /**
   * Begins a motion now; `onEnd` is called once, when it is over, with the robot, so that one can serve all robots. It may
   * begin the next one, unless the motion was interrupted by `request`: then the next one is there already.
   */
  request<R extends MotionRequest>(
    robot: number,
    request: R,
    onEnd: (outcome: MotionOutcome, robot: number) => void = ignore,
  ): MotionTask {
    const { simulator, dynamics } = this.options;
    const module = this.modules.get(request.kind);
    if (module === undefined) throw this.unknownKind(robot, request.kind);
    if (this.changing.has(robot)) throw outOfPlace(robot, request.kind);
    const { now } = simulator;
    const phases = this.plan(module, robot, request, now);
    this.makeWay(robot);
    const before = this.motions.get(robot);
    const number = (before?.number ?? 0) + 1;
    const motion = new Motion(robot, number, request.kind, phases, now, onEnd, before);
    this.motions.set(robot, motion);
    if (this.records !== undefined) {
      motion.names = this.records.namesOf(phases);
      this.records.requested(motion, request, now);
      this.records.started(motion, phases[0]!.leg, now);
    }
    dynamics.command(robot, motion.legs, now);
    return motion;
  }

  /** Ends a robot's motion where it is: `stopped`. */
  stop(robot: number): void {
    this.halt(robot, 'stopped');
  }

  /** Ends a robot's motion, if there is one, where it is: `interrupted`. */
  interrupt(robot: number, by: string): void {
    this.halt(robot, 'interrupted', by);
  }

  /** The motion that a robot is on, or was on last. */
  taskOf(robot: number): MotionTask | undefined {
    return this.motions.get(robot);
  }

  /** Whether there is a module of that kind. */
  knows(kind: string): boolean {
    return this.modules.has(kind);
  }

  isUnderWay(robot: number): boolean {
    return this.underWay(robot) !== undefined;
  }

  /** Something touched a robot, or moved away from it. Where it fell asleep at this very instant, it tries once more. */
  stir(robot: number): void {
    const motion = this.motions.get(robot);
    if (motion === undefined || !motion.isAsleep) return;
    if (motion.begun !== this.options.simulator.now) return this.wake(robot);
    if (motion.stirs >= MOST_STIRS) return;
    motion.stirs++;
    motion.isAsleep = false;
    motion.endsAtOnce = MOST_AT_ONE_INSTANT - 1;
    motion.onEnd(motion.outcome!, robot);
  }

  /** Something happened to a robot: if it sleeps, it goes on. */
  wake(robot: number): void {
    const motion = this.motions.get(robot);
    if (motion === undefined || !motion.isAsleep) return;
    motion.isAsleep = false;
    motion.endsAtOnce = 0;
    motion.onEnd(motion.outcome!, robot);
  }

  // What the dynamics tells.

  nextLegBegan(robot: number, now: number): void {
    const motion = this.motions.get(robot)!;
    const { dynamics } = this.options;
    this.records?.finished(motion, dynamics.poseOf(robot, now), now);
    motion.phase++;
    this.records?.started(motion, dynamics.lentLegOf(robot), now);
  }

  done(robot: number, end: MotionEnd, now: number): void {
    const motion = this.motions.get(robot);
    if (motion === undefined || motion.outcome !== undefined) return;
    const pose = this.options.dynamics.poseOf(robot, now);
    if (end.status === 'finished') this.records?.finished(motion, pose, now);
    this.conclude(motion, { status: end.status, at: now, pose, ...this.partyOf(end) });
  }

  private underWay(robot: number): Motion | undefined {
    const motion = this.motions.get(robot);
    return motion?.outcome === undefined ? motion : undefined;
  }

  /** Ends what a robot does, for another motion to take its place. */
  private makeWay(robot: number): void {
    // Who is woken may begin a motion, which then makes way too.
    this.wake(robot);
    const motion = this.underWay(robot);
    if (motion === undefined) return;
    this.changing.add(robot);
    try {
      this.end(motion, 'interrupted', 'request');
    } finally {
      this.changing.delete(robot);
    }
  }

  private halt(robot: number, status: 'stopped' | 'interrupted', by?: string): void {
    this.wake(robot);
    const motion = this.underWay(robot);
    if (motion === undefined) return;
    this.options.dynamics.halt(robot, this.options.simulator.now);
    this.end(motion, status, by);
  }

  private end(motion: Motion, status: MotionOutcome['status'], by?: string): void {
    const { now } = this.options.simulator;
    const pose = this.options.dynamics.poseOf(motion.robot, now);
    this.conclude(motion, { status, at: now, pose, ...(by !== undefined && { by }) });
  }

  private conclude(motion: Motion, outcome: MotionOutcome): void {
    const { at } = outcome;
    motion.outcome = outcome;
    this.records?.ended(motion, outcome);
    // Who gives another order himself does not go round in a circle.
    const isIdle = motion.begun === at && outcome.by !== 'request';
    motion.endsAtOnce = isIdle ? motion.endsAtOnce + 1 : 0;
    if (motion.endsAtOnce >= MOST_AT_ONE_INSTANT) this.putToSleep(motion, at);
    else motion.onEnd(outcome, motion.robot);
  }

  private putToSleep(motion: Motion, now: number): void {
    const { robot, endsAtOnce } = motion;
    motion.isAsleep = true;
    // Said once an instant.
    if (motion.stirs > 0) return;
    this.records?.warned(
      robot,
      `robot ${robot} has begun and ended ${endsAtOnce} motions at t = ${now}, the last one ${describeEnd(motion.outcome!)}: ` +
        'it sleeps until something touches it, moves away from it or sends it a message',
      now,
    );
  }

  private plan(module: MotionModule, robot: number, request: MotionRequest, now: number): readonly Phase[] {
    try {
      const pose = this.options.dynamics.poseOf(robot, now);
      const { x, y, heading } = pose;
      const degrees = this.options.dynamics.headingOf(robot, now);
      const phases = module.plan(request, { x, y, heading, degrees }, now);
      if (phases.length === 0) throw new MotionError('its module has planned no phase: there must be one at least');
      // Before the running motion is ended for one that cannot begin.
      checkLegs(robot, legsOf(phases), pose.x, pose.y, now);
      return phases;
    } catch (error) {
      if (!(error instanceof MotionError || error instanceof LegsError)) throw error;
      throw new MotionError(`robot ${robot}, motion '${request.kind}' at t = ${now}: ${error.message}`, {
        cause: error,
      });
    }
  }

  private partyOf(end: MotionEnd): { with?: Party } {
    if (end.status === 'finished') return {};
    if ('body' in end) return { with: { kind: 'robot', id: end.body } };
    return { with: { kind: 'obstacle', id: this.options.obstacleOf(end.fixture) } };
  }

  private unknownKind(robot: number, kind: string): MotionError {
    const known = [...this.modules.keys()].map((name) => `'${name}'`).join(', ');
    return new MotionError(`robot ${robot} was asked for a motion '${kind}': there is no such module, only ${known}`);
  }
}

function outOfPlace(robot: number, kind: string): MotionError {
  return new MotionError(
    `robot ${robot} was asked for a motion '${kind}' by the end of one that is being replaced: where 'by' is 'request', ` +
      'the next motion is there already',
  );
}

function describeEnd({ status, with: party }: MotionOutcome): string {
  return party === undefined ? status : `${status} with ${party.kind} ${party.id}`;
}

const ignore = (): void => {};

function legsOf(phases: readonly Phase[]): Leg[] {
  return phases.map(({ leg }) => leg);
}

const NO_NAMES: readonly string[] = [];

class Motion implements MotionTask {
  outcome: MotionOutcome | undefined = undefined;
  /** Number of the phase that is under way. */
  phase = 0;
  /** Of the phases, if they go on record. */
  names = NO_NAMES;
  isAsleep = false;
  /** How many motions in a row, this one included, ended at the very instant at which they, and it, began. */
  endsAtOnce: number;
  /** How often others have made it try again at the instant at which it fell asleep. */
  stirs: number;
  #plan: MotionPlan | undefined;

  constructor(
    readonly robot: number,
    readonly number: number,
    readonly kind: string,
    readonly phases: readonly Phase[],
    readonly begun: number,
    readonly onEnd: (outcome: MotionOutcome, robot: number) => void,
    before: Motion | undefined,
  ) {
    const isAtOnce = before !== undefined && before.begun === begun;
    this.endsAtOnce = isAtOnce ? before.endsAtOnce : 0;
    this.stirs = isAtOnce ? before.stirs : 0;
  }

  get plan(): MotionPlan {
    return (this.#plan ??= new MotionPlan(this.phases));
  }

  get legs(): readonly Leg[] {
    return legsOf(this.phases);
  }
}
