import type { Task, Rounds, Wait } from '@kineko/kernel';
import { type Contents, type NekoMessage, TaskProtocol } from '@kineko/neko';
import { Actuator, type ActuatorHost } from './actuator.js';
import { ALGORITHM } from './brand.js';
import type { NekoRobot } from './neko-robot.js';
import { NestedAlgorithms } from './nested-algorithms.js';
import { type OwnRobot, ownRobotOf } from './own-robot.js';
import { Parameters } from './parameters.js';
import { type AnyAlgorithm, classOf, Routine, type RoutineHost, type Runnable } from './routine.js';
import {
  Bump,
  checkAwaited,
  Compass,
  Contact,
  Gps,
  Heat,
  Light,
  OwnPushPort,
  Proximity,
  Ring,
  Sensing,
  SensorPort,
  Sonar,
  View,
} from './sensing.js';

/** What a round of an algorithm may give back: nothing, the motion or wait it ends with, or a promise. */
export type Doing = Wait<unknown> | Promise<unknown> | void;

/** The nested algorithms, and what a routine needs to run them. */
interface Nested {
  readonly algorithms: NestedAlgorithms;
  readonly host: RoutineHost;
}

/**
 * What a robot does. `doMotion` is called again and again until the algorithm is finished or the run is over; whatever it
 * waits for, it awaits, or returns if it comes last.
 *
 *     export class Gathering extends AbstractAlgorithm {
 *       protected async doMotion() {
 *         const everyone = await this.gps.getAllPosition();
 *         return this.actuator.moveTo(centroid(everyone), 3 + 3 * this.random(), 30);
 *       }
 *     }
 *
 * It is a protocol too: it sends, and what it gets waits in its inbox until it is received, or goes to the handler of its
 * type, if there is one. Lengths are metres, times simulated seconds, angles degrees.
 *
 * @typeParam M What its messages carry, by type.
 */
