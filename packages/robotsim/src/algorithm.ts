import type { Process, RandomStream, Wait } from '@kineko/kernel';
import { type Contents, type NekoMessage, ThreadedProtocol } from '@kineko/neko';
import { TagEffector } from '@kineko/world';
import { Actuator } from './actuator.js';
import { ALGORITHM } from './brand.js';
import type { NekoRobot } from './neko-robot.js';
import { Parameters } from './parameters.js';
import { type AlgorithmClass, type AnyAlgorithm, Routine } from './routine.js';
import {
  Bump,
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
  extends ThreadedProtocol<M>
  implements AnyAlgorithm
{
  static readonly [ALGORITHM] = true;
  /** How its robot moves. */
  protected readonly actuator: Actuator;
  readonly #sensing: Sensing;
  #random: RandomStream | undefined;
  #tag: TagEffector | undefined;
  #isFinished = false;
  /** Algorithms that it runs for a while, by id. */
  readonly #subordinates = new Map<string, AnyAlgorithm>();
  /** What came for one of those before it was there. */
  readonly #early = new Map<string, NekoMessage[]>();
  #routine: Routine | undefined;

  constructor(readonly robot: NekoRobot) {
    super(robot);
    const thread = (): Process => this.thread;
    this.actuator = new Actuator(robot, thread);
    this.#sensing = new Sensing(robot, thread);
  }

  /** One round of what it does. */
  protected abstract doMotion(): Doing;

  /** Whether it has done all it wants to do; looked at between two rounds. */
  protected isFinished(): boolean {
    return false;
  }

  /** It has done all it wants to do: there is no round after this one. */
  protected finish(): void {
    this.#isFinished = true;
  }

  /** Ends the whole run. */
  protected shutdown(reason = 'its algorithm asked for it'): void {
    this.robot.shutdown(reason);
  }

  // What it knows.

  /** Simulated seconds. */
  protected get clock(): number {
    return this.robot.now;
  }

  /** Number of robots; their ids are 0 to n - 1. */
  protected get n(): number {
    return this.robot.n;
  }

  /** A random number from 0 to just below 1, of this robot's own. */
  protected random(): number {
    return this.randomStream.uniform();
  }

  /** The same numbers in other shapes. */
  protected get randomStream(): RandomStream {
    return (this.#random ??= this.robot.random('algorithm'));
  }

  /** What the configuration says for this class (`Gathering.speed = 3`), or in general (`parameter.speed = 3`). */
  protected get parameters(): Parameters {
    return new Parameters(this.robot, this.constructor.name);
  }

  protected get gps(): Gps {
    return this.#sensing.port('gps', Gps);
  }

  protected get viewSensor(): View {
    return this.#sensing.port('view', View);
  }

  protected get proximitySensor(): Proximity {
    return this.#sensing.port('proximity', Proximity);
  }

  protected get contactSensor(): Contact {
    return this.#sensing.port('contact', Contact);
  }

  protected get bumpSensor(): Bump {
    return this.#sensing.port('bump', Bump);
  }

  protected get sonarSensor(): Sonar {
    return this.#sensing.port('sonar', Sonar);
  }

  protected get ringSensor(): Ring {
    return this.#sensing.port('ring', Ring);
  }

  protected get heatSensor(): Heat {
    return this.#sensing.port('heat', Heat);
  }

  protected get lightSensor(): Light {
    return this.#sensing.port('light', Light);
  }

  /** A sensor of an author's own, by its name. */
  protected sensor<Request, Reading>(name: string): SensorPort<Request, Reading> {
    return this.#sensing.port(name, SensorPort<Request, Reading>);
  }

  /** A push sensor of an author's own, by its name. */
  protected pushSensor<Request, Reading>(name: string): OwnPushPort<Request, Reading> {
    return this.#sensing.port(name, OwnPushPort<Request, Reading>);
  }

  // What it does.

  /** Has its robot wear a word that others can see; '' takes it off. */
  protected tag(word: string): void {
    const { world, id } = this.robot;
    this.#tag ??= world.effectors.equip(id, new TagEffector(world));
    this.#tag.doEffect({ tag: word });
  }

  /** Sends a message to one or several others, through whatever protocols are below. */
  protected send<T extends keyof M & string>(to: number | readonly number[], type: T, content: M[T]): void {
    this.thread.checkMayBegin(`send(${type})`);
    this.sendTo(typeof to === 'number' ? [to] : to, type, content);
  }

  /** Sends a message to all others. */
  protected broadcast<T extends keyof M & string>(type: T, content: M[T]): void {
    this.send(this.robot.others, type, content);
  }

  /** Runs another algorithm in its own place: `await this.run(RandomMovement).for(100)`. */
  protected run(algorithm: AlgorithmClass): Routine {
    this.#routine = new Routine(this.thread, this.#subordinate(algorithm));
    return this.#routine;
  }

  // For the kernel, and for whoever runs it.

  override deliver(message: NekoMessage): void {
    if (message.protocol !== this.id && message.protocol.startsWith(`${this.id}/`)) this.#passOn(message);
    else super.deliver(message);
    this.robot.world.motions.wake(this.robot.id);
  }

  protected override begin(): Process {
    return this.startRounds(
      () => false,
      () => this.robot.finished(),
    );
  }

  startRounds(until: () => boolean, onFinished: () => void): Process {
    const { robot } = this;
    this.#isFinished = false;
    this.#sensing.begin();
    const done = (): boolean => {
      const isFinished = this.#isFinished || this.isFinished();
      if (isFinished) onFinished();
      return isFinished || until();
    };
    const round = (): Doing => {
      this.#sensing.checkAwaited();
      return robot.isCrashed ? this.#recovery() : this.doMotion();
    };
    const thread = robot.spawnRounds(this.constructor.name, round, done);
    this.thread = thread;
    return thread;
  }

  halt(): void {
    this.#routine?.halt();
    this.thread.kill();
    this.robot.world.motions.stop(this.robot.id);
  }

  #recovery(): Wait<void> {
    const recovery = this.thread.completion<void>(() => 'recovery');
    this.robot.tell(() => recovery.settle());
    return recovery;
  }

  #subordinate(algorithm: AlgorithmClass): AnyAlgorithm {
    const id = `${this.id}/${algorithm.name}`;
    let subordinate = this.#subordinates.get(id);
    if (subordinate === undefined) {
      subordinate = new algorithm(this.robot);
      subordinate.setId(id);
      subordinate.setSender(this.sender!);
      this.#subordinates.set(id, subordinate);
      for (const message of this.#early.get(id) ?? []) subordinate.deliver(message);
      this.#early.delete(id);
    }
    return subordinate;
  }

  /** Peers may be ahead and have sent something to an algorithm that is not run here yet. */
  #passOn(message: NekoMessage): void {
    const id = message.protocol;
    const subordinate = [...this.#subordinates].find(([name]) => id === name || id.startsWith(`${name}/`))?.[1];
    if (subordinate !== undefined) subordinate.deliver(message);
    else this.#early.set(id, [...(this.#early.get(id) ?? []), message]);
  }
}
