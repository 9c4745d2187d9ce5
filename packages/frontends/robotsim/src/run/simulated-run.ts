/** A simulated run of a plan: processes with or without bodies on one clock. */
import { inputError } from '@kineko/formats/problem';
import type { RecordHandler } from '@kineko/formats/trace';
import { MAX_TIME } from '@kineko/geometry';
import { EventClass, EventError, Random, type Simulator } from '@kineko/kernel';
import {
  explainedFailure,
  Faults,
  FROZEN_MESSAGES,
  type NekoHost,
  type NekoProcess,
  NekoSystem,
  type Network,
  type SimNetwork,
} from '@kineko/neko';
import {
  type AdvanceLimits,
  CommandPort,
  KernelRun,
  type OpenOptions,
  type ProgramTraffic,
  type RunSummary,
  type ScheduleSearch,
  type StoppedBy,
} from '@kineko/run';
import { isRigid, loadRigidPhysics, type RigidPhysics, StallWatch, type World, type WorldSpec } from '@kineko/world';
import { blockedError, blockedOnPromise, nameOfBusy } from './blocked.js';
import { sensorOf } from './built-in-sensors.js';
import { Commands } from './commands.js';
import { NekoRobot } from './neko-robot.js';
import { RobotSystem } from './robot-system.js';
import { type Goal, type RunView, watchGoals } from './setup/finish.js';
import { checkLaunches, initializationError } from './setup/initialization.js';
import type { FamilyState } from './setup/family.js';
import { Measuring } from './setup/metrics.js';
import { networkOf } from './setup/networks.js';
import { Oracles } from './setup/oracles.js';
import type { Plan } from './setup/plan.js';
import { parametersOf } from './setup/class-parameters.js';
import { buildStack, linksOf } from './setup/stack.js';

const FROZEN_POSITIONS =
  'the positions of all robots are frozen, because every robot that asks at one instant shares the same list; copy it ' +
  'before you change it, as with structuredClone(positions)';

/** The parts of a run, with or without bodies. */
interface Parts {
  readonly simulator: Simulator;
  readonly world: World | undefined;
  readonly processes: readonly NekoProcess[];
  readonly networks: readonly SimNetwork[];
}

/** Options of a run that is driven from outside; it does not end when no event is left. */
export interface LiveOptions {
  /** The present for clients, in simulated seconds. */
  readonly present: () => number;
}

export class SimulatedRun extends KernelRun {
  private readonly parts: Parts;
  private readonly measuring: Measuring | undefined;
  private readonly family: FamilyState | undefined;
  private readonly finishedAlgorithms = new Set<number>();
  private waiting: readonly string[] = [];
  /** Whether the run continues without events. */
  private isHeld = false;
  /** The process that is being initialized. */
  private initialized: NekoProcess | undefined;
  /** Notes on links that were added to stacks of initializers: the same for all processes. */
  private readonly stackNotes = new Set<string>();
  /** The first robot that replaced a motion without awaiting it, and the number of such robots. */
  private replaced: { readonly text: string; robots: number } | undefined;

  /** Assembles the run; throws an `InputError` if the configuration is invalid. */
  static async open(plan: Plan, options: OpenOptions, live?: LiveOptions): Promise<SimulatedRun> {
    // Loaded only if there are obstacles that can be pushed.
    const physics = plan.world !== undefined && isRigid(plan.world) ? await loadRigidPhysics() : undefined;
    const run = new SimulatedRun(plan, options, physics, live);
    options.onCreated?.(run);
    await run.initialize();
    return run;
  }

