import type { Task, Rounds, Wait } from '@kineko/kernel';
import { type Contents, type NekoMessage, type NekoProcess, TaskProtocol } from '@kineko/neko';
import { Actuator, type ActuatorHost } from './actuator.js';
import { ALGORITHM } from './brand.js';
import type { NekoRobot } from './neko-robot.js';
import { NestedAlgorithms } from './nested-algorithms.js';
import { type OwnRobot, ownRobotOf } from './own-robot.js';
import { Parameters } from './parameters.js';
import { type AnyAlgorithm, classOf, Routine, type RoutineHost, type Runnable } from './routine.js';
import {
  BumpPort,
  checkAwaited,
  CompassPort,
  ContactPort,
  GpsPort,
  HeatPort,
  LightPort,
  OwnPushPort,
  ProximityPort,
  RingPort,
  Sensing,
  SensorPort,
  SonarPort,
  ViewPort,
} from './sensing.js';

/** Result of a round: nothing, the motion or wait with which it ends, or a promise. */
export type Doing = Wait<unknown> | Promise<unknown> | void;

/** The nested algorithms, and the host of their routines. */
interface Nested {
  readonly algorithms: NestedAlgorithms;
  readonly host: RoutineHost;
}

/** Parts that many algorithms never need; created on first use, since there may be a million algorithms. */
class RareParts {
  /** Ends the rounds that a parent has started; undefined for an algorithm without a parent. */
  until: (() => boolean) | undefined = undefined;
  /** Whether the condition was already checked for a round that has not started yet. */
  isRoundDue = false;
  /** Messages that came while it was resting. */
  kept: NekoMessage[] | undefined = undefined;
  sensing: Sensing | undefined = undefined;
  nested: Nested | undefined = undefined;
  /** Whether the handler of a push sensor is running. */
  isHandling = false;
}

/**
 * The algorithm of a robot. `doMotion` is called in rounds until the algorithm is finished or the run ends. A round awaits
 * motions, sensor readings and messages; the last one may be returned instead, which is faster.
 *
 *     export class Gathering extends AbstractAlgorithm {
 *       protected async doMotion() {
 *         const everyone = await this.gps.getAllPosition();
 *         return this.actuator.moveTo(centroid(everyone), 3 + 3 * this.random(), 30);
 *       }
 *     }
 *
 * An algorithm is also a protocol: it can send messages. A message to it is passed to the handler of its type, or waits in
 * the inbox until it is received. Distances are metres, times simulated seconds, angles degrees.
 *
 * @typeParam M Contents of its messages, by type.
 */
