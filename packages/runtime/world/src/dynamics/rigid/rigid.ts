/**
 * Bodies that push each other, in steps of 1/60 s. At step k the physics computes the poses at step k + 1, and the legs in
 * between are published, so that observers see bodies on legs as in the analytic dynamics. Commands act at the next step;
 * contacts have the times of steps, and positions after a push have single precision. A robot that touches nothing drives
 * exactly as commanded.
 */
import { arcLeg, checkCoordinate, degreesOf, type Leg, type Pose, reducedDegrees, restLeg } from '@kineko/geometry';
import { expected } from '@kineko/formats/problem';
import { EventClass, SlotHeap, type SlotQueue } from '@kineko/kernel';
import { checkBodies, checkLegs } from '../checks.js';
import type {
  BodySpec,
  Dynamics,
  DynamicsListener,
  ExpectedContact,
  MotionEnd,
  ExactPose,
  Watch,
} from '../dynamics.js';
import type { Pushed, RigidRobot, Touches } from './bodies.js';
import type { Pair, Press } from './contacts.js';
import { STILL } from './ground.js';
import { NO_LOAD } from './motor.js';
import { PhysicsScene, type RigidOptions } from './physics-scene.js';
import { Program } from './program.js';
import { Progress } from './progress.js';
import { StepSolver } from './step-solver.js';
import { STEP_SECONDS, stepLeg, STEPS_PER_SECOND } from './step-leg.js';
import { Watches } from './watches.js';

interface RigidListener extends DynamicsListener {
  /** A pushable begins a leg. Its pose is that of its centre of mass. */
  onPushableLeg?(pushable: number, leg: Leg, now: number): void;
}

// The engine's events: the end of a step, entries into watched ranges, the beginning of the next step.
const ARRIVE = 0;
const SENSE = 1;
const STEP = 2;
const { Motion, Observer, Sensor } = EventClass;

const NO_TOUCHES: Touches = { robots: new Set(), fixtures: new Set() };
const FINISHED: MotionEnd = { status: 'finished' };

export class RigidDynamics implements Dynamics {
  readonly queue: SlotQueue = new SlotHeap(4);
  readonly pushables: readonly Pushed[];
  private readonly robots: readonly RigidRobot[];
  private readonly slots: ReadonlyMap<number, number>;
  private readonly scene: PhysicsScene;
  private readonly solver: StepSolver;
  private readonly watches: Watches;
  private notices: (() => void)[] = [];
  private stepNumber = 0;

  constructor(
    bodies: readonly BodySpec[],
    private readonly options: RigidOptions,
    private readonly listener: RigidListener = {},
  ) {
    const inOrder = [...bodies].sort((a, b) => a.id - b.id);
    checkBodies(inOrder);
    this.scene = new PhysicsScene(inOrder, options);
    this.solver = new StepSolver(this.scene, options);
    this.robots = this.scene.robots;
    this.pushables = this.scene.pushables;
    this.slots = new Map(inOrder.map(({ id }, slot) => [id, slot]));
    this.watches = new Watches((slot, t) => this.robots[slot]!.at(t), this.robots);
    if (this.pushables.some(({ isHeld }) => !isHeld)) this.queue.set(STEP, 0, Observer);
  }

  command(id: number, legs: readonly Leg[], now: number, areChecked = false): void {
    const robot = this.robotOf(id);
    if (!areChecked) {
      const { x, y } = robot.at(now);
      checkLegs(id, legs, x, y, now);
    }
    robot.program = new Program(legs, robot.radius);
    robot.progress = new Progress();
    this.scheduleStep(now);
  }

  halt(id: number, now: number): void {
    this.robotOf(id).program = undefined;
    this.scheduleStep(now);
  }

  legOf(id: number): Leg {
    return this.robotOf(id).leg;
  }

  /** The commanded leg, if there is one; the legs of steps are pieces of it. */
  reusedLegOf(id: number): Leg {
    const { program, leg } = this.robotOf(id);
    return program?.leg ?? leg;
  }