  private constructor(
    private readonly plan: Plan,
    options: OpenOptions,
    private readonly physics: RigidPhysics | undefined,
    live: LiveOptions | undefined,
  ) {
    const { timeLimit, maxEvents } = plan;
    // Poses are not defined beyond the time domain of the geometry, so a run without a limit ends there.
    const lastInstant = plan.world ? Math.min(timeLimit, MAX_TIME) : timeLimit;
    super({ ...options, timeLimit, maxEvents, lastInstant, present: live?.present });
    this.measuring = plan.metrics.length > 0 ? new Measuring(plan.metrics) : undefined;
    const emit = this.measuring?.around(options.emit) ?? options.emit;
    this.parts = this.assemble(options, emit);
    const { simulator, processes, world } = this.parts;
    this.family = plan.family?.({
      agenda: simulator,
      world: world!,
      robots: processes as readonly NekoRobot[],
      random: new Random(options.seed),
      emit,
      end: (reason) => this.end('shutdown', reason),
    });
    const commands = new Commands(processes, world, (reason) => this.end('shutdown', reason));
    this.takeCommands(
      new CommandPort(simulator, {
        check: (command) => commands.problemOf(command),
        execute: (command) => commands.execute(command),
        emit,
        present: live?.present,
      }),
    );
    if (live !== undefined) this.keepOpen();
    else if (world !== undefined && this.timeLimit === Infinity) {
      void new StallWatch(simulator, world.motions, () => this.end('stalled'));
    }
    const onReached = ({ text }: Goal): void => this.end('finished', text);
    watchGoals(simulator, plan.goals, plan.goalInterval, () => this.view, onReached);
  }

  /** Undefined if processes have no bodies. */
  get world(): World | undefined {
    return this.parts.world;
  }

  /** Name of a robot's algorithm; undefined if an author's initializer chooses it. */
  algorithmOf(robot: number): string | undefined {
    const { initializers, algorithms } = this.plan;
    return initializers.of(robot) === undefined ? algorithms.of(robot)?.name : undefined;
  }

  protected get simulator(): Simulator {
    return this.parts.simulator;
  }

  override async advance(limits?: AdvanceLimits): Promise<StoppedBy | undefined> {
    if (this.stoppedBy !== undefined) return this.stoppedBy;
    try {
      await super.advance(limits);
    } catch (error) {
      const frozen = [
        ...(this.messages.sent > 0 ? [FROZEN_MESSAGES] : []),
        ...(this.parts.world?.sharesPositions === true ? [FROZEN_POSITIONS] : []),
      ];
      throw frozen.length > 0 ? explainedFailure(error, frozen.join('; ')) : error;
    }
    this.lookForBlocked();
    return this.stoppedBy;
  }

  get busyWith(): string | undefined {
    const { initialized, parts } = this;
    const hasBodies = this.plan.world !== undefined;
    if (initialized !== undefined) return nameOfBusy({ id: initialized.id, what: 'initialization' }, hasBodies);
    const busy = parts.simulator.busyWith;
    return busy && nameOfBusy(busy, hasBodies);
  }

  summary(): RunSummary {
    const { processes, world } = this.parts;
    const { collisions, delays } = this.view;
    return {
      robots: world?.robots.length ?? 0,
      processes: processes.length,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: sum(processes, (process) => (process instanceof NekoRobot ? process.motionRequests : 0)),
      collisions,
      delays,
      messages: this.messages,
      stoppedBy: this.stoppedBy,
      remarks: [
        ...(this.family?.remarks() ?? []),
        ...this.plan.stack.remarks,
        ...this.stackNotes,
        ...this.noteOnReplaced(),
        ...this.endRemarks,
        ...(world?.motions.delayNotes ?? []),
        ...this.waiting,
      ],
      hasGoal: this.plan.goals.length > 0,
    };
  }

  /** Keeps the run going to its time limit, even if no events are left. */
  hold(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    const end = Math.min(this.timeLimit, MAX_TIME);
    // In two steps, so that everything else of the last instant happens before.
    this.observeAt(end, () => this.observeAt(end, () => this.end('time')));
  }

  /** Calls an action at a time, after all other events of that instant. */
  observeAt(time: number, run: () => void): void {
    const describe = (): string => 'the end of a step';
    this.simulator.schedule(time, { class: EventClass.Observer, low: 0, high: 0, run, describe });
  }

