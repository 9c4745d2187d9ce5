import type { NekoRecord } from '../records.js';
import { type Cell, Cells, isRecovery, type Limits, type ProcessFault, processOfFault, recoveryOf } from './cells.js';
import type { Copy } from './copies.js';
import type { LocalStates, LocalStep } from './local-states.js';

export interface SpaceOptions extends Limits {
  readonly maxCrashes: number;
  readonly mayCrash: readonly number[];
  /** Whether states with different orders of events of different processes are different. */
  readonly isGlobal: boolean;
}

/** A step of the system, as a number: of a move of a process, or of a crash or recovery. */
export type Code = number;

/** A step of the system with its name and the events that it records. */
export interface Step {
  readonly kind: 'act' | 'deliver' | 'timer' | 'lie' | 'lose' | 'crash' | 'recover';
  readonly process: number;
  readonly name: string;
  /** Copies that are lost with a crashed sender. */
  readonly lost: readonly Copy[];
  readonly events: readonly NekoRecord[];
  readonly error: string | undefined;
}

/** At least twice the number of processes. */
const PROCESSES = 32;
const NONE: readonly number[] = [];

/** The states of a system of processes: one cell for each, and what is left of the limits. */
export class Space<Stack> {
  readonly cells: Cells<Stack>;
  readonly n: number;
  readonly width: number;
  private readonly lossesAt: number;
  private readonly orderAt: number;
  private readonly orders = new Map<string, number>();

  constructor(
    readonly locals: LocalStates<Stack>,
    readonly options: SpaceOptions,
  ) {
    this.n = locals.n;
    this.cells = new Cells(locals, options);
    this.lossesAt = this.n;
    this.orderAt = this.n + (options.maxLosses > 0 ? 1 : 0);
    this.width = this.orderAt + (options.isGlobal ? 1 : 0);
  }

  /** The first state, and the events and errors of the launch. */
  async initial(): Promise<{ readonly state: Int32Array; readonly steps: readonly LocalStep[] }> {
    const steps = await this.locals.initial();
    const state = new Int32Array(this.width);
    for (const [p, step] of steps.entries()) state[p] = this.cells.of(step.next, []).id;
    for (const [p, step] of steps.entries()) {
      const { to, packets, own } = this.cells.sentBy(step, p);
      const cell = this.cellAt(state, p);
      state[p] = this.cells.of(cell.local, this.cells.sorted([...cell.inbox, ...own])).id;
      for (const [i, q] of to.entries()) state[q] = this.cells.add(this.cellAt(state, q), packets[i]!).id;
    }
    if (this.options.isGlobal) {
      const events = steps.flatMap((step) => step.events);
      state[this.orderAt] = this.orderAfter(-1, events);
    }
    return { state, steps };
  }

  cellAt(state: Int32Array, process: number): Cell {
    return this.cells.all[state[process]!]!;
  }

  /** Whether losses are left. */
  mayLose(state: Int32Array): boolean {
    return this.options.maxLosses > 0 && state[this.lossesAt]! < this.options.maxLosses;
  }

  /** The processes that may crash in a state. */
  crashable(state: Int32Array): readonly number[] {
    const { maxCrashes, mayCrash } = this.options;
    if (maxCrashes === 0) return NONE;
    let crashes = 0;
    for (let p = 0; p < this.n; p++) crashes += this.cellAt(state, p).local.crashes;
    if (crashes >= maxCrashes) return NONE;
    return mayCrash.filter((p) => !this.cellAt(state, p).local.isCrashed);
  }

  /** The processes that may recover in a state. */
  recoverable(state: Int32Array): readonly number[] {
    if (!this.locals.recovers) return NONE;
    return Array.from({ length: this.n }, (_, p) => p).filter((p) => this.cellAt(state, p).local.isCrashed);
  }

  /** The crashes and recoveries that are possible in a state. */
  faults(state: Int32Array): readonly ProcessFault[] {
    const crashes = this.crashable(state);
    const recoveries = this.recoverable(state);
    return recoveries.length === 0 ? crashes : [...crashes, ...recoveries.map(recoveryOf)];
  }

  /** Whether everything that the steps from a state need is computed. */
  isPrepared(state: Int32Array): boolean {
    for (let p = 0; p < this.n; p++) if (this.cellAt(state, p).moves === undefined) return false;
    for (const fault of this.faults(state)) {
      for (let p = 0; p < this.n; p++) if (this.cellAt(state, p).faults[fault] === undefined) return false;
    }
    return true;
  }

  async prepare(state: Int32Array): Promise<void> {
    const faults = this.faults(state);
    for (let p = 0; p < this.n; p++) await this.cells.prepare(this.cellAt(state, p), faults);
    this.assemble(state);
  }

  /** Puts the moves of a state together, all steps of its processes being known. */
  private assemble(state: Int32Array): void {
    const faults = this.faults(state);
    for (let p = 0; p < this.n; p++) {
      const cell = this.cellAt(state, p);
      this.cells.movesOf(cell);
      for (const fault of faults) this.cells.faultsOf(cell, fault);
    }
  }

