import { type Leg, type Pose, restLeg } from '@kineko/geometry';
import type { RecordHandler } from '@kineko/formats/trace';
import { type Agenda, EventClass, type Handle } from '@kineko/kernel';
import { checkLegs, LegsError } from '../dynamics/checks.js';
import type { Dynamics, MotionEnd } from '../dynamics/dynamics.js';
import {
  type AnyMotionModule,
  MotionError,
  type MotionModule,
  type ExactOutcome,
  type MotionRequest,
  type Phase,
  type PlannedEvent,
  plannedEvents,
  type ExactPose,
} from '../motion/motion-module.js';
import { MotionRecords } from '../records/motion-records.js';
import type { Party } from '../world-view.js';
import { Backoff, isShort } from './backoff.js';
import { DelayNotes } from './delay-notes.js';

/** A motion that was begun. */
export interface MotionTask {
  readonly robot: number;
  /** Number of the motion among those of its robot, from 1. */
  readonly number: number;
  readonly phases: readonly Phase[];
  /** The planned events of the motion. */
  readonly events: readonly PlannedEvent[];
  /** Undefined while it is under way. */
  readonly outcome: ExactOutcome | undefined;
}

export interface MotionManagerOptions {
  readonly simulator: Agenda;
  readonly dynamics: Dynamics;
  /** Radius of a robot's body (m). */
  readonly radiusOf: (robot: number) => number;
  /** The obstacle that a fixture of the dynamics belongs to. */
  readonly obstacleOf: (fixture: number) => number;
  /** Called when a motion ended in contact. */
  readonly onCollided: (robot: number, partner: Party, now: number) => void;
  /** Takes the records; without it, none are created. */
  readonly emit?: RecordHandler | undefined;
}

/**
 * Carries out motion requests: a module plans them, the dynamics follows the legs, and a callback reports how each motion
 * ended. A new request replaces the running motion at once, exactly where the robot is.
 *
 * A robot whose motions keep ending in contact at one position is held back: it is notified of the end later (`Backoff`),
 * and stands until then. A message or a new request ends the wait; touches and releases of others do not, since robots
 * that touch would wake each other without end.
 */
export class MotionManager {
  private readonly modules = new Map<string, MotionModule>();
  private readonly motions = new Map<number, RequestedMotion>();
  private readonly records: MotionRecords | undefined;
  private readonly notes = new DelayNotes();
  /** Number of waits so far. */
  delays = 0;
  /** Number of robots that wait at present. */
  waiting = 0;
  /** Called when a robot begins to wait, until it is unset. */
  onFirstWait: (() => void) | undefined = undefined;
  /** Number of times so far that an algorithm resumed for another reason than the end of its wait. */
  otherResumes = 0;

  constructor(
    private readonly options: MotionManagerOptions,
    modules: readonly AnyMotionModule[] = [],
  ) {
    this.records = options.emit && new MotionRecords(options.emit);
    for (const module of modules) this.register(module);
  }

  /** Adds a motion module. */
  register(module: AnyMotionModule): void {
    if (this.modules.has(module.kind)) throw new MotionError(`there is already a motion module '${module.kind}'`);
    this.modules.set(module.kind, module);
  }