  poseOf(id: number, t: number): Pose {
    return this.robotOf(id).at(t);
  }

  readPositions(places: Float64Array, t: number, ids?: readonly number[]): void {
    const robots = ids?.map((id) => this.robotOf(id)) ?? this.robots;
    for (const [i, robot] of robots.entries()) {
      const { x, y } = robot.at(t);
      places[2 * i] = x;
      places[2 * i + 1] = y;
    }
  }

  headingOf(id: number, t: number): number {
    return this.exactPoseOf(id, t).degrees!;
  }

  exactPoseOf(id: number, t: number): ExactPose {
    const pose = this.poseOf(id, t);
    return { ...pose, degrees: reducedDegrees(degreesOf(pose.heading)) };
  }

  bodiesWithin(x: number, y: number, metres: number, now: number): number[] {
    const isNear = (robot: RigidRobot): boolean => {
      const { leg, pose: to, radius } = robot;
      // During a step, a body stays within one radius of the box around its two end positions.
      const reach = metres + radius;
      if (leg.x - x > reach && to.x - x > reach) return false;
      if (x - leg.x > reach && x - to.x > reach) return false;
      if (leg.y - y > reach && to.y - y > reach) return false;
      if (y - leg.y > reach && y - to.y > reach) return false;
      const pose = robot.at(now);
      const [dx, dy] = [pose.x - x, pose.y - y];
      return dx * dx + dy * dy <= metres * metres;
    };
    return this.robots.filter(isNear).map(({ id }) => id);
  }

  /** Contacts are not known before their step is computed. */
  expectedContactOf(): ExpectedContact | undefined {
    return undefined;
  }

  touchingOf(id: number): { readonly bodies: number[]; readonly fixtures: number[] } {
    const { robots, fixtures } = this.robotOf(id);
    const ascending = (set: ReadonlySet<number>): number[] => [...set].sort((a, b) => a - b);
    return { bodies: ascending(robots), fixtures: ascending(fixtures) };
  }

  watch(id: number, range: number, now: number, onEntry: (other: number, now: number) => void): Watch {
    checkCoordinate(`the range of the watch of body ${id}`, range);
    if (!(range > 0))
      throw new RangeError(`the range of the watch of body ${id}: ${expected('a positive number', range)}`);
    const watch = this.watches.add(this.slotOf(id), range, onEntry, now);
    if (this.watches.hasNews) this.queue.set(SENSE, now, Sensor);
    return watch;
  }

  // Called by the simulator.

  low(): number {
    return -Number.MAX_VALUE;
  }

  high(): number {
    return -Number.MAX_VALUE;
  }

  describe(slot: number): string {
    return slot === SENSE ? 'a robot enters a watched range' : `step ${this.stepNumber} of the rigid dynamics`;
  }

  run(slot: number, now: number): void {
    this.queue.clear(slot);
    if (slot === ARRIVE) this.arrive(now);
    else if (slot === STEP) this.step(now);
    else this.watches.notify(now);
  }

  /** Schedules the next step at the first instant of a step that is not past, unless one is under way. */
  private scheduleStep(now: number): void {
    if (this.queue.timeOf(ARRIVE) < Infinity || this.queue.timeOf(STEP) < Infinity) return;
    const number = Math.ceil(now * STEPS_PER_SECOND);
    const time = number / STEPS_PER_SECOND;
    this.queue.set(STEP, time >= now ? time : (number + 1) / STEPS_PER_SECOND, Observer);
  }

  /** Notifies the listener of the results of a step. */
  private arrive(now: number): void {
    const notices = this.notices;
    this.notices = [];
    for (const notify of notices) notify();
    this.watches.update(now);
    if (this.watches.hasNews) this.queue.set(SENSE, now, Sensor);
    // The step runs after the algorithms of this instant have given their commands.
    this.queue.set(STEP, now, Observer);
  }

