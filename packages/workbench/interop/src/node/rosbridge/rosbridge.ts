/**
 * A run for clients of rosbridge (roslib, roslibpy, web pages): topics of its robots, several times per second, and the Twists
 * that drive them. It knows no front end: a `RosWorld` is the run.
 */
import { type Clock, type Peer, type PeerListener, wallClock } from '@kineko/server';
import {
  type BodyState,
  clockMessage,
  type Dialect,
  odometryMessage,
  scanAngles,
  scanMessage,
  type Stamp,
  transformsMessage,
  type Twist,
} from './messages.js';
import { Session } from './session.js';
import { keyOf, type Topic } from './topics.js';

export interface RosWorld {
  /** Ids. */
  readonly robots: readonly number[];
  /** Simulated seconds. */
  readonly present: number;
  /** Calls back at the present instant; the functions below are called from there. */
  look(action: (now: number) => void): void;
  stateOf(robot: number): BodyState;
  /** Distances along rays, given by their angles from the heading; Infinity if there is nothing within the range. */
  rangesOf(robot: number, rays: readonly number[], range: number): readonly number[];
  /** Drives a robot from now on; returns why it cannot, or undefined. */
  drive(robot: number, twist: Twist): string | undefined;
}

export interface RosbridgeOptions {
  /** Messages per topic and second. */
  readonly hz: number;
  /** Number of rays of a scan, and their length in metres. */
  readonly rays: number;
  readonly range: number;
  readonly clock?: Clock;
}

const STANDING: Twist = { speed: 0, turnRate: 0 };

export class Rosbridge {
  /** Limits of its server: a client drives several robots at up to 100 Hz; other servers expect keys and clicks. */
  static readonly limits = { messageBurst: 2000, messagesPerSecond: 1000, badMessages: 1000 } as const;
  private readonly sessions = new Set<Session>();
  private readonly robots: ReadonlySet<number>;
  private readonly angles: readonly number[];
  private readonly clock: Clock;
  /** The client that drove a robot last. */
  private readonly drivers = new Map<number, Session>();
  private stopTicking: (() => void) | undefined;
  private isLooking = false;
  private sequence = 0;
  private lastTime = -1;

  constructor(
    private readonly world: RosWorld,
    private readonly options: RosbridgeOptions,
  ) {
    this.robots = new Set(world.robots);
    this.angles = scanAngles(options.rays);
    this.clock = options.clock ?? wallClock;
  }

  /** Serves a client: `startServer({ sockets: { '/': bridge.accept } })`. */
  readonly accept = (peer: Peer): PeerListener => {
    const { world } = this;
    const session: Session = new Session(peer, {
      robots: world.robots,
      get present() {
        return world.present;
      },
      hasRobot: (robot) => this.robots.has(robot),
      drive: (robot, twist, by) => this.drive(robot, twist, by),
      echo: (topic, message) => this.echo(topic, message),
      subscribed: () => this.tickIfNeeded(),
    });
    this.sessions.add(session);
    return {
      message: (data) => session.receive(data),
      closed: () => this.forget(session),
    };
  };

  close(): void {
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  private drive(robot: number, twist: Twist, by: Session): string | undefined {
    const problem = this.world.drive(robot, twist);
    if (problem === undefined) this.drivers.set(robot, by);
    return problem;
  }

  /** Robots that a client drove stop when it disconnects. */
  private forget(session: Session): void {
    this.sessions.delete(session);
    for (const [robot, driver] of this.drivers) {
      if (driver !== session) continue;
      this.drivers.delete(robot);
      this.world.drive(robot, STANDING);
    }
    this.tickIfNeeded();
  }

  private tickIfNeeded(): void {
    const isNeeded = [...this.sessions].some(({ isSubscribed }) => isSubscribed);
    if (!isNeeded) this.close();
    else this.stopTicking ??= this.clock.every(1000 / this.options.hz, () => this.tick());
  }

  private tick(): void {
    // A busy run may not have reached the last tick yet.
    if (this.isLooking) return;
    this.isLooking = true;
    this.world.look((now) => {
      this.isLooking = false;
      this.publish(now);
    });
  }

  private publish(now: number): void {
    // Time stands still while the run is paused; messages that wait are still sent.
    const isNew = now > this.lastTime;
    this.lastTime = now;
    if (isNew) this.sequence++;
    const made = new Map<string, string>();
    const jsonOf = (topic: Topic, dialect: Dialect): string | undefined => {
      // Clients publish Twists.
      if (!isNew || topic.kind === 'cmd_vel') return undefined;
      const key = `${dialect} ${keyOf(topic)}`;
      let json = made.get(key);
      if (json === undefined) {
        json = JSON.stringify(this.messageOf(topic, { now, sequence: this.sequence, dialect }));
        made.set(key, json);
      }
      return json;
    };
    const ms = this.clock.now();
    for (const session of this.sessions) session.publish(jsonOf, ms);
  }

  private messageOf(topic: Exclude<Topic, { readonly kind: 'cmd_vel' }>, stamp: Stamp): object {
    const { world, options } = this;
    switch (topic.kind) {
      case 'clock':
        return clockMessage(stamp);
      case 'tf':
        return transformsMessage(
          world.robots.map((robot) => [robot, world.stateOf(robot).pose]),
          stamp,
        );
      case 'odom':
        return odometryMessage(topic.robot, world.stateOf(topic.robot), stamp);
      case 'scan':
        return scanMessage(topic.robot, world.rangesOf(topic.robot, this.angles, options.range), options.range, stamp);
    }
  }

  private echo(topic: Topic, message: unknown): void {
    const json = JSON.stringify(message);
    const ms = this.clock.now();
    for (const session of this.sessions) session.pass(topic, json, ms);
  }
}
