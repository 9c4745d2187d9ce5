/**
 * Bodies that push each other, in steps of 1/60 s. At step k the physics finds out where everybody is at step k + 1, and
 * the legs in between are published: whoever looks in between sees bodies on legs, as always. Orders act at the next
 * step; contacts have the times of steps, and places that something was pressed to are 32-bit numbers. Who is in nobody's
 * way drives exactly as told.
 */
import {
  arcLeg,
  checkCoordinate,
  degreesOf,
  type Leg,
  type Pose,
  reducedDegrees,
  restLeg,
  type Vector,
} from '@kineko/geometry';
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
import { type Pair, pairsIn, type Press, pressesOf } from './contacts.js';
import { STILL } from './ground.js';
import { motorVelocity, NO_LOAD, within } from './motor.js';
import { PhysicsScene } from './physics-scene.js';
import type { RigidPhysics } from './physics.js';
import { NO_STRIDE, Program } from './program.js';
import { Progress } from './progress.js';
import type { PushableSpec } from './pushable.js';
import { impulseOn, Sliding } from './sliding.js';
import { STEP_SECONDS, stepLeg, STEPS_PER_SECOND } from './step-leg.js';
import { Watches } from './watches.js';

export interface RigidSettings {
  /** m/s²: what presses everything to the ground. Default: 9.81. */
  readonly gravity?: number;
  /** Of robots, mass per square metre. Default: 1. */
  readonly robotDensity?: (robot: number) => number;
  /** Of the wheels on the ground: a robot pushes with traction × its weight at the most. Default: 0.8. */
  readonly traction?: (robot: number) => number;
  /** Whether a motion ends when its robot runs into something that does not give way. Default: true. */
  readonly endsAtContact?: boolean;
}

export interface RigidOptions extends RigidSettings {
  readonly physics: RigidPhysics;
  /** As for the analytic dynamics. */
  readonly walls?: Float64Array;
  readonly discs?: Float64Array;
  /** Whether bodies are in each other's way. Default: true. */
  readonly isSolid?: boolean;
  readonly pushables?: readonly PushableSpec[];
}

export interface RigidListener extends DynamicsListener {
  /** A thing that can be pushed begins a leg. Its pose is that of its centre of mass. */
  onPushableLeg?(pushable: number, leg: Leg, now: number): void;
}

// The engine's events: the end of a step, entries into watched surroundings, the beginning of the next step.
const ARRIVE = 0;
const SENSE = 1;
const STEP = 2;
const { Motion, Observer, Sensor } = EventClass;

const TOUCHES_NOBODY: Touches = { robots: new Set(), fixtures: new Set() };
const FINISHED: MotionEnd = { status: 'finished' };

export class RigidDynamics implements Dynamics {
  readonly queue: SlotQueue = new SlotHeap(4);
  readonly pushables: readonly Pushed[];
  private readonly robots: readonly RigidRobot[];
  private readonly slots: ReadonlyMap<number, number>;
  private readonly scene: PhysicsScene;
  private readonly sliding: Sliding;
  private readonly gravity: number;
  private readonly watches: Watches;
  private arrivals: (() => void)[] = [];
  private stepNumber = 0;

  constructor(
    bodies: readonly BodySpec[],
    private readonly options: RigidOptions,
    private readonly listener: RigidListener = {},
  ) {
    const inOrder = [...bodies].sort((a, b) => a.id - b.id);
    checkBodies(inOrder);
    this.gravity = options.gravity ?? 9.81;
    this.scene = new PhysicsScene(inOrder, options, this.gravity);
    this.robots = this.scene.robots;
    this.pushables = this.scene.pushables;
    this.slots = new Map(inOrder.map(({ id }, slot) => [id, slot]));
    this.sliding = new Sliding(options.physics);
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
    this.goOn(now);
  }

  halt(id: number, now: number): void {
    this.robotOf(id).program = undefined;
    this.goOn(now);
  }