  /**
   * Begins a motion now; `onEnd` is called once, when the motion is over, with the robot, so that one callback can serve all
   * robots. The callback may begin the next motion, unless the motion was replaced by `request`, which has already begun the
   * next one.
   */
  request<R extends MotionRequest>(
    robot: number,
    request: R,
    onEnd: (outcome: ExactOutcome, robot: number) => void = ignore,
  ): MotionTask {
    const { simulator, dynamics } = this.options;
    const module = this.modules.get(request.kind);
    if (module === undefined) throw this.unknownKind(robot, request.kind);
    let before = this.motions.get(robot);
    if (before?.isBeingReplaced === true) throw outOfPlace(robot, request.kind);
    const { now } = simulator;
    const pose = dynamics.exactPoseOf(robot, now);
    const start = before?.backoff?.startsAt(now, pose, before.start) ?? now;
    const phases = plan(module, robot, request, pose, now, start);
    // Check the legs before ending the running motion.
    const legs = checkedLegs(robot, request, phases, pose, now);
    if (before !== undefined && !before.isOver) {
      this.endReplaced(robot, before.wait === undefined ? pose : undefined);
      before = this.motions.get(robot);
    }
    const number = (before?.number ?? 0) + 1;
    const motion = new RequestedMotion(robot, number, request.kind, phases, start, onEnd, before?.backoff);
    motion.backoff?.begins(phases);
    this.motions.set(robot, motion);
    if (this.records !== undefined) {
      motion.names = this.records.namesOf(phases);
      this.records.requested(motion, request, now);
      this.records.started(motion, phases[0]!.leg, now);
    }
    dynamics.command(robot, legs, now, true);
    return motion;
  }

  /** Ends a robot's motion where the robot is; the outcome is `stopped`. */
  stop(robot: number): void {
    this.halt(robot, 'stopped');
  }

