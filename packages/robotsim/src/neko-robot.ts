import type { Process } from '@kineko/kernel';
import { type NekoHost, NekoProcess, type Network } from '@kineko/neko';
import {
  type FutureEvent,
  type MotionOutcome,
  type MotionRequest,
  type Sensor,
  TagEffector,
  type World,
} from '@kineko/world';
import { Motion, outcomeInDegrees } from './motion.js';

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
}

/** A process with a body. */
export class NekoRobot extends NekoProcess {
  /** How many motions were asked for. */
  motionRequests = 0;
  /** How many collisions it had but for those with robots of lower ids: over all robots, the number of pairs. */
  collisions = 0;
  /** The motion that its algorithm has begun, as long as it is not over. */
  private motion: Motion | undefined = undefined;
  // Made when they are first needed: there may be a hundred thousand robots.
  private sensors: Map<string, AnySensor> | undefined = undefined;
  /** What it is to be told when it has recovered. */
  private untold: (() => void)[] | undefined = undefined;
  #tag: TagEffector | undefined = undefined;

  constructor(
    id: number,
    host: NekoHost,
    networks: readonly Network[],
    private readonly shared: RobotHost,
  ) {
    super(id, host, networks);
  }

  get world(): World {
    return this.shared.world;
  }

  /** Metres. */
  get radius(): number {
    return this.world.radiusOf(this.id);
  }

  get turnsShorter(): boolean {
    return this.shared.turnsShorter(this.id);
  }

  /** Begins a motion, in place of the one under way. */
  move(request: MotionRequest, thread: Process): Motion {
    if (this.isCrashed) return this.notMoved(request, thread);
    // If there is one under way, its end is told first.
    this.world.motions.request(this.id, request, this.shared.motionOver);
    this.motionRequests++;
    return (this.motion = new Motion(thread, request.kind));
  }

  /** Ends the motion under way where it is. */
  stop(): void {
    if (!this.isCrashed) this.world.motions.stop(this.id);
  }

  /** What will happen to it as things stand, in order of time. */
  futureEvents(): FutureEvent[] {
    return this.world.events.futureEventsOf(this.id);
  }

  /** The sensor of that name, with which it is equipped when it is first used. */
  sensor<S extends AnySensor>(name: string): S {
    this.sensors ??= new Map();
    let sensor = this.sensors.get(name);
    if (sensor === undefined) {
      sensor = this.world.sensors.equip(this.id, this.shared.makeSensor(this.id, name));
      this.sensors.set(name, sensor);
    }
    return sensor as S;
  }

  /** Wears a word that others can see; '' takes it off. */
  tag(word: string): void {
    this.#tag ??= this.world.effectors.equip(this.id, new TagEffector(this.world));
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
    this.world.motions.stop(this.id);
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
    const { motion } = this;
    const seen = outcomeInDegrees(outcome, this.world.headingOf(this.id));
    this.motion = undefined;
    if (this.isCrashed) this.tell(() => motion!.settle(seen));
    else motion!.settle(seen);
  }

  /** Code that was on its way when its process crashed may still run to its next wait. */
  private notMoved({ kind }: MotionRequest, thread: Process): Motion {
    const motion = new Motion(thread, kind);
    const { id, world } = this;
    const outcome: MotionOutcome = { status: 'stopped', at: this.now, pose: world.poseOf(id) };
    this.tell(() => motion.settle(outcomeInDegrees(outcome, world.headingOf(id))));
    return motion;
  }

  finished(): void {
    this.shared.finished(this.id);
  }
}
