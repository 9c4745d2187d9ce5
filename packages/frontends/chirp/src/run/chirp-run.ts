/** A run of a Chirp world: bodies, messages and commands in one event queue. */
import { Random, Simulator } from '@kineko/kernel';
import { CommandPort, KernelRun, type OpenOptions, type RunSummary } from '@kineko/run';
import { isRigid, type RigidPhysics, World } from '@kineko/world';
import type { ChirpWorld } from '../format/world.js';
import { worldSpecOf } from './bodies.js';
import { Drive } from './driving.js';
import { Messaging } from './messaging.js';
import { type ChirpCommand, problemOfCommand } from './commands.js';
import { Sensing, type SensorKind } from './sensing.js';
import type { DynamicsChoice } from './settings.js';

/** Options of a run with controllers. */
export interface LiveOptions {
  /** The present for controllers, in simulated seconds. */
  readonly present: () => number;
  /** A message has arrived at a robot. */
  readonly onMessage?: (to: number, from: number, text: string) => void;
}

export interface ChirpRunOptions extends Pick<OpenOptions, 'seed' | 'emit' | 'gate' | 'commands'> {
  readonly timeLimit: number;
  readonly messageDelay: number;
  readonly dynamics: DynamicsChoice;
  /** For the rigid dynamics. */
  readonly physics?: RigidPhysics | undefined;
  readonly live?: LiveOptions | undefined;
}

export class ChirpRun extends KernelRun {
  readonly simulator = new Simulator();
  readonly world: World;
  readonly robots: readonly number[];
  private readonly live: LiveOptions | undefined;
  private readonly drives: ReadonlyMap<number, Drive>;
  private readonly deadmen: ReadonlyMap<number, number>;
  private readonly sensing: Sensing;
  private readonly messaging: Messaging | undefined;

  constructor(spec: ChirpWorld, options: ChirpRunOptions) {
    super({ ...options, present: options.live?.present });
    const { simulator } = this;
    const { emit, live } = options;
    const random = new Random(options.seed);
    this.live = live;
    const worldSpec = worldSpecOf(spec, options.dynamics);
    const slides = isRigid(worldSpec);
    this.world = new World(worldSpec, {
      simulator,
      random,
      physics: options.physics,
      ...(emit !== undefined && { emit }),
    });
    this.robots = this.world.robots;
    this.drives = new Map(
      spec.robots.map((robot) => [robot.id, new Drive(robot, this.world, simulator, random, slides)]),
    );
    this.deadmen = new Map(spec.robots.map(({ id, deadman }) => [id, deadman]));
    this.sensing = new Sensing(spec, this.world.view);
    this.messaging = this.robots.length === 0 ? undefined : this.messagingOf(options, random);
    this.takeCommands(
      new CommandPort(simulator, {
        check: (command) => problemOfCommand(command, (id) => this.drives.has(id)),
        execute: (command) => this.execute(command as unknown as ChirpCommand),
        // Commands of one instant run in the order of robots, not of arrival.
        ids: (command) => idsOf(command as unknown as ChirpCommand),
        emit,
        present: live?.present,
      }),
    );
    if (live !== undefined) this.keepOpen();
  }

  /** The values of a robot's sensors; call it from within a `look`. */
  read(robot: number, kind: SensorKind): number[] {
    return this.sensing.read(robot, kind);
  }

  /** Simulated seconds without a request after which a robot stops; 0 for never. */
  deadmanOf(robot: number): number {
    return this.deadmen.get(robot) ?? 0;
  }

  summary(): RunSummary {
    const { sent = 0, arrived = 0, lost = 0 } = this.messaging?.traffic ?? {};
    return {
      robots: this.robots.length,
      processes: this.robots.length,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: this.motionRequests,
      collisions: this.world.collisions,
      delays: this.world.motions.delays,
      messages: { sent, delivered: arrived, dropped: lost },
      stoppedBy: this.stoppedBy,
      remarks: [...this.world.motions.delayNotes, ...this.endRemarks, ...this.remarks()],
      hasGoal: false,
    };
  }

  private remarks(): string[] {
    if (this.stoppedBy !== 'empty' || this.motionRequests > 0 || this.live !== undefined) return [];
    return ['the robots got no commands: controllers can connect when the world is served (kineko serve)'];
  }

  private get motionRequests(): number {
    let sum = 0;
    for (const { requests } of this.drives.values()) sum += requests;
    return sum;
  }

  private messagingOf({ messageDelay: delay, emit, live }: ChirpRunOptions, random: Random): Messaging {
    const { simulator, robots } = this;
    const onArrival = live?.onMessage ?? (() => {});
    return new Messaging({ simulator, random, robots, delay, onArrival, emit });
  }

  private execute(command: ChirpCommand): void {
    switch (command.kind) {
      case 'setspeed':
        this.drives.get(command.robot)!.setSpeed(command);
        break;
      case 'sendmessage':
        this.messaging!.send(command.robot, this.sensing.seen(command.robot, command.sensor), command.text);
        break;
      case 'shutdown':
        this.end('shutdown', 'shutdown command');
        break;
    }
  }
}

function idsOf(command: ChirpCommand): { readonly low: number; readonly high: number } {
  const id = command.kind === 'shutdown' ? -Number.MAX_VALUE : command.robot;
  return { low: id, high: id };
}
