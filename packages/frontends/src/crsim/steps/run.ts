/** A run of an environment: with a crew behind its robots, or as the record of an earlier one says. */
import type { Communications, CrsimModel } from '@kineko/formats/crsim';
import { InputError } from '@kineko/formats/problem';
import type { TraceObject, TraceValue } from '@kineko/formats/trace';
import { type Gate, Random, type RunReport, Simulator } from '@kineko/kernel';
import { CommandPort, type OpenOptions, replayGate, type Run, type RunSummary, type StoppedBy } from '@kineko/run';
import type { Catalogue } from '../world/catalogue.js';
import type { Crew } from './crew.js';
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

export interface CrewedOptions extends OpenOptions {
  /** Nobody, where the commands of an earlier run are given again. */
  readonly crew?: Crew | undefined;
  /** Is told of steps besides the crew. */
  readonly listener?: StepListener | undefined;
}

const RIGHT = 'right would be { kind: "requests", step, robots } or { kind: "stop", reason }';

export class CrsimRun implements Run {
  readonly timeLimit: number;
  readonly environment: Environment;
  readonly #plan: RunPlan;
  readonly #simulator = new Simulator();
  readonly #port: CommandPort;
  readonly #gate: Gate | undefined;
  #liveGate: LiveGate | undefined;
  readonly #crew: Crew | undefined;
  #isAsking = false;
  #ending: { readonly stoppedBy: StoppedBy; readonly remark?: string } | undefined;
  #stoppedBy: StoppedBy | undefined;
  #isInterrupted = false;
  #isEnding = false;

  constructor(plan: RunPlan, options: CrewedOptions) {
    const { crew, listener, emit, commands, gate } = options;
    this.#plan = plan;
    this.#crew = crew;
    this.timeLimit = plan.timeLimit;
    const steps: StepListener = {
      stepBegins: (step) => {
        this.#isAsking = crew !== undefined;
        crew?.ask(step);
        listener?.stepBegins(step);
      },
      stepEnds: (outcome: StepOutcome) => {
        crew?.answer(outcome);
        listener?.stepEnds(outcome);
      },
    };
    this.environment = environmentOf(plan, {
      simulator: this.#simulator,
      random: new Random(options.seed),
      emit,
      listener: steps,
    });
    this.#port = new CommandPort(this.#simulator, {
      check: (command) => this.#problemOf(command),
      execute: (command) => this.#execute(command as TraceObject),
      emit,
    });
    if (commands !== undefined) this.#gate = replayGate(this.#simulator, commands, this.#port, gate);
    else {
      this.#liveGate = crew && this.#gateOf(crew, gate);
      this.#gate = this.#liveGate ?? gate;
      // The first order of all: so a record says by itself of what it is one.
      this.#port.give(headOf(plan, options.seed), 'environment');
    }
  }

  get now(): number {
    return this.#simulator.now;
  }

  get events(): number {
    return this.#simulator.events;
  }

  /** Whether a step waits for its requests. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  get step(): number {
    return this.environment.step;
  }

  async advance(limits: { readonly until?: number; readonly maxEvents?: number } = {}): Promise<StoppedBy | undefined> {
    this.#stoppedBy ??= this.#ending?.stoppedBy;
    if (this.#stoppedBy !== undefined) return this.#stoppedBy;
    const until = Math.min(limits.until ?? Infinity, this.timeLimit);
    if (until < this.#simulator.now) return undefined;
    const report = await this.#simulator.run({ until, maxEvents: limits.maxEvents ?? Infinity }, this.#gate);
    this.#stoppedBy = this.#verdictOn(report);
    return this.#stoppedBy;
  }

  /** With a crew it is an order like any other, so that a replay ends where this run did. */
  stop(): void {
    this.#isInterrupted = true;
    if (this.#crew === undefined || this.#ending !== undefined) this.#end('interrupted');
    else this.dismiss('it was interrupted');
  }

  /** Has the run end at this place, on record. */
  dismiss(reason: string): void {
    if (this.#ending !== undefined || this.#isEnding) return;
    this.#isEnding = true;
    this.#port.give({ kind: 'stop', reason }, 'environment');
    this.#liveGate?.nudge();
  }

  /** Something that the gate of this run looks at has changed. */
  nudge(): void {
    this.#liveGate?.nudge();
  }

  command(command: TraceValue, source: string): void {
    this.#port.give(command, source);
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
      stoppedBy: this.#stoppedBy,
      remarks: [
        ...(this.#ending?.remark === undefined ? [] : [this.#ending.remark]),
        ...environment.world.motions.delayNotes,
      ],
      hasGoal: false,
    };
  }

  metrics(): ReadonlyMap<string, number> {
    return new Map([['steps', this.environment.step]]);
  }

  async close(): Promise<void> {
    await this.#crew?.close();
  }

  #gateOf(crew: Crew, inner: Gate | undefined): LiveGate {
    return new LiveGate({
      crew,
      inner,
      isOpen: () => this.#isEnding,
      isAsking: () => this.#isAsking,
      admit: (robots) => {
        this.#isAsking = false;
        this.#port.give({ kind: 'requests', step: this.environment.step, robots: recorded(robots) }, 'robots');
      },
      dismiss: (reason) => this.dismiss(reason),
    });
  }

  #problemOf(command: TraceValue): string | undefined {
    if (typeof command !== 'object' || command === null || Array.isArray(command))
      return `a command is an object; ${RIGHT}`;
    const { kind, robots } = command as TraceObject;
    if (kind === 'environment' || kind === 'stop') return undefined;
    if (kind !== 'requests') return `the kind of the command is ${JSON.stringify(kind)}; ${RIGHT}`;
    return isStepRequests(robots) ? undefined : `robots must be a list of names and requests; ${RIGHT}`;
  }

  #execute(command: TraceObject): void {
    switch (command['kind']) {
      case 'requests':
        this.environment.perform(command['robots'] as unknown as StepRequests);
        break;
      case 'stop':
        this.#end('shutdown', typeof command['reason'] === 'string' ? command['reason'] : '');
        break;
      default:
        // What the run is made of: it is made of it already.
        break;
    }
  }

  #end(stoppedBy: StoppedBy, remark?: string): void {
    this.#ending ??= {
      stoppedBy: this.#isInterrupted ? 'interrupted' : stoppedBy,
      ...(remark !== undefined && { remark }),
    };
    this.#simulator.stop();
  }

  #verdictOn({ stoppedBy, now }: RunReport): StoppedBy | undefined {
    switch (stoppedBy) {
      case 'stopped':
        return this.#ending?.stoppedBy ?? 'interrupted';
      case 'time':
        return now >= this.timeLimit ? 'time' : undefined;
      case 'events':
        return undefined;
      case 'empty':
        return 'empty';
    }
  }

  get plan(): RunPlan {
    return this.#plan;
  }
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
