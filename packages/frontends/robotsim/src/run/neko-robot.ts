import type { Pose } from '@kineko/geometry';
import type { Completion, Task, Wait } from '@kineko/kernel';
import { type NekoHost, NekoProcess, type Network } from '@kineko/neko';
import {
  type AnyMotionModule,
  type FutureEvent,
  type MotionOutcome,
  type MotionRequest,
  type Sensor,
  TagEffector,
  type World,
} from '@kineko/world';
import type { MotionAccess } from './motion-access.js';
import { Motion, type MotionOrigin } from './motion.js';

/** A sensor of any kind. */
export type AnySensor = Sensor<never, unknown>;

/** What all robots of a run share, besides what processes do. */
export interface RobotHost {
  readonly world: World;
  /** Makes a sensor that a robot has not used yet, by its name; says so if it is not to have it. */
  makeSensor(robot: number, name: string): AnySensor;
  /** Whether MOVETO turns the shorter way round instead of always anticlockwise. */
  turnsShorter(robot: number): boolean;
  /** Tells a robot that its motion is over: one for all motions of all robots, of which there are many. */
  motionOver(this: void, outcome: MotionOutcome, robot: number): void;
  /** An algorithm has done all it wants to do. */
  finished(robot: number): void;
  /** Which robot has which motion modules; undefined if all have the same. */
  readonly motions?: MotionAccess | undefined;
  /** Called when a robot first replaced a motion that was not awaited. */
  replaced?(robot: number, text: string): void;
}

/** A process with a body. */
export class NekoRobot extends NekoProcess {
  /** How many motions were asked for. */
  motionRequests = 0;
  /** The motion that its algorithm has begun, as long as it is not over. */
  private motion: Motion | undefined = undefined;
  /** Waits for the end of that motion, if a handler started it. */
  private motionEnds: Completion<void>[] | undefined = undefined;
  private hasReplaced = false;
  // Made when they are first needed: there may be a hundred thousand robots.
  private sensors: Map<string, AnySensor> | undefined = undefined;
  /** What it is to be told when it has recovered. */
  private untold: (() => void)[] | undefined = undefined;
  #tag: TagEffector | undefined = undefined;
  /** Private at run time too: it leads to the world, and so to all other robots. */
  readonly #shared: RobotHost;

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

  /** Begins a motion, in place of the one under way. */
  move(request: MotionRequest, task: Task, origin: MotionOrigin = 'round'): Motion {
    if (this.isCrashed) return this.notMoved(request, task);
    const shared = this.#shared;
    const { kind } = request;
    shared.motions?.check(this.id, kind);
    const before = this.motion;
    const isForgotten = before !== undefined && !before.wasAwaited && !this.hasReplaced;
    if (isForgotten && this.isReplacedByMistake(before, origin)) this.noteReplaced(before, kind);
    // If there is one under way, its end is told first.
    shared.world.motions.request(this.id, request, shared.motionOver);
    this.motionRequests++;
    return (this.motion = new Motion(task, kind, origin));
  }

  /**
   * Begins a motion for a program outside, which keeps account of it.
   */
  requestMotion(request: MotionRequest, onEnd: (outcome: MotionOutcome) => void): void {
    const { world, motions } = this.#shared;
    motions?.check(this.id, request.kind);
    world.motions.request(this.id, request, onEnd);
    this.motionRequests++;
  }

  /** Where it stands while it is crashed; of one that works only its sensors tell. */
  get poseInCrash(): Pose | undefined {
    return this.isCrashed ? this.#shared.world.poseOf(this.id) : undefined;
  }

  /** Ends the motion under way where it is. */
  stop(): void {
    if (!this.isCrashed) this.#shared.world.motions.stop(this.id);
  }

  /** Ends the motion under way if it is one of that task: the task is ended. */
  stopMotionOf(task: Task): void {
    if (this.motion?.owner === task) this.#shared.world.motions.stop(this.id);
  }

  /** Something happened to it: if it waits because its motions keep ending in contact, it goes on. */
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

  /** Whether a motion is under way that a handler started, and that the next round waits for. */
  get isHeldByHandler(): boolean {
    return this.motion?.origin === 'handler';
  }

  /** A wait for the end of the motion under way. */
  motionEnd(task: Task): Wait<void> {
    const { motion } = this;
    const end = task.completion<void>(() => `the end of ${motion?.describe()}, which a handler started`);
    (this.motionEnds ??= []).push(end);
    return end;
  }

  /** What will happen to it as things stand, in order of time. */
  futureEvents(): FutureEvent[] {
    return this.#shared.world.events.futureEventsOf(this.id);
  }

  /** The sensor of that name, with which it is equipped when it is first used. */
  sensor<S extends AnySensor>(name: string): S {
    this.sensors ??= new Map();
    let sensor = this.sensors.get(name);
    if (sensor === undefined) {
      sensor = this.#shared.world.sensors.equip(this.id, this.#shared.makeSensor(this.id, name));
      this.sensors.set(name, sensor);
    }
    return sensor as S;
  }

  /** Wears a word that others can see; '' takes it off. */
  tag(word: string): void {
    const { world } = this.#shared;
    this.#tag ??= world.effectors.equip(this.id, new TagEffector(world));
    this.#tag.doEffect({ tag: word });
  }

  /** Has its algorithm told something: at once, or, while it is crashed, at its recovery. */
  tell(what: () => void): void {
    if (this.isCrashed) (this.untold ??= []).push(what);
    else what();
  }

  /** Its body stands still while it is crashed. */
  override crash(): void {
    if (this.isCrashed) return;
    super.crash();
    this.#shared.world.motions.stop(this.id);
  }

  override recover(): void {
    if (!this.isCrashed) return;
    super.recover();
    const { untold } = this;
    this.untold = undefined;
    if (untold !== undefined) for (const what of untold) what();
  }

  /** For who is told that the motion under way is over. */
  moved(outcome: MotionOutcome): void {
    const motion = this.motion!;
    this.motion = undefined;
    if (this.isCrashed) this.endLater(motion, outcome);
    else motion.endWith(outcome);
    if (this.motionEnds !== undefined) this.settleMotionEnds();
  }

  // Apart from `moved`: closures that are rarely made would cost it at each motion.

  private endLater(motion: Motion, outcome: MotionOutcome): void {
    this.tell(() => motion.endWith(outcome));
  }

  private settleMotionEnds(): void {
    const ends = this.motionEnds!;
    this.motionEnds = undefined;
    this.tell(() => {
      for (const end of ends) end.settle();
    });
  }

  /** Rarely called: only for motions that nobody awaits. */
  private isReplacedByMistake({ origin }: Motion, by: MotionOrigin): boolean {
    if (origin === 'free') return false;
    const task = this.#shared.world.motions.taskOf(this.id);
    if (task === undefined || task.outcome !== undefined) return false;
    const { phases } = task;
    // A handler that is called again changes its mind.
    if (origin === 'handler' && by === 'handler' && phases[0]!.leg.start < this.now) return false;
    // A motion without an end is there to be replaced.
    return phases.at(-1)!.leg.end < Infinity;
  }

  private noteReplaced({ kind }: Motion, by: string): void {
    this.hasReplaced = true;
    this.#shared.replaced?.(
      this.id,
      `robot ${this.id} replaced its motion '${kind}', which was not awaited, by '${by}' at t = ${this.now} s: await or ` +
        'return each motion, or end it with stop()',
    );
  }

  /** Code that was on its way when its process crashed may still run to its next wait. */
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
