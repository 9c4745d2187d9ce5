import type { RandomStream } from '@kineko/kernel';
import type { Sender, Timer } from '@kineko/neko';
import type { FutureEvent } from '@kineko/world';
import type { NekoRobot } from './neko-robot.js';

/**
 * The robot that an algorithm runs on, as its author sees it: who it is, and what concerns it alone. Other robots are
 * known by sensors and messages only, so nothing leads from here to the world; private by `#`, because author code may
 * be plain JavaScript.
 */
export class OwnRobot {
  // `#` members: private at run time too, since they lead to other robots and author code may be plain JavaScript.
  readonly #robot: NekoRobot;

  constructor(robot: NekoRobot) {
    this.#robot = robot;
  }

  /** From 0 to n - 1. */
  get id(): number {
    return this.#robot.id;
  }

  /** `p0`, as logs and messages call it. */
  get name(): string {
    return this.#robot.name;
  }

  /** Number of robots. */
  get n(): number {
    return this.#robot.n;
  }

  /** Simulated seconds. */
  get now(): number {
    return this.#robot.now;
  }

  /** The ids of all robots. */
  get all(): number[] {
    return this.#robot.all;
  }

  /** The ids of all other robots. */
  get others(): number[] {
    return this.#robot.others;
  }

  /** Metres. */
  get radius(): number {
    return this.#robot.radius;
  }

  /** Whether `moveTo` turns the shorter way round. */
  get turnsShorter(): boolean {
    return this.#robot.turnsShorter;
  }

  get isCrashed(): boolean {
    return this.#robot.isCrashed;
  }

  /** Stops working at this instant, until it recovers. */
  crash(): void {
    this.#robot.crash();
  }

  recover(): void {
    this.#robot.recover();
  }

  /** What will happen to it as things stand, in order of time. */
  futureEvents(): FutureEvent[] {
    return this.#robot.futureEvents();
  }

  /** A random stream of this robot's own, by name. */
  random(name: string): RandomStream {
    return this.#robot.random(name);
  }

  timer(callback: () => void, label?: string): Timer {
    return this.#robot.timer(callback, label);
  }

  /** The way out to the others, below all protocols; index 0 is the default network. */
  network(index = 0): Sender {
    return this.#robot.network(index);
  }

  /** What the configuration says to a class, by name. */
  parameters(className: string): ReadonlyMap<string, string> {
    return this.#robot.parameters(className);
  }
}

const ownRobots = new WeakMap<NekoRobot, OwnRobot>();

/** The same object for all algorithms of a robot. */
export function ownRobotOf(robot: NekoRobot): OwnRobot {
  let own = ownRobots.get(robot);
  if (own === undefined) ownRobots.set(robot, (own = new OwnRobot(robot)));
  return own;
}