  /** Positions and headings (degrees) of the robots, by id. */
  poses(): readonly (readonly [x: number, y: number, heading: number])[] {
    const { world } = this.parts;
    return (world?.robots ?? []).map((id) => {
      const { x, y } = world!.poseOf(id);
      return [x, y, world!.headingOf(id)];
    });
  }

  programMessages(): ProgramTraffic {
    const { processes } = this.parts;
    return {
      ids: [...new Set(processes.flatMap(({ programIds }) => programIds))],
      counts: processes.map(({ programMessages }) => programMessages.count),
    };
  }

  searchSchedules(property: string, maxStates: number): Generator<undefined, ScheduleSearch> | undefined {
    return this.family?.searchSchedules?.(property, maxStates);
  }

  override metrics(): ReadonlyMap<string, number> {
    return this.measuring?.values(this.view) ?? new Map();
  }

  /** The state for finish conditions and metrics. */
  private get view(): RunView {
    const { world } = this.parts;
    return {
      clock: this.now,
      n: this.plan.n,
      collisions: world?.collisions ?? 0,
      delays: world?.motions.delays ?? 0,
      delivered: this.messages.delivered,
      finished: this.finishedAlgorithms.size,
      world,
    };
  }

  private get messages(): RunSummary['messages'] {
    const { networks, processes } = this.parts;
    const missed = sum(processes, ({ missedCopies }) => missedCopies);
    return {
      sent: sum(networks, ({ traffic }) => traffic.sent),
      delivered: sum(networks, ({ traffic }) => traffic.arrived) - missed,
      dropped: sum(networks, ({ traffic }) => traffic.lost) + missed,
    };
  }

  /** Initializes the processes before any counted event, so that nothing has happened if the run is refused. */
  private async initialize(): Promise<void> {
    const { simulator } = this.parts;
    simulator.schedule(simulator.now, {
      class: EventClass.GridUpkeep,
      low: 0,
      high: 0,
      run: () => simulator.stop(),
      describe: () => 'the end of the initialization',
    });
    try {
      await this.guarded(() => simulator.run({ until: simulator.now }));
    } catch (error) {
      throw error instanceof EventError ? error.cause : error;
    }
    // An initializer may end the run.
    if (this.isEnding) return;
    const { processes, world } = this.parts;
    const { initializers, config } = this.plan;
    const note = checkLaunches({
      processes,
      hasBodies: world !== undefined,
      isOwn: (process) => initializers.of(process) !== undefined,
      placeOf: (process) => config.placeOf(`process.${process}.initializer`) ?? config.placeOf('process.initializer'),
    });
    if (note !== undefined) this.stackNotes.add(note);
  }

  /**
   * A task that waits for a promise when no events are left fails the run. At a limit, the promise might have been settled
   * later, so it is only noted.
   */
  private lookForBlocked(): void {
    const { stoppedBy, simulator } = this;
    if (stoppedBy === undefined || stoppedBy === 'finished' || stoppedBy === 'shutdown') return;
    const blocked = blockedOnPromise(simulator.waiting, this.parts.world !== undefined);
    if (stoppedBy !== 'empty') {
      this.waiting = blocked;
      return;
    }
    this.waiting = simulator.waiting
      .filter((each) => each.for.length > 0 && each.promise === undefined)
      .map((each) => `${each.task} is blocked forever waiting for ${each.for.join(', ')}`);
    if (blocked.length > 0) throw blockedError(blocked);
  }

  private noteReplaced(text: string): void {
    this.replaced ??= { text, robots: 0 };
    this.replaced.robots++;
  }

  /** One note for the whole run. */
  private noteOnReplaced(): string[] {
    if (this.replaced === undefined) return [];
    const { text, robots } = this.replaced;
    return [robots === 1 ? text : `${text} (${robots} robots did so)`];
  }

  private algorithmFinished(robot: number): void {
    this.finishedAlgorithms.add(robot);
    const { n, goals } = this.plan;
    const reached = goals.find(({ isReached }) => isReached(this.view));
    if (reached !== undefined) this.end('finished', reached.text);
    // All algorithms are finished, although sensors may still be active.
    else if (this.finishedAlgorithms.size === n) this.end('finished', 'all algorithms finished');
  }