  private step(now: number): void {
    const number = Math.round(now * STEPS_PER_SECOND);
    this.stepNumber = number;
    const next = (number + 1) / STEPS_PER_SECOND;
    if (!this.hasWork()) return this.rest(now);
    const { pairs, presses } = this.solver.compute();
    const pressed = new Set(pairs.flatMap(({ low, high }) => [low, high]));
    for (const [slot, robot] of this.robots.entries()) {
      const from = robot.pose;
      this.moveTo(robot, this.solver.settleRobot(robot, pressed.has(slot)), now, next);
      this.advanceProgram(robot, this.endOf(robot, slot, from, pressed.has(slot) ? presses : []), next);
    }
    for (const [index, pushed] of this.pushables.entries()) this.movePushed(pushed, index, presses, now, next);
    this.notifyTouches(pairs, next);
    this.queue.set(ARRIVE, next, Motion);
  }

  private hasWork(): boolean {
    return (
      this.robots.some((robot) => robot.program !== undefined || isDrifting(robot)) ||
      this.pushables.some(({ isHeld, velocity }) => !isHeld || velocity !== STILL)
    );
  }

  /** Puts all bodies to rest until the next command. */
  private rest(now: number): void {
    for (const robot of this.robots) {
      robot.driven = NO_LOAD;
      robot.load = NO_LOAD;
      robot.actual = undefined;
      if (robot.leg.end === Infinity) continue;
      robot.leg = restLeg({ ...robot.pose, start: now });
      this.listener.onLeg?.(robot.id, robot.leg, now);
    }
    for (const [index, pushed] of this.pushables.entries()) {
      if (pushed.leg.end === Infinity) continue;
      pushed.leg = restLeg({ ...pushed.pose, start: now });
      this.listener.onPushableLeg?.(index, pushed.leg, now);
    }
  }

  private advanceProgram(robot: RigidRobot, end: MotionEnd | undefined, next: number): void {
    const { program } = robot;
    if (program === undefined) return;
    if (end?.status === 'collided') this.atEndOfStep(() => this.finish(robot, program, end, next));
    else if (program.arrived(robot.pose, STEP_SECONDS)) this.atEndOfStep(() => this.beginNextLeg(robot, program, next));
    else if (end !== undefined) this.atEndOfStep(() => this.finish(robot, program, end, next));
  }

  private moveTo(robot: RigidRobot, to: Pose, now: number, next: number): void {
    const { pose, program, stride, leg: before } = robot;
    const present = program?.leg;
    const isExact = to.x === pose.x + stride.dx && to.y === pose.y + stride.dy;
    const leg =
      isExact && present?.kind === 'arc' && present.end === Infinity
        ? arcLeg({ ...pose, start: now, end: next, speed: present.speed, turnRate: present.turnRate })
        : stepLeg(pose, to, now, next);
    robot.pose = to;
    if (leg.kind === 'rest' && before.kind === 'rest') return;
    robot.leg = leg;
    this.listener.onLeg?.(robot.id, leg, now);
  }

  /** The end of a robot's motion by a contact: at once with a body that does not give way, or for lack of progress. */
  private endOf(robot: RigidRobot, slot: number, from: Pose, presses: readonly Press[]): MotionEnd | undefined {
    const { program, stride, progress } = robot;
    if (program === undefined || this.options.endsAtContact === false) return undefined;
    const size = Math.sqrt(stride.dx * stride.dx + stride.dy * stride.dy);
    for (const { low, high, nx, ny } of presses) {
      if (low !== slot && high !== slot) continue;
      const other = low === slot ? high : low;
      const sign = low === slot ? 1 : -1;
      if (sign * (stride.dx * nx + stride.dy * ny) <= AGAINST * size) continue;
      const party =
        other < this.robots.length ? { body: this.robots[other]!.id } : { fixture: this.scene.fixtureOf(other) };
      if (this.scene.pushedOf[other] === undefined) return { status: 'collided', ...party, isTowards: true };
      progress.against = party;
    }
    return progress.isBlocked(robot, from) ? { status: 'blocked', ...progress.against! } : undefined;
  }