export abstract class AbstractAlgorithm<M extends Contents = Record<string, unknown>>
  extends TaskProtocol<M>
  implements AnyAlgorithm
{
  static readonly [ALGORITHM] = true;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  /** What the kernel and the actuator call: apart, so that authors are free to call their methods as they like. */
  static readonly #Work = class implements Rounds, ActuatorHost {
    isHandling = false;

    constructor(private readonly my: AbstractAlgorithm) {}

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
  /** How its robot moves. */
  protected readonly actuator: Actuator;
  readonly #work = new AbstractAlgorithm.#Work(this as unknown as AbstractAlgorithm);
  #isFinished = false;
  /** When rounds end that another algorithm has started; by itself it goes on to the end. */
  #until: (() => boolean) | undefined = undefined;
  /** Whether its condition was found not to hold for a round that has not started yet. */
  #isRoundDue = false;
  /** Whether it has yet to begin, or is not run at present: what comes for it is kept. */
  #isResting = true;
  // Made when they are first needed: there may be a hundred thousand of these.
  #kept: NekoMessage[] | undefined = undefined;
  #sensing: Sensing | undefined = undefined;
  #nested: Nested | undefined = undefined;

  constructor(robot: NekoRobot) {
    super(robot);
    this.actuator = new Actuator(robot, this.#work);
  }

  /** One round of what it does. */
  protected abstract doMotion(): Doing;

  /** Whether it has done all it wants to do; looked at between two rounds. */
  protected isFinished(): boolean {
    return false;
  }

  /**
   * Whether a motion that the handler of a push sensor starts runs to its end before the next round starts. Override it to
   * return false if the next round is to replace such a motion.
   */
  protected finishesHandlerMotions(): boolean {
    return true;
  }

  /** It has done all it wants to do: there is no round after this one. */
  protected finish(): void {
    this.#isFinished = true;
  }

  /** Ends the whole run. */
  protected shutdown(reason = 'its algorithm asked for it'): void {
    this.process.shutdown(reason);
  }

  // What it knows.

  /** The robot it runs on: its id and what concerns that robot alone. */
  get robot(): OwnRobot {
    return ownRobotOf(this.#body);
  }

  /** Simulated seconds. */
  protected get clock(): number {
    return this.process.now;
  }

  /** Number of robots; their ids are 0 to n - 1. */
  protected get n(): number {
    return this.process.n;
  }

  /** One stream for a robot's algorithm, whatever id an initializer gave it. */
  protected override get randomName(): string {
    return 'algorithm';
  }

  /** What the configuration says for this class (`Gathering.speed = 3`), or in general (`parameter.speed = 3`). */
  protected get parameters(): Parameters {
    return new Parameters(this.process, this.constructor.name);
  }

  protected get gps(): Gps {
    return this.#senses.port('gps', Gps);
  }

  protected get compass(): Compass {
    return this.#senses.port('compass', Compass);
  }

  protected get viewSensor(): View {
    return this.#senses.port('view', View);
  }

  protected get proximitySensor(): Proximity {
    return this.#senses.port('proximity', Proximity);
  }

  protected get contactSensor(): Contact {
    return this.#senses.port('contact', Contact);
  }

  protected get bumpSensor(): Bump {
    return this.#senses.port('bump', Bump);
  }

  protected get sonarSensor(): Sonar {
    return this.#senses.port('sonar', Sonar);
  }

  protected get ringSensor(): Ring {
    return this.#senses.port('ring', Ring);
  }

  protected get heatSensor(): Heat {
    return this.#senses.port('heat', Heat);
  }

  protected get lightSensor(): Light {
    return this.#senses.port('light', Light);
  }

  /** A sensor of an author's own, by its name. */
  protected sensor<Request, Reading>(name: string): SensorPort<Request, Reading> {
    return this.#senses.port(name, SensorPort<Request, Reading>);
  }

  /** A push sensor of an author's own, by its name. */
  protected pushSensor<Request, Reading>(name: string): OwnPushPort<Request, Reading> {
    return this.#senses.port(name, OwnPushPort<Request, Reading>);
  }

  // What it does.

  /** Has its robot wear a word that others can see; '' takes it off. */
  protected tag(word: string): void {
    this.task.checkMayBegin('tag');
    this.#body.tag(word);
  }

  /** Sends a message to one or several others, through whatever protocols are below. */
  protected send<T extends keyof M & string>(to: number | readonly number[], type: T, content: M[T]): void {
    this.task.checkMayBegin(`send(${type})`);
    this.sendTo(typeof to === 'number' ? [to] : to, type, content);
  }

  /** Sends a message to all others. */
  protected broadcast<T extends keyof M & string>(type: T, content: M[T]): void {
    this.send(this.process.others, type, content);
  }

  /** Runs another algorithm in its own place: `await this.run(RandomMovement).for(100)`. */
  protected run(what: Runnable): Routine {
    const algorithm = classOf(what);
    const { id, sender } = this;
    const robot = this.#body;
    const { algorithms, host } = this.#ownNested;
    return new Routine(host, algorithms.of(algorithm, { id, robot, sender: sender! }), algorithm.name);
  }

  // For the kernel, and for whoever runs it.

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
    const task = this.process.spawnRounds(this.constructor.name || 'algorithm', this.#work);
    this.actuator.serve(task);
    return task;
  }

  /** Its robot with the motors and sensors that an author has by `actuator` and the sensors only. */
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
    // Asked once before each round: what counts rounds must not count a wait for a handler's motion or a recovery.
    const mayAsk = !this.#isRoundDue && !this.#body.isHeldByHandler;
    const isOver = isFinished || (mayAsk && this.#until());
    if (isOver) this.#rest();
    else this.#isRoundDue ||= mayAsk;
    return isOver;
  }

  /** In its turn, so that handlers may act. */
  #goToWork(): void {
    this.#isResting = false;
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept !== undefined) for (const message of kept) super.deliver(message);
  }

  /** Whoever runs it may run it again. */
  #rest(): void {
    this.#isResting = true;
    this.#isRoundDue = false;
    this.#sensing?.rest();
  }

  #recovery(): Wait<void> {
    const recovery = this.task.completion<void>(() => 'recovery');
    this.#body.tell(() => recovery.settle());
    return recovery;
  }
}