  private assemble(options: OpenOptions, emit: RecordHandler | undefined): Parts {
    const { plan } = this;
    const { config } = plan;
    const random = new Random(options.seed);
    const settings = parametersOf(config);
    let faults: Faults | undefined;
    let parts: Parts | undefined;
    const oracles = new Oracles(config, () => parts!.processes);
    const networksOf = (host: NekoHost, world: World | undefined): Network[] => {
      const planned = (faults ??= new Faults(host, plan.faults, plan.lies));
      const context = {
        config,
        host,
        faults: planned,
        topology: plan.topology?.(options.seed),
        positions: world && {
          positionOf: (process: number) => world.poseOf(process),
          isVisible: (a: number, b: number) => world.isVisible(a, b),
          thicknessBetween: (a: number, b: number) => world.thicknessBetween(a, b),
        },
      };
      return plan.networks.map((part, index) => networkOf(part, index, context));
    };
    const initialize = (process: NekoProcess): void => {
      // It may have lost its memory and be built again.
      oracles.forget(process);
      this.finishedAlgorithms.delete(process.id);
      const own = plan.initializers.of(process.id);
      if (own !== undefined) return own(process, config);
      // First, so that the algorithm finds its protocols when it is created.
      const below = buildStack(plan.stack, process, oracles, settings);
      const algorithm = new (plan.algorithms.of(process.id)!.item.create)(process as NekoRobot);
      algorithm.setId('algorithm');
      algorithm.setSender(below);
      algorithm.launch();
    };
    const initializer = (process: NekoProcess): void => {
      this.initialized = process;
      try {
        initialize(process);
      } catch (error) {
        throw initializationError(error, process, config);
      }
      this.initialized = undefined;
    };
    const common = {
      random,
      emit,
      log: options.log,
      initializer,
      parameters: settings,
      composeLink: linksOf(settings, (note) => this.stackNotes.add(note)),
      onShutdown: (reason: string) => this.end('shutdown', reason),
    };
    if (plan.world === undefined) {
      const system = new NekoSystem({ ...common, n: plan.n, networks: (host) => networksOf(host, undefined) });
      const networks = system.networks as readonly SimNetwork[];
      parts = { simulator: system.simulator, world: undefined, processes: system.processes, networks };
    } else {
      const placed = plan.places?.take(options.seed);
      const world = { ...plan.world, robots: placed === undefined ? plan.robots() : [] };
      const system = this.robotSystem(world, { ...common, placed }, networksOf);
      parts = { simulator: system.simulator, world: system.world, processes: system.robots, networks: system.networks };
    }
    faults!.attach(parts.processes);
    return parts;
  }

  private robotSystem(
    world: WorldSpec,
    common: Omit<ConstructorParameters<typeof RobotSystem>[0], 'world' | 'networks' | 'makeSensor'>,
    networks: (host: NekoHost, world: World) => Network[],
  ): RobotSystem {
    const { config, motions, sensors } = this.plan;
    const singled = new Set(config.singledOut(['robot.turn.shorter']));
    const turnsShorter = config.get('robot.turn.shorter') ?? false;
    try {
      return new RobotSystem({
        ...common,
        world,
        physics: this.physics,
        memory: this.plan.memory,
        networks,
        ownMotions: motions,
        onReplaced: (_robot, text) => this.noteReplaced(text),
        makeSensor: (robot, name) => sensorOf(sensors!.of(robot), robot, name),
        turnsShorter: (robot) =>
          singled.has(robot) ? (config.of(robot, 'robot.turn.shorter') ?? false) : turnsShorter,
        onFinished: (robot) => this.algorithmFinished(robot),
      });
    } catch (error) {
      // The placement of robots may depend on the seed.
      if (error instanceof Error && (error.name === 'WorldError' || error.name === 'PlacementError')) {
        throw inputError(error.message, config.placeOf('process.num'));
      }
      throw error;
    }
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
}