  legOf(id: number): Leg {
    return this.robotOf(id).leg;
  }

  /** What it was told, if it was told something: steps are but pieces of that. */
  lentLegOf(id: number): Leg {
    const { program, leg } = this.robotOf(id);
    return program?.leg ?? leg;
  }

  poseOf(id: number, t: number): Pose {
    return this.robotOf(id).at(t);
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
      // Between the ends of its leg it is no farther out than a bulge.
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

  /** What will happen is not known before it is computed. */
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
    if (!(range > 0)) throw new RangeError(`the range of the watch of body ${id} is ${range}: it must be positive`);
    const watch = this.watches.add(this.slotOf(id), range, onEntry, now);
    if (this.watches.hasNews) this.queue.set(SENSE, now, Sensor);
    return watch;
  }

  // For the simulator.

  low(): number {
    return -Number.MAX_VALUE;
  }

  high(): number {
    return -Number.MAX_VALUE;
  }

  describe(slot: number): string {
    return slot === SENSE ? 'somebody comes near a robot' : `step ${this.stepNumber} of the bodies`;
  }

  run(slot: number, now: number): void {
    this.queue.clear(slot);
    if (slot === ARRIVE) this.arrive(now);
    else if (slot === STEP) this.step(now);
    else this.watches.tell(now);
  }

  /** Has the next step made at the first of its instants that is not past, unless one is under way. */
  private goOn(now: number): void {
    if (this.queue.timeOf(ARRIVE) < Infinity || this.queue.timeOf(STEP) < Infinity) return;
    const number = Math.ceil(now * STEPS_PER_SECOND);
    const time = number / STEPS_PER_SECOND;
    this.queue.set(STEP, time >= now ? time : (number + 1) / STEPS_PER_SECOND, Observer);
  }

  /** A step is over: what came of it is told. */
  private arrive(now: number): void {
    const arrivals = this.arrivals;
    this.arrivals = [];
    for (const tell of arrivals) tell();
    this.watches.look(now);
    if (this.watches.hasNews) this.queue.set(SENSE, now, Sensor);
    // After whoever hears of this instant has said what to do next.
    this.queue.set(STEP, now, Observer);
  }

  private step(now: number): void {
    const number = Math.round(now * STEPS_PER_SECOND);
    this.stepNumber = number;
    const next = (number + 1) / STEPS_PER_SECOND;
    if (!this.hasWork()) return this.rest(now);
    const { pairs, presses } = this.compute();
    const pressed = new Set(pairs.flatMap(({ low, high }) => [low, high]));
    for (const [slot, robot] of this.robots.entries()) {
      const from = robot.pose;
      this.settleRobot(robot, pressed.has(slot), now, next);
      this.advanceProgram(robot, this.endOf(robot, slot, from, pressed.has(slot) ? presses : []), next);
    }
    for (const [index, pushed] of this.pushables.entries()) this.settlePushed(pushed, index, presses, now, next);
    this.tellTouches(pairs, next);
    this.queue.set(ARRIVE, next, Motion);
  }

  /** Computes the next step, again if it shows that a robot or a thing went into it in the wrong state. */
  private compute(): { readonly pairs: readonly Pair[]; readonly presses: readonly Press[] } {
    const { world, events, colliders, indexes } = this.scene;
    for (;;) {
      for (const robot of this.robots) this.drive(robot);
      for (const pushed of this.pushables) this.sliding.slow(pushed);
      world.step(events);
      const pairs = pairsIn(events, indexes);
      const presses = pairs
        .filter((pair) => this.isOfMoment(pair))
        .flatMap((pair) => pressesOf(world, pair, colliders));
      if (!this.boundStarts(presses) && !this.letGo(presses)) return { pairs, presses };
      for (const { body, pose } of this.robots) body.setTranslation({ x: pose.x, y: pose.y }, true);
      for (const pushed of this.pushables) this.sliding.putBack(pushed);
    }
  }