  private finish(robot: RigidRobot, program: Program, end: MotionEnd, now: number): void {
    if (robot.program !== program) return;
    robot.program = undefined;
    this.listener.onDone?.(robot.id, end, now);
  }

  private beginNextLeg(robot: RigidRobot, program: Program, now: number): void {
    if (robot.program !== program) return;
    if (program.beginNextLeg()) this.listener.onNextLeg?.(robot.id, now);
    else this.finish(robot, program, FINISHED, now);
  }

  private movePushed(pushed: Pushed, index: number, presses: readonly Press[], now: number, next: number): void {
    const from = pushed.pose;
    this.solver.settlePushed(pushed, presses);
    const leg = stepLeg(from, pushed.pose, now, next);
    if (leg.kind === 'rest' && pushed.leg.kind === 'rest') return;
    pushed.leg = leg;
    this.listener.onPushableLeg?.(index, leg, now);
  }

  // Touches.

  private notifyTouches(pairs: readonly Pair[], next: number): void {
    const touches = this.touchesOf(pairs);
    for (const [slot, robot] of this.robots.entries()) {
      const { robots: oldRobots, fixtures: oldFixtures, id } = robot;
      const { robots: newRobots, fixtures: newFixtures } = touches.get(slot) ?? NO_TOUCHES;
      if (oldRobots.size + oldFixtures.size + newRobots.size + newFixtures.size === 0) continue;
      robot.robots = newRobots;
      robot.fixtures = newFixtures;
      for (const other of oldRobots) {
        if (!newRobots.has(other) && id < other) this.atEndOfStep(() => this.listener.onRelease?.(id, other, next));
      }
      for (const fixture of oldFixtures) {
        if (!newFixtures.has(fixture)) this.atEndOfStep(() => this.listener.onFixtureRelease?.(id, fixture, next));
      }
      for (const other of newRobots) {
        if (!oldRobots.has(other) && id < other) this.atEndOfStep(() => this.listener.onTouch?.(id, other, next));
      }
      for (const fixture of newFixtures) {
        if (!oldFixtures.has(fixture)) this.atEndOfStep(() => this.listener.onFixtureTouch?.(id, fixture, next));
      }
    }
  }

  /** Touches by slot, for robots that touch anything. */
  private touchesOf(pairs: readonly Pair[]): ReadonlyMap<number, Touches> {
    const count = this.robots.length;
    const touches = new Map<number, { robots: Set<number>; fixtures: Set<number> }>();
    const of = (slot: number): { robots: Set<number>; fixtures: Set<number> } => {
      const known = touches.get(slot) ?? { robots: new Set(), fixtures: new Set() };
      touches.set(slot, known);
      return known;
    };
    for (const { low, high } of pairs) {
      if (low >= count) continue;
      if (high < count) {
        of(low).robots.add(this.robots[high]!.id);
        of(high).robots.add(this.robots[low]!.id);
      } else of(low).fixtures.add(this.scene.fixtureOf(high));
    }
    return touches;
  }

  private atEndOfStep(notify: () => void): void {
    this.notices.push(notify);
  }

  private robotOf(id: number): RigidRobot {
    return this.robots[this.slotOf(id)]!;
  }

  private slotOf(id: number): number {
    const slot = this.slots.get(id);
    if (slot === undefined) throw new RangeError(`there is no body ${id}`);
    return slot;
  }
}

/** Radii per second: a robot without a motion that is slower stands, even if it still touches something. */
const STANDS = 1 / 1024;

function isDrifting({ actual, radius }: RigidRobot): boolean {
  if (actual === undefined) return false;
  const most = STANDS * radius;
  return actual.x * actual.x + actual.y * actual.y > most * most;
}

/** Cosine of an angle: a robot that moves along a wall, within this tolerance, has not run into it. */
const AGAINST = 0.02;