export abstract class AbstractAlgorithm<M extends Contents = Record<string, unknown>>
  extends TaskProtocol<M>
  implements AnyAlgorithm
{
  static readonly [ALGORITHM] = true;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs. Methods among them are
  // static, since others would take a field of every algorithm.
  /** The interface for the kernel and the actuator, in one object for all, so that authors are free to use any method names. */
  static readonly #WORK: Required<Rounds<AbstractAlgorithm>> & ActuatorHost<AbstractAlgorithm> = {
    nameOf: (my) => `${my.process.name} ${my.constructor.name || 'algorithm'}`,
    doRound: (task, my) => {
      checkAwaited(task);
      const body = bodyOf(my);
      if (body.isCrashed) return AbstractAlgorithm.#recovery(my);
      if (my.#isResting) AbstractAlgorithm.#goToWork(my);
      if (body.isHeldByHandler) return body.motionEnd(task);
      if (my.#parts !== undefined) my.#parts.isRoundDue = false;
      return my.doMotion();
    },
    isDone: (my) => {
      const isFinished = my.#isFinished || my.isFinished();
      const parts = my.#parts;
      if (parts?.until === undefined) {
        if (isFinished) bodyOf(my).finished();
        return isFinished;
      }
      // Checked once before each round: a count of rounds must not include waits for a handler's motion or a recovery.
      const mayAsk = !parts.isRoundDue && !bodyOf(my).isHeldByHandler;
      const isOver = isFinished || (mayAsk && parts.until());
      if (isOver) AbstractAlgorithm.#rest(my);
      else parts.isRoundDue ||= mayAsk;
      return isOver;
    },
    robotOf: bodyOf,
    taskOf: (my) => my.task,
    finishesMotion: (my) => my.#parts?.isHandling === true && my.finishesHandlerMotions(),
  };
  /** Moves the robot. */
  protected readonly actuator: Actuator;
  #isFinished = false;
  /** Whether the algorithm has not started, or is not being run, so that messages are kept. */
  #isResting = true;
  #parts: RareParts | undefined = undefined;

  constructor(robot: NekoRobot) {
    super(robot);
    this.actuator = new Actuator(this, AbstractAlgorithm.#WORK);
  }

  /** Performs one round; called repeatedly until the algorithm is finished. */
  protected abstract doMotion(): Doing;

  /** Whether the algorithm is finished; called between two rounds. Default: false. */
  protected isFinished(): boolean {
    return false;
  }

  /**
   * Whether a motion that the handler of a push sensor starts runs to its end before the next round starts. Default: true.
   * Override it to return false if the next round should replace such a motion.
   */
  protected finishesHandlerMotions(): boolean {
    return true;
  }

  /** Finishes the algorithm: there is no round after the current one. */
  protected finish(): void {
    this.#isFinished = true;
  }

  /** Ends the whole run; the reason is shown in its summary. */
  protected shutdown(reason = 'its algorithm requested it'): void {
    this.process.shutdown(reason);
  }

  // State of the robot and of the run.

  /** The robot that the algorithm runs on. */
  get robot(): OwnRobot {
    return ownRobotOf(bodyOf(this));
  }

  /** Current time in simulated seconds. */
  protected get clock(): number {
    return this.process.now;
  }

  /** Number of robots; their ids are 0 to n - 1. */
  protected get n(): number {
    return this.process.n;
  }

  /** Each robot has one random stream, regardless of the id that an initializer gives to the algorithm. */
  protected override get randomName(): string {
    return 'algorithm';
  }

  /** Parameters in the configuration, for this class (`Gathering.speed = 3`) or for all (`parameter.speed = 3`). */
  protected get parameters(): Parameters {
    return new Parameters(this.process, this.constructor.name);
  }

  /** Positions of this robot and of all robots. */
  protected get gps(): GpsPort {
    return AbstractAlgorithm.#sensesOf(this).port('gps', GpsPort);
  }

  /** Heading of this robot. */
  protected get compass(): CompassPort {
    return AbstractAlgorithm.#sensesOf(this).port('compass', CompassPort);
  }

  /** Other robots within a distance from centre to centre. */
  protected get viewSensor(): ViewPort {
    return AbstractAlgorithm.#sensesOf(this).port('view', ViewPort);
  }

  /** Distances and directions of robots and obstacles nearby; can interrupt motions. */
  protected get proximitySensor(): ProximityPort {
    return AbstractAlgorithm.#sensesOf(this).port('proximity', ProximityPort);
  }

  /** Robots and obstacles that this robot touches; can interrupt motions. */
  protected get contactSensor(): ContactPort {
    return AbstractAlgorithm.#sensesOf(this).port('contact', ContactPort);
  }

  /** The same, with the side of each contact; can interrupt motions. */
  protected get bumpSensor(): BumpPort {
    return AbstractAlgorithm.#sensesOf(this).port('bump', BumpPort);
  }

  /** Distance to the nearest robot or obstacle in a beam. */
  protected get sonarSensor(): SonarPort {
    return AbstractAlgorithm.#sensesOf(this).port('sonar', SonarPort);
  }

  /** Distances along rays all around. */
  protected get ringSensor(): RingPort {
    return AbstractAlgorithm.#sensesOf(this).port('ring', RingPort);
  }

  /** Heat at the position of this robot. */
  protected get heatSensor(): HeatPort {
    return AbstractAlgorithm.#sensesOf(this).port('heat', HeatPort);
  }

  /** Light at the position of this robot. */
  protected get lightSensor(): LightPort {
    return AbstractAlgorithm.#sensesOf(this).port('light', LightPort);
  }

  /** A sensor of your own, by its name. */
  protected sensor<Request, Reading>(name: string): SensorPort<Request, Reading> {
    return AbstractAlgorithm.#sensesOf(this).port(name, SensorPort<Request, Reading>);
  }

  /** A push sensor of your own, by its name. */
  protected pushSensor<Request, Reading>(name: string): OwnPushPort<Request, Reading> {
    return AbstractAlgorithm.#sensesOf(this).port(name, OwnPushPort<Request, Reading>);
  }

  // Actions.

  /** Sets the tag of the robot, a word that others can see; '' removes it. */
  protected tag(word: string): void {
    this.task.checkMayBegin('tag');
    bodyOf(this).tag(word);
  }

  /** Sends a message to one or several robots, through the protocols below. */
  protected send<T extends keyof M & string>(to: number | readonly number[], type: T, content: M[T]): void {
    this.task.checkMayBegin(`send(${type})`);
    this.sendTo(typeof to === 'number' ? [to] : to, type, content);
  }

  /** Sends a message to all other robots. */
  protected broadcast<T extends keyof M & string>(type: T, content: M[T]): void {
    this.send(this.process.others, type, content);
  }

  /** Runs a nested algorithm: `await this.run(RandomMovement).for(100)`. */
  protected run(runnable: Runnable): Routine {
    const algorithm = classOf(runnable);
    const { id, sender } = this;
    const robot = bodyOf(this);
    const { algorithms, host } = AbstractAlgorithm.#nestedOf(this);
    return new Routine(host, algorithms.of(algorithm, { id, robot, sender: sender! }), algorithm.name);
  }

  // Called by the kernel and by the parent.

  override deliver(message: NekoMessage): void {
    const { id } = this;
    if (message.protocol !== id && message.protocol.startsWith(`${id}/`))
      AbstractAlgorithm.#nestedOf(this).algorithms.deliver(message);
    else if (this.#isResting) (AbstractAlgorithm.#partsOf(this).kept ??= []).push(message);
    else super.deliver(message);
    bodyOf(this).wake();
  }

  startRounds(until: () => boolean): Task {
    AbstractAlgorithm.#partsOf(this).until = until;
    if (this.isLaunched) this.started();
    else this.launch();
    return this.task;
  }

  halt(): void {
    this.#parts?.nested?.host.running?.halt();
    this.task.kill();
    AbstractAlgorithm.#rest(this);
    bodyOf(this).stopMotionOf(this.task);
  }

  protected override begin(): Task {
    this.#isFinished = false;
    return this.process.spawnShared(AbstractAlgorithm.#WORK, this as unknown as AbstractAlgorithm);
  }

  static #partsOf<M extends Contents>(my: AbstractAlgorithm<M>): RareParts {
    return (my.#parts ??= new RareParts());
  }

  static #sensesOf<M extends Contents>(my: AbstractAlgorithm<M>): Sensing {
    const parts = AbstractAlgorithm.#partsOf(my);
    return (parts.sensing ??= new Sensing(bodyOf(my), () => my.task, parts));
  }

  static #nestedOf<M extends Contents>(my: AbstractAlgorithm<M>): Nested {
    const parts = AbstractAlgorithm.#partsOf(my);
    if (parts.nested === undefined) {
      const task = (): Task => my.task;
      const sleep = (seconds: number): Wait<void> => my.sleep(seconds);
      parts.nested = { algorithms: new NestedAlgorithms(), host: { task, sleep, running: undefined } };
    }
    return parts.nested;
  }

  /** Called in a round, so that handlers may act. */
  static #goToWork<M extends Contents>(my: AbstractAlgorithm<M>): void {
    my.#isResting = false;
    const kept = my.#parts?.kept;
    if (kept === undefined) return;
    my.#parts!.kept = undefined;
    for (const message of kept) TaskProtocol.prototype.deliver.call(my, message);
  }

  /** Stops its sensors; the parent may run it again. */
  static #rest<M extends Contents>(my: AbstractAlgorithm<M>): void {
    my.#isResting = true;
    if (my.#parts === undefined) return;
    my.#parts.isRoundDue = false;
    my.#parts.sensing?.rest();
  }

  static #recovery<M extends Contents>(my: AbstractAlgorithm<M>): Wait<void> {
    const recovery = my.task.completion<void>(() => 'recovery');
    bodyOf(my).notify(() => recovery.settle());
    return recovery;
  }
}

/** The robot with its motors and sensors, which authors reach by `actuator` and the sensors only. */
function bodyOf({ process }: { readonly process: NekoProcess }): NekoRobot {
  return process as NekoRobot;
}
