import type { RandomStream } from '@kineko/kernel';
import type { Sender, Timer } from '@kineko/neko';
import type { FutureEvent } from '@kineko/world';
import type { NekoRobot } from './neko-robot.js';

/**
 * The robot that an algorithm runs on. Other robots are known by sensors and messages only, so nothing here gives access to
 * the world.
 */
export class OwnRobot {
  // Private at run time too: it gives access to other robots, and author code may be plain JavaScript.
  readonly #robot: NekoRobot;

  constructor(robot: NekoRobot) {
    this.#robot = robot;
  }

  /** Id of the robot, from 0 to n - 1. */
  get id(): number {
    return this.#robot.id;
  }

  /** Name in logs and messages, such as `p0`. */
  get name(): string {
    return this.#robot.name;
  }

  /** Number of robots. */
  get n(): number {
    return this.#robot.n;
  }

  /** Current time in simulated seconds. */
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

  /** Radius in metres. */
  get radius(): number {
    return this.#robot.radius;
  }

  /** Whether `moveTo` turns in the shorter direction instead of always anticlockwise. */
  get turnsShorter(): boolean {
    return this.#robot.turnsShorter;
  }

  /** Whether the robot is crashed. */
  get isCrashed(): boolean {
    return this.#robot.isCrashed;
  }

  /** Crashes the robot: it stops and does nothing until it recovers. */
  crash(): void {
    this.#robot.crash();
  }

  /** Recovers the robot from a crash. */
  recover(): void {
    this.#robot.recover();
  }

  /** The predicted events of this robot, such as contacts, in order of time. */
  futureEvents(): FutureEvent[] {
    return this.#robot.futureEvents();
  }

  /** A random stream of this robot, by name. */
  random(name: string): RandomStream {
    return this.#robot.random(name);
  }

  /** Creates a timer that calls a function; `label` is for diagnostics. */
  timer(callback: () => void, label?: string): Timer {
    return this.#robot.timer(callback, label);
  }

  /** Sends directly over a network, below all protocols; index 0 is the default network. */
  network(index = 0): Sender {
    return this.#robot.network(index);
  }

  /** The protocol of a class that the configuration names, such as `find(MutualExclusion)`; undefined if there is none. */
  find<P>(type: abstract new (...parts: never[]) => P): P | undefined {
    return this.#robot.find(type);
  }

  /** The parameters of a class in the configuration, by name. */
  parameters(className: string): ReadonlyMap<string, string> {
    return this.#robot.parameters(className);
  }
}

const ownRobots = new WeakMap<NekoRobot, OwnRobot>();

/** Returns the same object for all algorithms of a robot. */
export function ownRobotOf(robot: NekoRobot): OwnRobot {
  let own = ownRobots.get(robot);
  if (own === undefined) ownRobots.set(robot, (own = new OwnRobot(robot)));
  return own;
}