  /**
   * A robot that sets off in contact with a thing pushes it by the force of its wheels; only one that comes from a
   * distance runs into it at full speed.
   * @returns Whether there was such a robot.
   */
  private boundStarts(presses: readonly Press[]): boolean {
    let hasBound = false;
    for (const { low, high, gap } of presses) {
      const robot = this.robots[low];
      if (robot === undefined || this.scene.pushedOf[high] === undefined || gap > this.scene.touchGap) continue;
      const { actual, driven, velocity } = robot;
      if (actual !== undefined || (velocity.x === driven.x && velocity.y === driven.y)) continue;
      robot.actual = driven;
      hasBound = true;
    }
    return hasBound;
  }

  /** @returns Whether something that the ground held was pushed harder than it can hold. */
  private letGo(presses: readonly Press[]): boolean {
    const { pushedOf } = this.scene;
    let hasLetGo = false;
    for (const pushed of this.pushables) {
      if (!pushed.isHeld) continue;
      const impulse = impulseOn(pushed, presses, pushedOf);
      if (impulse === undefined) continue;
      const isStruck = presses.some((press) => {
        return (pushedOf[press.low] === pushed || pushedOf[press.high] === pushed) && this.isImpact(press);
      });
      if (this.sliding.release(pushed, impulse, isStruck)) hasLetGo = true;
    }
    return hasLetGo;
  }

  /** Whether two come from a distance, be it that the step before ended where they touch. */
  private isImpact({ low, high, nx, ny, gap }: Press): boolean {
    const [a, b] = [this.velocityBefore(low), this.velocityBefore(high)];
    const closing = (a.x - b.x) * nx + (a.y - b.y) * ny;
    return gap + Math.max(0, closing) * STEP_SECONDS > this.scene.touchGap;
  }

  /** Velocity with which a body came out of the last step. */
  private velocityBefore(collider: number): Vector {
    const robot = this.robots[collider];
    return robot === undefined ? (this.scene.pushedOf[collider]?.velocity ?? STILL) : (robot.actual ?? robot.driven);
  }

  /** Whether it matters where two have pressed, and how hard: to ask for it is dear. */
  private isOfMoment({ low, high }: Pair): boolean {
    const { pushedOf } = this.scene;
    return this.options.endsAtContact !== false || pushedOf[low] !== undefined || pushedOf[high] !== undefined;
  }

  private hasWork(): boolean {
    return (
      this.robots.some((robot) => robot.program !== undefined || isDrifting(robot)) ||
      this.pushables.some(({ isHeld, velocity }) => !isHeld || velocity !== STILL)
    );
  }

  /** Nobody moves: everybody rests, until someone is told to do something. */
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

  // Robots.

  /** Gives a robot the velocity with which it goes into the step. */
  private drive(robot: RigidRobot): void {
    const { program, pose, actual, driven, load } = robot;
    robot.stride = program?.strideFrom(pose, STEP_SECONDS) ?? NO_STRIDE;
    const wanted = { x: robot.stride.dx / STEP_SECONDS, y: robot.stride.dy / STEP_SECONDS };
    robot.velocity =
      actual === undefined ? wanted : motorVelocity({ actual, driven, load }, wanted, this.mostPush(robot));
    robot.body.setLinvel(robot.velocity, true);
  }

  /** Speed that a robot's wheels can give it in a step. */
  private mostPush({ id }: RigidRobot): number {
    return (this.options.traction?.(id) ?? 0.8) * this.gravity * STEP_SECONDS;
  }

