/** A run of an environment, with controllers or with the recorded commands of an earlier run. */
import { expected, InputError } from '@kineko/formats/problem';
import type { TraceObject, TraceValue } from '@kineko/formats/trace';
import { type Gate, Random, Simulator } from '@kineko/kernel';
import { CommandPort, KernelRun, type OpenOptions, type RunSummary } from '@kineko/run';
import type { Communications, CrsimModel } from '../../format/model.js';
import type { Catalogue } from '../world/catalogue.js';
import type { RobotControllers } from './robot-controllers.js';
import { Environment, type StepListener, type StepOutcome } from './environment.js';
import { LiveGate } from './live-gate.js';
import { isStepRequests, type StepRequests } from './requests.js';
import { problemsOfWorld } from './world-problems.js';

/** Everything that a run is made from. */
export interface RunPlan {
  readonly model: CrsimModel;
  /** The text of the model, for the record. */
  readonly text: string;
  readonly catalogue: Catalogue;
  readonly communications: Communications;
  readonly millisPerStep: number;
  /** Simulated seconds; Infinity for none. */
  readonly timeLimit: number;
}

export interface CrsimRunOptions extends OpenOptions {
  /** None when the commands of an earlier run are replayed. */
  readonly controllers?: RobotControllers | undefined;
  /** Notified of steps after the controllers. */
  readonly listener?: StepListener | undefined;
}

const COMMAND = '{ kind: "requests", step, robots } or { kind: "stop", reason }';

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
    // The first command of every record describes the run.
    if (commands === undefined) this.command(headOf(plan, options.seed), 'environment');
  }

  /** Whether a step waits for its requests. */
  get isAsking(): boolean {
    return this.isWaiting;
  }

  get step(): number {
    return this.environment.step;
  }

  /** With controllers it is a recorded command, so that a replay ends at the same event. */
  override stop(): void {
    this.isInterrupted = true;
    if (this.controllers === undefined || this.isEnding) this.end('interrupted');
    else this.shutDown('interrupted');
  }

  /** Ends the run by a recorded command. */
  shutDown(reason: string): void {
    if (this.isEnding || this.isShuttingDown) return;
    this.isShuttingDown = true;
    this.command({ kind: 'stop', reason }, 'environment');
    this.liveGate?.poke();
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
        this.command(
          { kind: 'requests', step: this.environment.step, robots: robots as unknown as TraceValue },
          'robots',
        );
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
        // The head, which describes the run.
        break;
    }
  }
}

function problemOf(command: TraceValue): string | undefined {
  if (typeof command !== 'object' || command === null || Array.isArray(command)) return expected(COMMAND, command);
  const { kind, robots } = command as TraceObject;
  if (kind === 'environment' || kind === 'stop') return undefined;
  if (kind !== 'requests') return `kind: ${expected('requests or stop', kind)}`;
  return isStepRequests(robots) ? undefined : `robots: ${expected('a list of names and requests', robots)}`;
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
