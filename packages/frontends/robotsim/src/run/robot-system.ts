import type { RecordHandler } from '@kineko/formats/trace';
import { type Random, Simulator } from '@kineko/kernel';
import {
  type AuthorLog,
  type LinkComposer,
  type NekoHost,
  NekoSystem,
  type Network,
  SimNetwork,
  WiringError,
} from '@kineko/neko';
import { type AnyMotionModule, type RigidPhysics, World, type WorldSpec } from '@kineko/world';
import { MotionAccess } from './motion-access.js';
import { type AnySensor, NekoRobot, type RobotHost } from './neko-robot.js';

/** Puts the protocols and the algorithm of one robot together, and launches them. */
export type RobotInitializer = (robot: NekoRobot) => void;

export interface RobotSystemOptions {
  /** Robots have the ids 0 to n - 1, as processes do. */
  readonly world: WorldSpec;
  readonly random: Random;
  /** For a world with things that can be pushed. */
  readonly physics?: RigidPhysics | undefined;
  /** Makes the networks that all robots are on, knowing the world that they are in; the first one is the default. */
  readonly networks: (host: NekoHost, world: World) => readonly Network[];
  readonly initializer: RobotInitializer;
  /** Ways to move besides the built-in ones, for all robots. */
  readonly motions?: readonly AnyMotionModule[];
  /** The same where robots differ: those of each robot, besides the ones that all have. */
  readonly ownMotions?: readonly (readonly AnyMotionModule[])[];
  /** Makes the sensor of that name for a robot. */
  readonly makeSensor: (robot: number, name: string) => AnySensor;
  readonly turnsShorter?: (robot: number) => boolean;
  readonly parameters?: NekoHost['parameters'];
  /** Is told when the algorithm of a robot is finished. */
  readonly onFinished?: (robot: number) => void;
  /** Called once per robot, when it first replaced a motion that was not awaited. */
  readonly onReplaced?: (robot: number, text: string) => void;
  readonly onShutdown?: ((reason: string) => void) | undefined;
  /** What becomes of stacks whose assumptions the network breaks. Default: nothing. */
  readonly composeLink?: LinkComposer | undefined;
  readonly emit?: RecordHandler | undefined;
  readonly log?: AuthorLog | undefined;
}

/** Processes with bodies: a world and a system of processes on one clock, robot by robot the same ids. */
export class RobotSystem {
  readonly simulator = new Simulator();
  readonly world: World;
  readonly robots: readonly NekoRobot[];
  readonly networks: readonly SimNetwork[];

  constructor(options: RobotSystemOptions) {
    const { simulator } = this;
    const { random, emit, log, motions = [] } = options;
    const robots: NekoRobot[] = [];
    const access = MotionAccess.of(options.ownMotions ?? []);
    const own = access?.modules ?? options.ownMotions?.[0] ?? [];
    this.world = new World(options.world, {
      simulator,
      random,
      modules: [...motions, ...own],
      physics: options.physics,
      ...(emit !== undefined && { emit }),
    });
    checkIds(this.world.robots);
    const host = this.robotHost(options, robots, access);
    const system = new NekoSystem({
      n: this.world.robots.length,
      simulator,
      random,
      emit,
      log,
      onShutdown: options.onShutdown,
      parameters: options.parameters,
      composeLink: options.composeLink,
      networks: (nekoHost) => options.networks(nekoHost, this.world),
      create: (id, nekoHost, networks) => (robots[id] = new NekoRobot(id, nekoHost, networks, host)),
      initializer: ({ id }) => options.initializer(robots[id]!),
    });
    this.robots = robots;
    this.networks = system.networks.filter((network) => network instanceof SimNetwork);
  }

  private robotHost(
    options: RobotSystemOptions,
    robots: readonly NekoRobot[],
    motions: MotionAccess | undefined,
  ): RobotHost {
    const { makeSensor, turnsShorter, onFinished, onReplaced } = options;
    return {
      world: this.world,
      makeSensor,
      turnsShorter: turnsShorter ?? (() => false),
      motionOver: (outcome, robot) => robots[robot]!.moved(outcome),
      finished: onFinished ?? (() => {}),
      motions,
      ...(onReplaced !== undefined && { replaced: onReplaced }),
    };
  }
}

function checkIds(robots: readonly number[]): void {
  const wrong = robots.find((id, index) => id !== index);
  if (wrong === undefined) return;
  throw new WiringError(`there is a robot ${wrong} among ${robots.length}: as processes, they have the ids 0 to n - 1`);
}
