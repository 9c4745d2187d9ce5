import type { Pose } from '@kineko/geometry';
import type { Completion, Task, Wait } from '@kineko/kernel';
import { type CrashMemory, type NekoHost, NekoProcess, type Network } from '@kineko/neko';
import {
  type AnyMotionModule,
  type FutureEvent,
  type ExactOutcome,
  type MotionRequest,
  PushSensor,
  type Sensor,
  TagEffector,
  type World,
} from '@kineko/world';
import type { MotionAccess } from './motion-access.js';
import { Motion, type MotionOrigin } from './motion.js';

export type AnySensor = Sensor<never, unknown>;

/** Services that all robots of a run share, besides those of processes. */
export interface RobotHost {
  readonly world: World;
  /** Creates a sensor of a robot, by its name; throws if the robot does not have it. */
  makeSensor(robot: number, name: string): AnySensor;
  /** Whether `moveTo` turns in the shorter direction instead of always anticlockwise. */
  turnsShorter(robot: number): boolean;
  /** Called when a motion of a robot has ended; one function for all motions, of which there are many. */
  motionOver(this: void, outcome: ExactOutcome, robot: number): void;
  /** Called when the algorithm of a robot is finished. */
  finished(robot: number): void;
  /** The motion modules of each robot; undefined if all have the same. */
  readonly motions?: MotionAccess | undefined;
  /** Called when a robot first replaced a motion that was not awaited. */
  replaced?(robot: number, text: string): void;
}

/** Parts that many robots never need; created on first use, since there may be a million robots. */
class RareParts {
  /** Waits for the end of the current motion, if a handler started it. */
  motionEnds: Completion<void>[] | undefined = undefined;
  /** Whether it has replaced a motion that was not awaited. */
  hasReplaced = false;
  readonly sensors = new Map<string, AnySensor>();
  /** Notifications that are delivered when it has recovered. */
  pending: (() => void)[] | undefined = undefined;
  tag: TagEffector | undefined = undefined;
}

/** A process with a body. */
export class NekoRobot extends NekoProcess {
  /** Number of requested motions. */
  motionRequests = 0;
  /** The current motion of its algorithm. */
  private motion: Motion | undefined = undefined;
  // Private at run time too: they give access to the world, and so to all other robots.
  readonly #shared: RobotHost;
  #parts: RareParts | undefined = undefined;

  /** Static, since a private method or getter would take a field of every robot. */
  static #partsOf(robot: NekoRobot): RareParts {
    return (robot.#parts ??= new RareParts());
  }

  constructor(id: number, host: NekoHost, networks: readonly Network[], shared: RobotHost) {
    super(id, host, networks);
    this.#shared = shared;
  }

  /** Metres. */
  get radius(): number {
    return this.#shared.world.radiusOf(this.id);
  }

  get turnsShorter(): boolean {
    return this.#shared.turnsShorter(this.id);
  }

  /** Starts a motion, which replaces the current one. */
  move(request: MotionRequest, task: Task, origin: MotionOrigin = 'round'): Motion {
    if (this.isCrashed) return this.notMoved(request, task);
    const shared = this.#shared;
    const { kind } = request;
    shared.motions?.check(this.id, kind);
    const before = this.motion;
    if (before !== undefined && !before.wasAwaited) this.checkReplaced(before, origin, kind);
    // Settles the current motion first.
    shared.world.motions.request(this.id, request, shared.motionOver);
    this.motionRequests++;
    return (this.motion = new Motion(task, kind, origin));
  }

  /** Starts a motion for an external program, which keeps track of it. */
  requestMotion(request: MotionRequest, onEnd: (outcome: ExactOutcome) => void): void {
    const { world, motions } = this.#shared;
    motions?.check(this.id, request.kind);
    world.motions.request(this.id, request, onEnd);
    this.motionRequests++;
  }

  /** Its pose while it is crashed; otherwise only its sensors give it. */
  get poseInCrash(): Pose | undefined {
    return this.isCrashed ? this.#shared.world.poseOf(this.id) : undefined;
  }

  /** Ends the current motion. */
  stop(): void {
    if (!this.isCrashed) this.#shared.world.motions.stop(this.id);
  }

  /** Ends the current motion if it belongs to a task that has ended. */
  stopMotionOf(task: Task): void {
    if (this.motion?.owner === task) this.#shared.world.motions.stop(this.id);
  }

  /** Resumes the robot if it is delayed because its motions keep ending in contact. */
  wake(): void {
    this.#shared.world.motions.wake(this.id);
  }

  /** Whether there is a motion module of that kind. */
  knowsMotion(kind: string): boolean {
    return this.#shared.world.motions.knows(kind);
  }

  /** Adds a motion module for all robots. */
  registerMotion(module: AnyMotionModule): void {
    this.#shared.world.motions.register(module);
  }

