/** A run of an environment: with a controllers behind its robots, or as the record of an earlier one says. */
import { InputError } from '@kineko/formats/problem';
import type { TraceObject, TraceValue } from '@kineko/formats/trace';
import { type Gate, Random, Simulator } from '@kineko/kernel';
import { CommandPort, KernelRun, type OpenOptions, type RunSummary } from '@kineko/run';
import type { Communications, CrsimModel } from '../../format/model.js';
import type { Catalogue } from '../world/catalogue.js';
import type { RobotControllers } from './robot-controllers.js';
import { Environment, type StepListener, type StepOutcome } from './environment.js';
import { LiveGate } from './live-gate.js';
import { isStepRequests, recorded, type StepRequests } from './requests.js';
import { problemsOfWorld } from './world-problems.js';

/** What a run is made of: enough to make it again. */
export interface RunPlan {
  readonly model: CrsimModel;
  /** The model as it was read, for the record. */
  readonly text: string;
  readonly catalogue: Catalogue;
  readonly communications: Communications;
  readonly millisPerStep: number;
  /** Simulated seconds; Infinity for none. */
  readonly timeLimit: number;
}

export interface CrsimRunOptions extends OpenOptions {
  /** Nobody, where the commands of an earlier run are given again. */
  readonly controllers?: RobotControllers | undefined;
  /** Is told of steps besides the controllers. */
  readonly listener?: StepListener | undefined;
}

const RIGHT = 'right would be { kind: "requests", step, robots } or { kind: "stop", reason }';

export class CrsimRun extends KernelRun {
  readonly environment: Environment;
  protected readonly simulator = new Simulator();
  private readonly controllers: RobotControllers | undefined;
  private readonly liveGate: LiveGate | undefined;
  /** Whether a step waits for its requests. */
  private isWaiting = false;
  private isInterrupted = false;
  private isShuttingDown = false;

  constructor(
    readonly plan: RunPlan,
    options: CrsimRunOptions,
  ) {
    const { controllers, listener, emit, commands, gate } = options;
    super({ ...options, timeLimit: plan.timeLimit });
    this.controllers = controllers;
    const steps: StepListener = {
      stepBegins: (step) => {
        this.isWaiting = controllers !== undefined;
        controllers?.ask(step);
        listener?.stepBegins(step);
      },
      stepEnds: (outcome: StepOutcome) => {
        controllers?.answer(outcome);
        listener?.stepEnds(outcome);
      },
    };
    this.environment = environmentOf(plan, {
      simulator: this.simulator,
      random: new Random(options.seed),
      emit,
      listener: steps,
    });
    const port = new CommandPort(this.simulator, {
      check: (command) => problemOf(command),
      execute: (command) => this.execute(command as TraceObject),
      emit,
    });
    this.liveGate = commands === undefined && controllers !== undefined ? this.gateOf(controllers, gate) : undefined;
    this.takeCommands(port, this.liveGate);
    // The first command of all, so that a record tells what it is a record of.
    if (commands === undefined) this.command(headOf(plan, options.seed), 'environment');
  }

  /** Whether a step waits for its requests. */
  get isAsking(): boolean {
    return this.isWaiting;
  }

  get step(): number {
    return this.environment.step;
  }

  /** With a controllers it is an order like any other, so that a replay ends where this run did. */
  override stop(): void {
    this.isInterrupted = true;
    if (this.controllers === undefined || this.isEnding) this.end('interrupted');
    else this.shutDown('it was interrupted');
  }

  /** Has the run end at this place, on record. */
  shutDown(reason: string): void {
    if (this.isEnding || this.isShuttingDown) return;
    this.isShuttingDown = true;
    this.command({ kind: 'stop', reason }, 'environment');
    this.liveGate?.nudge();
  }

  /** Something that the gate of this run looks at has changed. */
  nudge(): void {
    this.liveGate?.nudge();
  }

  summary(): RunSummary {
    const { environment } = this;
    const robots = environment.things.robots.length;
    return {
      robots,
      processes: robots,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: environment.motionRequests,
      collisions: environment.world.collisions,
      delays: environment.world.motions.delays,
      messages: environment.messaging.traffic,
      stoppedBy: this.stoppedBy,
      remarks: [...this.endRemarks, ...environment.world.motions.delayNotes],
      hasGoal: false,
    };
  }

  override metrics(): ReadonlyMap<string, number> {
    return new Map([['steps', this.environment.step]]);
  }

  override async close(): Promise<void> {
    await this.controllers?.close();
  }

  private gateOf(controllers: RobotControllers, inner: Gate | undefined): LiveGate {
    return new LiveGate({
      controllers,
      inner,
      isOpen: () => this.isShuttingDown,
      isAsking: () => this.isWaiting,
      admit: (robots) => {
        this.isWaiting = false;
        this.command({ kind: 'requests', step: this.environment.step, robots: recorded(robots) }, 'robots');
      },
      shutDown: (reason) => this.shutDown(reason),
    });
  }

  private execute(command: TraceObject): void {
    switch (command['kind']) {
      case 'requests':
        this.environment.perform(command['robots'] as unknown as StepRequests);
        break;
      case 'stop':
        this.end(
          this.isInterrupted ? 'interrupted' : 'shutdown',
          typeof command['reason'] === 'string' ? command['reason'] : '',
        );
        break;
      default:
        // What the run is made of: it is made of it already.
        break;
    }
  }
}

function problemOf(command: TraceValue): string | undefined {
  if (typeof command !== 'object' || command === null || Array.isArray(command))
    return `a command is an object; ${RIGHT}`;
  const { kind, robots } = command as TraceObject;
  if (kind === 'environment' || kind === 'stop') return undefined;
  if (kind !== 'requests') return `the kind of the command is ${JSON.stringify(kind)}; ${RIGHT}`;
  return isStepRequests(robots) ? undefined : `robots must be a list of names and requests; ${RIGHT}`;
}

/** The first command of every record. */
export interface RunHead {
  readonly kind: 'environment';
  readonly model: string;
  readonly seed: number;
  readonly communications: TraceObject;
  readonly millisPerStep: number;
  readonly timeLimit: number;
}

function headOf({ text, communications, millisPerStep, timeLimit }: RunPlan, seed: number): RunHead & TraceObject {
  return { kind: 'environment', model: text, seed, communications: { ...communications }, millisPerStep, timeLimit };
}

function environmentOf(
  { model, catalogue, communications, millisPerStep }: RunPlan,
  options: Pick<ConstructorParameters<typeof Environment>[0], 'simulator' | 'random' | 'emit' | 'listener'>,
): Environment {
  try {
    return new Environment({ model, catalogue, communications, millisPerStep, ...options });
  } catch (error) {
    const problems = problemsOfWorld(error, model);
    if (problems === undefined) throw error;
    throw new InputError(problems);
  }
}