  private settleRobot(robot: RigidRobot, isPressed: boolean, now: number, next: number): void {
    const { body, pose, stride, velocity } = robot;
    const heading = pose.heading + stride.turn;
    robot.driven = { x: stride.dx / STEP_SECONDS, y: stride.dy / STEP_SECONDS };
    if (isPressed) {
      const { x, y } = body.translation();
      const { x: vx, y: vy } = body.linvel();
      robot.actual = { x: vx, y: vy };
      robot.load = within(this.mostPush(robot), { x: velocity.x - vx, y: velocity.y - vy });
      this.moveTo(robot, { x, y, heading }, now, next);
    } else {
      let { dx, dy } = stride;
      if (robot.actual !== undefined) {
        // The wheels still make up for a push.
        [dx, dy] = [velocity.x * STEP_SECONDS, velocity.y * STEP_SECONDS];
        const isUpToSpeed = Math.abs(dx - stride.dx) + Math.abs(dy - stride.dy) <= 1e-6 * robot.radius;
        robot.actual = isUpToSpeed ? undefined : velocity;
        robot.load = NO_LOAD;
      }
      const to = { x: pose.x + dx, y: pose.y + dy, heading };
      body.setTranslation({ x: to.x, y: to.y }, true);
      this.moveTo(robot, to, now, next);
    }
  }

  private advanceProgram(robot: RigidRobot, end: MotionEnd | undefined, next: number): void {
    const { program } = robot;
    if (program === undefined) return;
    if (end?.status === 'collided') this.later(() => this.finish(robot, program, end, next));
    else if (program.arrived(robot.pose, STEP_SECONDS)) this.later(() => this.goOnWith(robot, program, next));
    else if (end !== undefined) this.later(() => this.finish(robot, program, end, next));
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

  /** How a robot's motion ends by what it drives against: at once by what does not give way, or for lack of progress. */
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

  private goOnWith(robot: RigidRobot, program: Program, now: number): void {
    if (robot.program !== program) return;
    if (program.goOn()) this.listener.onNextLeg?.(robot.id, now);
    else this.finish(robot, program, FINISHED, now);
  }

  private settlePushed(pushed: Pushed, index: number, presses: readonly Press[], now: number, next: number): void {
    const impulse = impulseOn(pushed, presses, this.scene.pushedOf);
    const from = pushed.pose;
    this.sliding.settle(pushed, impulse);
    const leg = stepLeg(from, pushed.pose, now, next);
    if (leg.kind === 'rest' && pushed.leg.kind === 'rest') return;
    pushed.leg = leg;
    this.listener.onPushableLeg?.(index, leg, now);
  }

  // Touches.

  private tellTouches(pairs: readonly Pair[], next: number): void {
    const touches = this.touchesOf(pairs);
    for (const [slot, robot] of this.robots.entries()) {
      const { robots: oldRobots, fixtures: oldFixtures, id } = robot;
      const { robots: newRobots, fixtures: newFixtures } = touches.get(slot) ?? TOUCHES_NOBODY;
      if (oldRobots.size + oldFixtures.size + newRobots.size + newFixtures.size === 0) continue;
      robot.robots = newRobots;
      robot.fixtures = newFixtures;
      for (const other of oldRobots) {
        if (!newRobots.has(other) && id < other) this.later(() => this.listener.onRelease?.(id, other, next));
      }
      for (const fixture of oldFixtures) {
        if (!newFixtures.has(fixture)) this.later(() => this.listener.onFixtureRelease?.(id, fixture, next));
      }
      for (const other of newRobots) {
        if (!oldRobots.has(other) && id < other) this.later(() => this.listener.onTouch?.(id, other, next));
      }
      for (const fixture of newFixtures) {
        if (!oldFixtures.has(fixture)) this.later(() => this.listener.onFixtureTouch?.(id, fixture, next));
      }
    }
  }

  /** By slot, of those who touch something. */
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

  private later(tell: () => void): void {
    this.arrivals.push(tell);
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

/** Radii per second: a robot without a motion that is slower stands, also if it still touches something. */
const STANDS = 1 / 1024;

function isDrifting({ actual, radius }: RigidRobot): boolean {
  if (actual === undefined) return false;
  const most = STANDS * radius;
  return actual.x * actual.x + actual.y * actual.y > most * most;
}

/** The cosine of an angle: who goes along a wall, to this, has not run into it. */
const AGAINST = 0.02;
