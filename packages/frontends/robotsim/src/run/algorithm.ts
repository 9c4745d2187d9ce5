import type { Identity, Task, Rounds, Wait } from '@kineko/kernel';
import { type Contents, type NekoMessage, TaskProtocol } from '@kineko/neko';
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
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  /** The interface for the kernel and the actuator, in a separate object so that authors are free to use any method names. */
  static readonly #Work = class implements Rounds, Identity, ActuatorHost {
    isHandling = false;

    constructor(private readonly my: AbstractAlgorithm) {}

    get id(): number {
      return this.my.process.id;
    }

    get name(): string {
      return `${this.my.process.name} ${this.my.constructor.name || 'algorithm'}`;
    }

    doRound(task: Task): Doing {
      return this.my.#doRound(task);
    }

    isDone(): boolean {
      return this.my.#isDone();
    }

    task(): Task {
      return this.my.task;
    }

    finishesHandlerMotions(): boolean {
      return this.my.finishesHandlerMotions();
    }
  };
  /** Moves the robot. */
  protected readonly actuator: Actuator;
  readonly #work = new AbstractAlgorithm.#Work(this as unknown as AbstractAlgorithm);
  #isFinished = false;
  /** Ends the rounds that a parent has started; undefined for an algorithm without a parent. */
  #until: (() => boolean) | undefined = undefined;
  /** Whether the condition was already checked for a round that has not started yet. */
  #isRoundDue = false;
  /** Whether the algorithm has not started, or is not being run, so that messages are kept. */
  #isResting = true;
  // Created on first use: there may be a hundred thousand algorithms.
  #kept: NekoMessage[] | undefined = undefined;
  #sensing: Sensing | undefined = undefined;
  #nested: Nested | undefined = undefined;

  constructor(robot: NekoRobot) {
    super(robot);
    this.actuator = new Actuator(robot, this.#work);
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
    return ownRobotOf(this.#body);
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
    return this.#senses.port('gps', GpsPort);
  }

  /** Heading of this robot. */
  protected get compass(): CompassPort {
    return this.#senses.port('compass', CompassPort);
  }

  /** Other robots within a distance from centre to centre. */
  protected get viewSensor(): ViewPort {
    return this.#senses.port('view', ViewPort);
  }

  /** Distances and directions of robots and obstacles nearby; can interrupt motions. */
  protected get proximitySensor(): ProximityPort {
    return this.#senses.port('proximity', ProximityPort);
  }

  /** Robots and obstacles that this robot touches; can interrupt motions. */
  protected get contactSensor(): ContactPort {
    return this.#senses.port('contact', ContactPort);
  }

  /** The same, with the side of each contact; can interrupt motions. */
  protected get bumpSensor(): BumpPort {
    return this.#senses.port('bump', BumpPort);
  }

  /** Distance to the nearest robot or obstacle in a beam. */
  protected get sonarSensor(): SonarPort {
    return this.#senses.port('sonar', SonarPort);
  }

  /** Distances along rays all around. */
  protected get ringSensor(): RingPort {
    return this.#senses.port('ring', RingPort);
  }

  /** Heat at the position of this robot. */
  protected get heatSensor(): HeatPort {
    return this.#senses.port('heat', HeatPort);
  }

  /** Light at the position of this robot. */
  protected get lightSensor(): LightPort {
    return this.#senses.port('light', LightPort);
  }

  /** A sensor of your own, by its name. */
  protected sensor<Request, Reading>(name: string): SensorPort<Request, Reading> {
    return this.#senses.port(name, SensorPort<Request, Reading>);
  }

  /** A push sensor of your own, by its name. */
  protected pushSensor<Request, Reading>(name: string): OwnPushPort<Request, Reading> {
    return this.#senses.port(name, OwnPushPort<Request, Reading>);
  }

  // Actions.

  /** Sets the tag of the robot, a word that others can see; '' removes it. */
  protected tag(word: string): void {
    this.task.checkMayBegin('tag');
    this.#body.tag(word);
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
    const robot = this.#body;
    const { algorithms, host } = this.#ownNested;
    return new Routine(host, algorithms.of(algorithm, { id, robot, sender: sender! }), algorithm.name);
  }

  // Called by the kernel and by the parent.

  override deliver(message: NekoMessage): void {
    const { id } = this;
    if (message.protocol !== id && message.protocol.startsWith(`${id}/`)) this.#ownNested.algorithms.deliver(message);
    else if (this.#isResting) (this.#kept ??= []).push(message);
    else super.deliver(message);
    this.#body.wake();
  }

  startRounds(until: () => boolean): Task {
    this.#until = until;
    if (this.isLaunched) this.started();
    else this.launch();
    return this.task;
  }

  halt(): void {
    this.#nested?.host.running?.halt();
    this.task.kill();
    this.#rest();
    this.#body.stopMotionOf(this.task);
  }

  protected override begin(): Task {
    this.#isFinished = false;
    const task = this.process.spawnRounds(this.#work);
    this.actuator.serve(task);
    return task;
  }

  /** The robot with its motors and sensors, which authors reach by `actuator` and the sensors only. */
  get #body(): NekoRobot {
    return this.process as NekoRobot;
  }

  get #senses(): Sensing {
    return (this.#sensing ??= new Sensing(this.#body, () => this.task, this.#work));
  }

  get #ownNested(): Nested {
    if (this.#nested === undefined) {
      const task = (): Task => this.task;
      const sleep = (seconds: number): Wait<void> => this.sleep(seconds);
      this.#nested = { algorithms: new NestedAlgorithms(), host: { task, sleep, running: undefined } };
    }
    return this.#nested;
  }

  // oxlint-disable-next-line no-unused-private-class-members -- its Work calls it
  #doRound(task: Task): Doing {
    checkAwaited(task);
    const body = this.#body;
    if (body.isCrashed) return this.#recovery();
    if (this.#isResting) this.#goToWork();
    if (body.isHeldByHandler) return body.motionEnd(task);
    this.#isRoundDue = false;
    return this.doMotion();
  }

  // oxlint-disable-next-line no-unused-private-class-members -- its Work calls it
  #isDone(): boolean {
    const isFinished = this.#isFinished || this.isFinished();
    if (this.#until === undefined) {
      if (isFinished) this.#body.finished();
      return isFinished;
    }
    // Checked once before each round: a count of rounds must not include waits for a handler's motion or a recovery.
    const mayAsk = !this.#isRoundDue && !this.#body.isHeldByHandler;
    const isOver = isFinished || (mayAsk && this.#until());
    if (isOver) this.#rest();
    else this.#isRoundDue ||= mayAsk;
    return isOver;
  }

  /** Called in a round, so that handlers may act. */
  #goToWork(): void {
    this.#isResting = false;
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept !== undefined) for (const message of kept) super.deliver(message);
  }

  /** Stops its sensors; the parent may run it again. */
  #rest(): void {
    this.#isResting = true;
    this.#isRoundDue = false;
    this.#sensing?.rest();
  }

  #recovery(): Wait<void> {
    const recovery = this.task.completion<void>(() => 'recovery');
    this.#body.notify(() => recovery.settle());
    return recovery;
  }
}
