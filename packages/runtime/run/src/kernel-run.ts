/** The run loop of every front end whose run is one simulator: advance, stop, and why the run ended. */
import type { TraceValue } from '@kineko/formats/trace';
import { EventClass, type Gate, type RunReport, type Simulator } from '@kineko/kernel';
import type { CommandPort } from './commands.js';
import { ReplayGate } from './replay.js';
import type { OpenOptions, Run, RunSummary, StoppedBy } from './scenario.js';
import { MAX_TIME } from './settings/run-keys.js';

export interface KernelRunOptions extends Pick<OpenOptions, 'gate' | 'guard' | 'commands'> {
  /** Simulated seconds; Infinity for none. */
  readonly timeLimit: number;
  /** The latest time that the run can reach, in simulated seconds. Default: the time limit. */
  readonly lastInstant?: number;
  /** Number of events after which the run ends. */
  readonly maxEvents?: number;
  /** The current time for clients of a run that takes commands, in simulated seconds: the clock stands still between events. */
  readonly present?: (() => number) | undefined;
}

export interface AdvanceLimits {
  readonly until?: number;
  readonly maxEvents?: number;
}

const describeLook = (): string => 'an observation';

export abstract class KernelRun implements Run {
  protected abstract readonly simulator: Simulator;
  /** Undefined while the run can continue. */
  protected stoppedBy: StoppedBy | undefined;
  private gate: Gate | undefined;
  private port: CommandPort | undefined;
  private ending: { readonly stoppedBy: StoppedBy; readonly remark: string | undefined } | undefined;

  protected constructor(private readonly runOptions: KernelRunOptions) {
    this.gate = runOptions.gate;
  }

  get timeLimit(): number {
    return this.runOptions.timeLimit;
  }

  get now(): number {
    return this.simulator.now;
  }

  get events(): number {
    return this.simulator.events;
  }

  /** The current time for clients, in simulated seconds. */
  get present(): number {
    return Math.max(this.now, this.runOptions.present?.() ?? 0);
  }

  /** Calls back at the present, or at a later time, to observe the world. A run is the same with and without observers. */
  look(action: (now: number) => void, at = this.present): void {
    this.simulator.schedule(Math.max(this.now, at), {
      class: EventClass.GridUpkeep,
      low: -Number.MAX_VALUE,
      high: -Number.MAX_VALUE,
      run: action,
      describe: describeLook,
    });
  }

  async advance(limits: AdvanceLimits = {}): Promise<StoppedBy | undefined> {
    this.stoppedBy ??= this.ending?.stoppedBy;
    if (this.stoppedBy !== undefined) return this.stoppedBy;
    const until = Math.min(limits.until ?? Infinity, this.lastInstant);
    const maxEvents = Math.min(limits.maxEvents ?? Infinity, (this.runOptions.maxEvents ?? Infinity) - this.events);
    if (until < this.now) return undefined;
    const report = await this.guarded(() => this.simulator.run({ until, maxEvents }, this.gate));
    this.stoppedBy = this.verdictOn(report);
    return this.stoppedBy;
  }

  stop(): void {
    this.end('interrupted');
  }

  command(command: TraceValue, source: string): void {
    this.port!.give(command, source);
  }

  abstract summary(): RunSummary;

  metrics(): ReadonlyMap<string, number> {
    return new Map();
  }

  async close(): Promise<void> {}

  /** Opens the run to commands, and replays the recorded ones, if there are any. */
  protected takeCommands(port: CommandPort, gate = this.gate): void {
    this.port = port;
    const { commands } = this.runOptions;
    this.gate = commands === undefined ? gate : new ReplayGate(this.simulator, commands, port, gate);
  }

  /** Keeps the queue non-empty, so that a world without motion waits for commands. */
  protected keepOpen(): void {
    this.simulator.schedule(MAX_TIME, {
      class: EventClass.Observer,
      low: 0,
      high: 0,
      run: () => this.end('interrupted', 'end of the time domain'),
      describe: () => 'the end of time',
    });
  }

  /** Ends the run after the current event; the first call decides the reason. */
  protected end(stoppedBy: StoppedBy, remark?: string): void {
    this.ending ??= { stoppedBy, remark };
    this.simulator.stop();
  }

  protected get isEnding(): boolean {
    return this.ending !== undefined;
  }

  /** The remark that was passed to `end`, as a list of one or none. */
  protected get endRemarks(): string[] {
    const remark = this.ending?.remark;
    return remark === undefined || remark === '' ? [] : [remark];
  }

  /** Runs part of the simulation with the guard on authors' code, if there is one. */
  protected guarded<T>(advance: () => Promise<T>): Promise<T> {
    return this.runOptions.guard?.during(() => this.simulator.isActing, advance) ?? advance();
  }

  private get lastInstant(): number {
    return this.runOptions.lastInstant ?? this.timeLimit;
  }

  private verdictOn({ stoppedBy, now, events }: RunReport): StoppedBy | undefined {
    switch (stoppedBy) {
      case 'stopped':
        return this.ending?.stoppedBy ?? 'interrupted';
      case 'time':
        return now >= this.lastInstant ? 'time' : undefined;
      case 'events':
        return events >= (this.runOptions.maxEvents ?? Infinity) ? 'events' : undefined;
      case 'empty':
        return 'empty';
    }
  }
}
