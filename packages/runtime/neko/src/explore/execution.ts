import { Random, Simulator } from '@kineko/kernel';
import type { Emit, NekoRecord } from '../records.js';
import { NekoProcess } from '../process.js';
import { type Copy, ExploreNetwork, type LinkOrder } from './explore-network.js';
import { hashed, stateOf } from './fingerprint.js';

/** An action of a process, taken once, at any moment after its earlier ones. */
export interface ExploreAction<Stack> {
  readonly process: number;
  readonly name: string;
  readonly run: (stack: Stack) => void;
}

export interface ExecutionOptions<Stack> {
  /** Number of processes. Default: 3. */
  readonly n?: number;
  /** Builds and launches the protocols of a process; returns the argument of its actions. */
  readonly wire: (process: NekoProcess) => Stack;
  readonly actions: readonly ExploreAction<Stack>[];
  /** Default: any. */
  readonly links?: LinkOrder;
  /** Maximum number of crashes. Default: 0. */
  readonly maxCrashes?: number;
  /** The processes that may crash. Default: all. */
  readonly mayCrash?: readonly number[];
  /**
   * How many times the next timer of each process may fire; a run with a timer left is cut. `never`: timers are not
   * needed on a network without losses and are ignored. Default: 0.
   */
  readonly maxTimers?: number | 'never';
}

export type Choice =
  | { readonly kind: 'act'; readonly process: number; readonly key: string }
  | { readonly kind: 'deliver'; readonly process: number; readonly key: string; readonly copy: Copy }
  | { readonly kind: 'timer'; readonly process: number; readonly key: string }
  | { readonly kind: 'crash'; readonly process: number; readonly key: string; readonly lost: readonly Copy[] };

/** Records whether any listener would notice its crash. */
class ExploredProcess extends NekoProcess {
  isWatched = false;

  override onCrash(listener: (isCrashed: boolean) => void): void {
    this.isWatched = true;
    super.onCrash(listener);
  }
}

/**
 * One run of the processes, step by step as chosen. Each process has its own clock, moved only by its own timers, so
 * that time reveals nothing; times in the records are step numbers.
 */
export class Execution<Stack> {
  readonly records: NekoRecord[] = [];
  readonly n: number;
  private steps = 0;
  private readonly network: ExploreNetwork;
  private readonly processes: ExploredProcess[];
  private readonly clocks: Simulator[];
  private readonly stacks: Stack[];
  private readonly pending: ExploreAction<Stack>[][];
  private readonly timersFired: number[];
  private crashes = 0;
  /** Fingerprints of processes before the current step; undefined where they may have changed. */
  private readonly states: (string | undefined)[];
  private readonly notes: string[];
  private globalNotes = '';
  private digested = 0;

  constructor(private readonly options: ExecutionOptions<Stack>) {
    this.n = options.n ?? 3;
    const ids = Array.from({ length: this.n }, (_, id) => id);
    const emit: Emit = (record) => this.record(record);
    this.network = new ExploreNetwork(options.links ?? 'any', emit);
    this.clocks = ids.map(() => new Simulator());
    this.notes = ids.map(() => '');
    this.states = ids.map(() => undefined);
    this.timersFired = ids.map(() => 0);
    this.pending = ids.map((id) => options.actions.filter(({ process }) => process === id));
    const random = new Random(0);
    this.processes = ids.map((id) => {
      const host = { simulator: this.clocks[id]!, n: this.n, random, emit };
      return new ExploredProcess(id, host, [this.network]);
    });
    this.stacks = [];
  }

  async start(): Promise<void> {
    for (const process of this.processes) this.stacks.push(this.options.wire(process));
    for (const { id } of this.processes) await this.settle(id);
  }

  /** The possible next steps, always in the same order. */
  choices(): Choice[] {
    const choices: Choice[] = [];
    for (const copy of this.network.next())
      choices.push({ kind: 'deliver', process: copy.to, key: `deliver ${copy.text}`, copy });
    for (const [process, [action]] of this.pending.entries()) {
      if (action !== undefined && !this.processes[process]!.isCrashed)
        choices.push({ kind: 'act', process, key: `act p${process} ${action.name}` });
    }
    for (const process of this.withTimer()) {
      if (this.timersFired[process]! < this.maxTimers)
        choices.push({ kind: 'timer', process, key: `timer p${process}` });
    }
    return [...choices, ...this.crashChoices()];
  }

  /** The choice that corresponds to one of another run with the same past. */
  again(choice: Choice): Choice | undefined {
    if (choice.kind === 'deliver') {
      const copy = this.network.find(choice.copy.serial);
      return copy === undefined ? undefined : { ...choice, copy };
    }
    if (choice.kind !== 'crash') return choice;
    const lost = choice.lost.map(({ serial }) => this.network.find(serial)).filter((copy) => copy !== undefined);
    return lost.length === choice.lost.length ? { ...choice, lost } : undefined;
  }