  /** Whether the current motion was started by a handler, so that the next round waits for it. */
  get isHeldByHandler(): boolean {
    return this.motion?.origin === 'handler';
  }

  /** A wait for the end of the current motion. */
  motionEnd(task: Task): Wait<void> {
    const { motion } = this;
    const end = task.completion<void>(() => `the end of ${motion?.describe()}, which a handler started`);
    (NekoRobot.#partsOf(this).motionEnds ??= []).push(end);
    return end;
  }

  /** The predicted events of this robot, in order of time. */
  futureEvents(): FutureEvent[] {
    return this.#shared.world.events.futureEventsOf(this.id);
  }

  /** The sensor of a name; the robot is equipped with it on first use. */
  sensor<S extends AnySensor>(name: string): S {
    const { sensors } = NekoRobot.#partsOf(this);
    let sensor = sensors.get(name);
    if (sensor === undefined) {
      sensor = this.#shared.world.sensors.equip(this.id, this.#shared.makeSensor(this.id, name));
      sensors.set(name, sensor);
    }
    return sensor as S;
  }

  /** Sets its tag, a word that others can see; '' removes it. */
  tag(word: string): void {
    const { world } = this.#shared;
    const parts = NekoRobot.#partsOf(this);
    parts.tag ??= world.effectors.equip(this.id, new TagEffector(world));
    parts.tag.doEffect({ tag: word });
  }

  /** Notifies its algorithm: at once, or at its recovery while it is crashed. */
  notify(callback: () => void): void {
    if (this.isCrashed) (NekoRobot.#partsOf(this).pending ??= []).push(callback);
    else callback();
  }

  /** Its body stands still while it is crashed. */
  override crash(memory?: CrashMemory): void {
    if (this.isCrashed) return;
    super.crash(memory);
    this.#shared.world.motions.stop(this.id);
    // The end of the motion is forgotten, too.
    if (memory === 'lost') NekoRobot.#partsOf(this).pending = undefined;
  }

  protected override loseMemory(): void {
    super.loseMemory();
    for (const sensor of NekoRobot.#partsOf(this).sensors.values())
      if (sensor instanceof PushSensor) sensor.deactivate();
  }

  override recover(): void {
    if (!this.isCrashed) return;
    super.recover();
    const parts = NekoRobot.#partsOf(this);
    const { pending } = parts;
    parts.pending = undefined;
    if (pending !== undefined) for (const callback of pending) callback();
  }

  /** Called when the current motion has ended. */
  moved(outcome: ExactOutcome): void {
    const motion = this.motion!;
    this.motion = undefined;
    if (this.isCrashed) this.endLater(motion, outcome);
    else motion.endWith(outcome);
    if (this.#parts?.motionEnds !== undefined) this.settleMotionEnds(this.#parts);
  }

  // Not in `moved`, because closures would slow it down at each motion.

  private endLater(motion: Motion, outcome: ExactOutcome): void {
    this.notify(() => motion.endWith(outcome));
  }

  private settleMotionEnds(parts: RareParts): void {
    const ends = parts.motionEnds!;
    parts.motionEnds = undefined;
    this.notify(() => {
      for (const end of ends) end.settle();
    });
  }

  /** Rarely called: only for motions that are not awaited. */
  private checkReplaced(before: Motion, origin: MotionOrigin, by: string): void {
    if (this.#parts?.hasReplaced !== true && this.isReplacedByMistake(before, origin)) this.noteReplaced(before, by);
  }

  private isReplacedByMistake({ origin }: Motion, by: MotionOrigin): boolean {
    if (origin === 'free') return false;
    const task = this.#shared.world.motions.taskOf(this.id);
    if (task === undefined || task.outcome !== undefined) return false;
    const { phases } = task;
    // A handler that is called again may replace its own motion.
    if (origin === 'handler' && by === 'handler' && phases[0]!.leg.start < this.now) return false;
    // A motion without an end can only be replaced.
    return phases.at(-1)!.leg.end < Infinity;
  }

  private noteReplaced({ kind }: Motion, by: string): void {
    NekoRobot.#partsOf(this).hasReplaced = true;
    this.#shared.replaced?.(
      this.id,
      `robot ${this.id} replaced its motion '${kind}', which was not awaited, by '${by}' at t = ${this.now} s: await or ` +
        'return each motion, or end it with stop()',
    );
  }

  /** Code that was running when its process crashed continues to its next wait. */
  private notMoved({ kind }: MotionRequest, task: Task): Motion {
    const motion = new Motion(task, kind);
    const { world } = this.#shared;
    const pose = { ...world.poseOf(this.id), degrees: world.headingOf(this.id) };
    this.endLater(motion, { status: 'stopped', at: this.now, pose });
    return motion;
  }

  finished(): void {
    this.#shared.finished(this.id);
  }
}