  codeOfMove(process: number, index: number): Code {
    return process + PROCESSES * index;
  }

  /** The codes of a crash or recovery: one for each set of copies and writes that may be lost. */
  codesOfFault(state: Int32Array, fault: ProcessFault): Code[] {
    let variants = 1;
    for (let p = 0; p < this.n; p++) variants *= this.cellAt(state, p).faults[fault]!.length;
    return Array.from({ length: variants }, (_, variant) => -1 - (fault + PROCESSES * variant));
  }

  /** The state after a move; returns whether events were recorded. */
  afterMove(state: Int32Array, process: number, index: number, into: Int32Array): boolean {
    for (let i = 0; i < this.width; i++) into[i] = state[i]!;
    const { all } = this.cells;
    const move = all[state[process]!]!.moves![index]!;
    into[process] = move.next.id;
    const { to, packets, step, isOmission } = move;
    for (let i = 0; i < to.length; i++) {
      const q = to[i]!;
      const cell = all[into[q]!]!;
      const packet = packets[i]!;
      into[q] = (cell.after.get(packet) ?? this.cells.add(cell, packet)).id;
    }
    if (step === undefined) {
      if (isOmission !== true) into[this.lossesAt]!++;
      return false;
    }
    if (step.events.length === 0) return false;
    if (this.options.isGlobal) into[this.orderAt] = this.orderAfter(state[this.orderAt]!, step.events);
    return true;
  }

  afterFault(state: Int32Array, code: Code, into: Int32Array): void {
    into.set(state);
    const { process, after } = this.faultOf(state, code);
    for (const [p, { next }] of after.entries()) into[p] = next.id;
    for (const { to, packets } of after) {
      for (const [i, q] of to.entries()) into[q] = this.cells.add(this.cellAt(into, q), packets[i]!).id;
    }
    if (this.options.isGlobal) {
      const events = [after[process]!, ...after.toSpliced(process, 1)].flatMap(({ step }) => step.events);
      into[this.orderAt] = this.orderAfter(state[this.orderAt]!, events);
    }
  }

  after(state: Int32Array, code: Code, into: Int32Array): void {
    if (code < 0) this.afterFault(state, code, into);
    else this.afterMove(state, code % PROCESSES, Math.floor(code / PROCESSES), into);
  }

  /** All steps from a state, all steps of its processes being known. */
  codes(state: Int32Array): Code[] {
    this.assemble(state);
    const codes: Code[] = [];
    for (let p = 0; p < this.n; p++) {
      for (const [i, { kind, isOmission }] of this.cellAt(state, p).moves!.entries())
        if (kind !== 'lose' || isOmission === true || this.mayLose(state)) codes.push(this.codeOfMove(p, i));
    }
    return [...codes, ...this.faults(state).flatMap((fault) => this.codesOfFault(state, fault))];
  }

  stepOf(state: Int32Array, code: Code): Step {
    if (code < 0) {
      const { process, after, kind } = this.faultOf(state, code);
      const { kept } = after[process]!;
      const name = `${kind} p${process}${kept === 0 ? '' : ` keeping ${kept}`}`;
      const steps = [after[process]!, ...after.toSpliced(process, 1)].map(({ step }) => step);
      const lost = after.flatMap((each) => each.lost);
      const error = steps.find((step) => step.error !== undefined)?.error;
      return { kind, process, name, lost, events: steps.flatMap((s) => s.events), error };
    }
    const process = code % PROCESSES;
    const cell = this.cellAt(state, process);
    const { kind, copy, step } = cell.moves![Math.floor(code / PROCESSES)]!;
    const what = kind === 'act' ? `p${process} ${cell.local.action!}` : (copy?.text ?? `p${process}`);
    return { kind, process, name: `${kind} ${what}`, lost: [], events: step?.events ?? [], error: step?.error };
  }

  /** The numbers of the sequences of recorded events: one for each process, or one for all if their order matters. */
  notesOf(state: Int32Array, into: Int32Array): void {
    if (this.options.isGlobal) into[0] = state[this.orderAt]!;
    else for (let p = 0; p < this.n; p++) into[p] = this.cellAt(state, p).local.notes;
  }

  get notesWidth(): number {
    return this.options.isGlobal ? 1 : this.n;
  }

  private faultOf(state: Int32Array, code: Code) {
    const fault = (-1 - code) % PROCESSES;
    const process = processOfFault(fault);
    let variant = Math.floor((-1 - code) / PROCESSES);
    const after = Array.from({ length: this.n }, (_, p) => {
      const each = this.cellAt(state, p).faults[fault]!;
      const chosen = each[variant % each.length]!;
      variant = Math.floor(variant / each.length);
      return chosen;
    });
    const kind: Step['kind'] = isRecovery(fault) ? 'recover' : 'crash';
    return { process, after, kind };
  }

  private orderAfter(before: number, events: readonly NekoRecord[]): number {
    let order = before;
    for (const event of events) {
      const key = `${order} ${JSON.stringify({ ...event, time: 0 })}`;
      order = this.orders.get(key) ?? this.orders.size;
      this.orders.set(key, order);
    }
    return order;
  }
}