  /** Whether steps are left that may no longer be chosen, so that this is not a final state. */
  get isCut(): boolean {
    return this.options.maxTimers !== 'never' && this.withTimer().length > 0;
  }

  /** Takes a step. Returns a promise only if there is something to wait for. */
  step(choice: Choice): Promise<void> | undefined {
    const { process } = choice;
    this.steps++;
    this.states[process] = undefined;
    switch (choice.kind) {
      case 'act':
        this.pending[process]!.shift()!.run(this.stacks[process]!);
        break;
      case 'deliver':
        this.network.deliver(choice.copy);
        break;
      case 'timer':
        this.timersFired[process]!++;
        return this.fireTimer(process);
      case 'crash':
        return this.crash(process, choice.lost);
    }
    return this.settle(process);
  }

  /** Whether two choices lead to the same state in either order, and neither prevents the other. */
  areIndependent(a: Choice, b: Choice): boolean {
    if (a.process === b.process) return false;
    if (a.kind === 'crash') return this.isIndependentOfCrash(a, b);
    if (b.kind === 'crash') return this.isIndependentOfCrash(b, a);
    return true;
  }

  /**
   * A text that is the same for states that continue in the same way and have the same past for checkers: the states of
   * the processes, the copies under way, the remaining choices, and the events each process has recorded, in order.
   *
   * @param isGlobal Whether the order of events of different processes matters too.
   */
  fingerprint(isGlobal: boolean): string {
    this.digestNotes();
    const parts = this.processes.map((process, id) => {
      this.states[id] ??= hashed(stateOf(process, this.stacks[id]));
      const due = this.clocks[id]!.eventsOf(id).map(({ time, event }) => `${time - process.now} ${event.describe()}`);
      return [
        process.isCrashed,
        this.states[id],
        this.pending[id]!.length,
        this.timersFired[id],
        due.join(),
        this.notes[id],
      ].join(' ');
    });
    if (isGlobal) parts.push(this.globalNotes);
    return hashed(`${parts.join('\n')}\n${this.network.fingerprint()}`);
  }

  private record(record: NekoRecord): void {
    this.records.push({ ...record, time: this.steps });
  }

  /** Hashes the events recorded since the last call. */
  private digestNotes(): void {
    for (; this.digested < this.records.length; this.digested++) {
      const record = this.records[this.digested]!;
      if (record.type === 'send' || record.type === 'deliver' || record.type === 'drop') continue;
      const text = JSON.stringify({ ...record, time: 0 });
      this.notes[record.process] = hashed(this.notes[record.process]! + text);
      this.globalNotes = hashed(this.globalNotes + text);
    }
  }

  private get maxTimers(): number {
    const { maxTimers = 0 } = this.options;
    return maxTimers === 'never' ? 0 : maxTimers;
  }

  private withTimer(): number[] {
    const hasTimer = (id: number): boolean => !this.processes[id]!.isCrashed && this.clocks[id]!.nextTime < Infinity;
    return this.processes.map(({ id }) => id).filter(hasTimer);
  }

  private crashChoices(): Choice[] {
    const { maxCrashes = 0, mayCrash } = this.options;
    if (this.crashes >= maxCrashes) return [];
    const candidates = this.processes.filter(({ id, isCrashed }) => !isCrashed && (mayCrash?.includes(id) ?? true));
    return candidates.flatMap(({ id }) =>
      this.network.losses(id).map((lost): Choice => {
        const losing = lost.length === 0 ? '' : `, losing ${lost.map(({ text }) => text).join(' and ')}`;
        return { kind: 'crash', process: id, key: `crash p${id}${losing}`, lost };
      }),
    );
  }

  private isIndependentOfCrash(crash: Choice & { readonly kind: 'crash' }, other: Choice): boolean {
    // The number of crashes is limited, and listeners react to a crash.
    if (other.kind === 'crash' || this.processes[crash.process]!.isWatched) return false;
    return other.kind !== 'deliver' || !crash.lost.some(({ text }) => text === other.copy.text);
  }

  private crash(process: number, lost: readonly Copy[]): Promise<void> | undefined {
    this.crashes++;
    this.pending[process] = [];
    this.processes[process]!.crash();
    this.network.crash(process, lost);
    return this.processes[process]!.isWatched ? this.settleAll() : undefined;
  }

  private async settleAll(): Promise<void> {
    this.states.fill(undefined);
    for (const { id } of this.processes) await this.settle(id);
  }

  private async fireTimer(process: number): Promise<void> {
    await this.clocks[process]!.run({ until: this.clocks[process]!.nextTime });
  }

  /** Runs everything that is due at the current instant of a process. */
  private settle(process: number): Promise<void> | undefined {
    const clock = this.clocks[process]!;
    return clock.nextTime <= clock.now ? clock.run({ until: clock.now }).then(() => {}) : undefined;
  }
}