  /** Ends a robot's motion, if there is one, where the robot is; the outcome is `replaced`. */
  interrupt(robot: number, by: string): void {
    this.halt(robot, 'replaced', by);
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

  /** Called when a message arrives: a robot that waits resumes early. */
  wake(robot: number): void {
    const motion = this.motions.get(robot);
    if (motion?.wait === undefined) return;
    this.otherResumes++;
    const at = motion.backoff!.resumesEarlyAt(this.options.simulator.now);
    if (at >= motion.wait.time) return;
    this.options.simulator.cancel(motion.wait);
    motion.wait = this.scheduleResume(motion, at, true);
  }

  /** Notes on the robots that were held back: one each for the first ten, and the number of the others. */
  get delayNotes(): readonly string[] {
    return this.notes.texts;
  }

  /** Whether each robot that is under way is held back, near the position where it made no progress. */
  get areAllHeldBack(): boolean {
    const { dynamics, simulator } = this.options;
    for (const { robot, outcome, backoff } of this.motions.values()) {
      if (outcome !== undefined) continue;
      const { x, y } = dynamics.poseOf(robot, simulator.now);
      if (backoff?.isHeldBack !== true || !backoff.isNear(x, y)) return false;
    }
    return true;
  }

  /** The longest τ of the robots that wait (s). */
  get longestTimeScale(): number {
    let longest = 0;
    for (const { wait, backoff } of this.motions.values()) {
      if (wait !== undefined) longest = Math.max(longest, backoff!.timeScale);
    }
    return longest;
  }

  // Callbacks of the dynamics.

  nextLegBegan(robot: number, now: number): void {
    const motion = this.motions.get(robot)!;
    const { dynamics } = this.options;
    this.records?.finished(motion, dynamics.poseOf(robot, now), now);
    motion.phase++;
    this.records?.started(motion, dynamics.reusedLegOf(robot), now);
  }

  done(robot: number, end: MotionEnd, now: number): void {
    const motion = this.motions.get(robot);
    if (motion === undefined || motion.outcome !== undefined) return;
    const pose = this.options.dynamics.exactPoseOf(robot, now);
    if (end.status === 'finished') this.records?.finished(motion, pose, now);
    const { status } = end;
    if (status === 'finished') return this.conclude(motion, { status, at: now, pose });
    const partner = this.partyOf(end);
    if (status === 'collided') this.options.onCollided(robot, partner, now);
    this.conclude(motion, { status, at: now, pose, with: partner }, status === 'collided' && end.isTowards);
  }

  private underWay(robot: number): RequestedMotion | undefined {
    const motion = this.motions.get(robot);
    return motion?.outcome === undefined ? motion : undefined;
  }

  /**
   * Ends the motion of a robot, to be replaced by another one.
   *
   * @param pose The pose of the robot, if it is not waiting.
   */
  private endReplaced(robot: number, pose: ExactPose | undefined): void {
    // The callback may begin a motion, which is replaced too.
    this.resumeEarly(robot);
    const motion = this.underWay(robot);
    if (motion === undefined) return;
    motion.isBeingReplaced = true;
    try {
      this.end(motion, 'replaced', 'request', pose);
    } finally {
      motion.isBeingReplaced = false;
    }
  }

  private halt(robot: number, status: 'stopped' | 'replaced', by?: string): void {
    if (status === 'stopped') this.resumeEarly(robot);
    else this.wake(robot);
    const motion = this.underWay(robot);
    if (motion === undefined) return;
    this.options.dynamics.halt(robot, this.options.simulator.now);
    this.end(motion, status, by);
  }

  private end(
    motion: RequestedMotion,
    status: ExactOutcome['status'],
    by: string | undefined,
    pose = this.options.dynamics.exactPoseOf(motion.robot, this.options.simulator.now),
  ): void {
    const at = this.options.simulator.now;
    this.conclude(motion, by === undefined ? { status, at, pose } : { status, at, pose, by });
  }

  private conclude(motion: RequestedMotion, outcome: ExactOutcome, isTowards = false): void {
    motion.outcome = outcome;
    this.records?.ended(motion, outcome);
    const resumesAt = this.isCounted(motion, outcome) ? this.count(motion, outcome, isTowards) : outcome.at;
    if (resumesAt > outcome.at) {
      this.delay(motion, resumesAt);
    } else {
      this.otherResumes++;
      this.notify(motion);
    }
  }

  /** A motion that its own robot replaced does not count: the algorithm did not wait for its end. */
  private isCounted({ phases, robot, start }: RequestedMotion, { status, by, at }: ExactOutcome): boolean {
    if (status === 'collided') return true;
    return by !== 'request' && isShort(at - start, phases, this.options.radiusOf(robot));
  }

  /** Returns the time at which the algorithm may resume. */
  private count(motion: RequestedMotion, { at, pose: { x, y } }: ExactOutcome, isTowards: boolean): number {
    const { robot, start } = motion;
    const backoff = (motion.backoff ??= new Backoff(this.options.radiusOf(robot), start));
    backoff.add(x, y, at, isTowards);
    return backoff.resumesAt(at);
  }

  private delay(motion: RequestedMotion, until: number): void {
    const { robot, outcome, backoff } = motion;
    const { at, with: partner } = outcome!;
    this.delays++;
    this.waiting++;
    motion.wait = this.scheduleResume(motion, until, false);
    this.records?.delayed(robot, partner, until, at);
    const { ends, since, radius, timeScale } = backoff!;
    const note = this.notes.add({ robot, partner, ends, since, radius, timeScale });
    if (note !== undefined) this.records?.warned(robot, note, at);
    this.onFirstWait?.();
  }

  private scheduleResume(motion: RequestedMotion, at: number, isEarly: boolean): Handle {
    const { robot } = motion;
    return this.options.simulator.schedule(at, {
      class: EventClass.Motion,
      low: robot,
      high: robot,
      run: () => this.resume(motion, isEarly),
      describe: () => `robot ${robot} resumes after its contacts`,
    });
  }

  /** Ends the wait of a robot, if it waits, for a request or a stop. */
  private resumeEarly(robot: number): void {
    const motion = this.motions.get(robot);
    if (motion?.wait === undefined) return;
    this.otherResumes++;
    this.options.simulator.cancel(motion.wait);
    this.resume(motion, true);
  }

  private resume(motion: RequestedMotion, isEarly: boolean): void {
    motion.wait = undefined;
    motion.backoff!.waited(isEarly);
    this.waiting--;
    this.records?.resumed(motion.robot, this.options.simulator.now);
    this.notify(motion);
  }

  private notify(motion: RequestedMotion): void {
    motion.backoff?.resumedAt(this.options.simulator.now);
    motion.onEnd(motion.outcome!, motion.robot);
  }

  private partyOf(end: Exclude<MotionEnd, { status: 'finished' }>): Party {
    if ('body' in end) return { kind: 'robot', id: end.body };
    return { kind: 'obstacle', id: this.options.obstacleOf(end.fixture) };
  }

  private unknownKind(robot: number, kind: string): MotionError {
    const known = [...this.modules.keys()].map((name) => `'${name}'`).join(', ');
    return new MotionError(`robot ${robot}: unknown motion '${kind}'; expected one of ${known}`);
  }
}

/** @param start When the motion starts; the robot stands until then. */
function plan(
  module: MotionModule,
  robot: number,
  request: MotionRequest,
  pose: ExactPose,
  now: number,
  start: number,
): readonly Phase[] {
  try {
    const phases = module.plan(request, pose, start);
    if (phases.length === 0) throw new MotionError('its module: expected at least one phase, got none');
    return start > now ? [waitPhase(pose, now, start), ...phases] : phases;
  } catch (error) {
    throw refusal(error, robot, request, now);
  }
}

function checkedLegs(
  robot: number,
  request: MotionRequest,
  phases: readonly Phase[],
  { x, y }: Pose,
  now: number,
): readonly Leg[] {
  const legs = legsOf(phases);
  try {
    checkLegs(robot, legs, x, y, now);
    return legs;
  } catch (error) {
    throw refusal(error, robot, request, now);
  }
}

/** Adds the robot and the motion to an error of a motion's plan or legs. */
function refusal(error: unknown, robot: number, { kind }: MotionRequest, now: number): unknown {
  if (!(error instanceof MotionError || error instanceof LegsError)) return error;
  return new MotionError(`robot ${robot}, motion '${kind}' at t = ${now}: ${error.message}`, { cause: error });
}

function outOfPlace(robot: number, kind: string): MotionError {
  return new MotionError(
    `robot ${robot}: motion '${kind}' was requested by the end of a motion that is being replaced: if 'by' is 'request', ` +
      'the next motion has already been requested',
  );
}

function waitPhase({ x, y, heading }: Pose, start: number, end: number): Phase {
  return { name: 'wait', leg: restLeg({ x, y, heading, start, end }) };
}

const ignore = (): void => {};

/** Avoids `map` for the common cases of one leg and two. */
function legsOf(phases: readonly Phase[]): readonly Leg[] {
  if (phases.length === 1) return [phases[0]!.leg];
  if (phases.length === 2) return [phases[0]!.leg, phases[1]!.leg];
  return phases.map(({ leg }) => leg);
}

const NO_NAMES: readonly string[] = [];

class RequestedMotion implements MotionTask {
  outcome: ExactOutcome | undefined = undefined;
  /** Number of the phase that is under way. */
  phase = 0;
  /** Names of the phases, if they are recorded. */
  names = NO_NAMES;
  /** Set while its end is reported to the algorithm, which may begin no other motion then. */
  isBeingReplaced = false;
  /** Pending while the robot waits to be notified of the end. */
  wait: Handle | undefined = undefined;

  constructor(
    readonly robot: number,
    readonly number: number,
    readonly kind: string,
    readonly phases: readonly Phase[],
    /** Start of the motion (s): later than the request if the robot was held back. */
    readonly start: number,
    readonly onEnd: (outcome: ExactOutcome, robot: number) => void,
    /** Belongs to the robot and is passed from motion to motion; most robots never need one. */
    public backoff: Backoff | undefined,
  ) {}

  /** Whether the motion has ended and the robot has been notified, or is being notified. */
  get isOver(): boolean {
    return this.outcome !== undefined && this.wait === undefined;
  }

  get events(): readonly PlannedEvent[] {
    return plannedEvents(this.phases);
  }
}
