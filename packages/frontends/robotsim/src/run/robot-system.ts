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
import { type AnyMotionModule, type PlacedRobot, type RigidPhysics, World, type WorldSpec } from '@kineko/world';
import { MotionAccess } from './motion-access.js';
import { type AnySensor, NekoRobot, type RobotHost } from './neko-robot.js';
import type { PerProcess } from './setup/per-process.js';

/** Assembles the protocols and the algorithm of one robot, and launches them. */
export type RobotInitializer = (robot: NekoRobot) => void;

export interface RobotSystemOptions {
  /** Its robots must have the ids 0 to n - 1, like processes. */
  readonly world: WorldSpec;
  readonly random: Random;
  /** The robots with their places, if they are known; those of `world` are not read then. */
  readonly placed?: readonly PlacedRobot[] | undefined;
  /** Bytes that are available. Default: not limited. */
  readonly memory?: number | undefined;
  /** Needed for a world with obstacles that can be pushed. */
  readonly physics?: RigidPhysics | undefined;
  /** Creates the networks of all robots; the first one is the default. */
  readonly networks: (host: NekoHost, world: World) => readonly Network[];
  readonly initializer: RobotInitializer;
  /** Motion modules besides the built-in ones, for all robots. */
  readonly motions?: readonly AnyMotionModule[];
  /** Additional motion modules of each robot. */
  readonly ownMotions?: PerProcess<readonly AnyMotionModule[]> | undefined;
  /** Creates a sensor of a robot, by its name. */
  readonly makeSensor: (robot: number, name: string) => AnySensor;
  readonly turnsShorter?: (robot: number) => boolean;
  readonly parameters?: NekoHost['parameters'];
  /** Called when the algorithm of a robot is finished. */
  readonly onFinished?: (robot: number) => void;
  /** Called once per robot, when it first replaced a motion that was not awaited. */
  readonly onReplaced?: (robot: number, text: string) => void;
  readonly onShutdown?: ((reason: string) => void) | undefined;
  /** Adds links to stacks whose assumptions the network breaks. Default: none. */
  readonly composeLink?: LinkComposer | undefined;
  readonly emit?: RecordHandler | undefined;
  readonly log?: AuthorLog | undefined;
}

/** Processes with bodies: a world and a system of processes on one clock, with the same ids. */
export class RobotSystem {
  readonly simulator = new Simulator();
  readonly world: World;
  readonly robots: readonly NekoRobot[];
  readonly networks: readonly SimNetwork[];

  constructor(options: RobotSystemOptions) {
    const { simulator } = this;
    // The functions below refer to these, and not to the options, which would keep the places of all robots.
    const { random, emit, log, motions = [], networks, initializer } = options;
    const { ownMotions } = options;
    const access = ownMotions && MotionAccess.of(ownMotions, (options.placed ?? options.world.robots).length);
    const own = access?.modules ?? ownMotions?.values[0] ?? [];
    this.world = new World(options.world, {
      simulator,
      random,
      modules: [...motions, ...own],
      physics: options.physics,
      placed: options.placed,
      memory: options.memory,
      ...(emit !== undefined && { emit }),
    });
    checkIds(this.world.robots);
    const host = this.robotHost(options, access);
    const system = new NekoSystem({
      n: this.world.robots.length,
      simulator,
      random,
      emit,
      log,
      onShutdown: options.onShutdown,
      parameters: options.parameters,
      composeLink: options.composeLink,
      networks: (nekoHost) => networks(nekoHost, this.world),
      create: (id, nekoHost, each) => new NekoRobot(id, nekoHost, each, host),
      initializer: (process) => initializer(process as NekoRobot),
    });
    this.robots = system.processes as readonly NekoRobot[];
    this.networks = system.networks.filter((network) => network instanceof SimNetwork);
  }

  private robotHost(options: RobotSystemOptions, motions: MotionAccess | undefined): RobotHost {
    const { makeSensor, turnsShorter, onFinished, onReplaced } = options;
    return {
      world: this.world,
      makeSensor,
      turnsShorter: turnsShorter ?? (() => false),
      motionOver: (outcome, robot) => this.robots[robot]!.moved(outcome),
      finished: onFinished ?? (() => {}),
      motions,
      ...(onReplaced !== undefined && { replaced: onReplaced }),
    };
  }
}

function checkIds(robots: readonly number[]): void {
  const wrong = robots.find((id, index) => id !== index);
  if (wrong === undefined) return;
  throw new WiringError(`robots: expected the ids 0 to ${robots.length - 1}, got ${wrong}`);
}
