import type { Checker } from '../checkers/checker.js';
import type { NekoRecord } from '../records.js';
import { processOfFault } from './cells.js';
import { ALL, type Reduction } from './reduction.js';
import type { ResultTally } from './result-tally.js';
import type { Code, Space, Step } from './space.js';
import { IntList, StateTable } from './state-table.js';
import type { Symmetry } from './symmetry.js';

export interface SearchLimits {
  readonly maxSteps: number;
  readonly maxStates: number;
  readonly maxTransitions: number;
  /** Whether timers that may not fire any more do not count: a state with one of them is final. */
  readonly ignoresTimers: boolean;
}

/** How far a search is. */
export interface SearchProgress {
  readonly states: number;
  readonly transitions: number;
  /** Steps to the states that are being expanded. */
  readonly depth: number;
  /** States that are known and not expanded yet. */
  readonly open: number;
}

/** Called now and then; the search continues when the promise is settled, and ends if it is true. */
export type OnProgress = (progress: SearchProgress) => Promise<boolean> | boolean;

/** A run that violates a property, or throws, with its steps. */
export interface Violated {
  readonly checker: string;
  readonly steps: readonly Step[];
}

const STATES_BETWEEN_PROGRESS = 1 << 12;
const NO_PARENT = -1;

/** Visits all states of a space, those with fewer steps first, so that the first violation has the fewest steps. */
export class Search<Stack> {
  readonly counts = { transitions: 0, completed: 0, cut: 0, timersLeft: 0, depth: 0, reduced: 0, reopened: 0 };
  violated: Violated | undefined;
  /** A limit was reached, or the caller ended the search. */
  isCut = false;
  private readonly table: StateTable;
  private readonly parents = new IntList();
  private readonly codes = new IntList();
  private readonly depths = new IntList();
  /** The steps that were tried from a state. */
  private readonly chosen = new IntList();
  private readonly checked: StateTable;
  private readonly checkedAtEnd: StateTable;
  private readonly current: Int32Array;
  private readonly next: Int32Array;
  private readonly notes: Int32Array;
  private first: Int32Array;
  private firstEvents: readonly NekoRecord[] = [];

  constructor(
    private readonly space: Space<Stack>,
    private readonly tally: ResultTally,
    private readonly checkers: readonly Checker[],
    private readonly limits: SearchLimits,
    private readonly reduction: Reduction<Stack> | undefined,
    private readonly symmetry: Symmetry<Stack> | undefined,
    private readonly onProgress: OnProgress | undefined,
  ) {
    const { width, notesWidth } = space;
    this.table = new StateTable(width);
    this.checked = new StateTable(notesWidth);
    this.checkedAtEnd = new StateTable(notesWidth);
    this.current = new Int32Array(width);
    this.next = new Int32Array(width);
    this.first = new Int32Array(width);
    this.notes = new Int32Array(notesWidth);
  }

  get states(): number {
    return this.table.size;
  }

  /** Returns false if it must start again, because a symmetry turned out not to be one. */
  async run(): Promise<boolean> {
    const { state, steps } = await this.space.initial();
    this.first = state;
    this.firstEvents = steps.flatMap(({ events }) => events);
    const failed = steps.find(({ error }) => error !== undefined);
    if (failed !== undefined) return this.fail(0, undefined);
    this.symmetry?.begin(steps);
    this.next.set(state);
    this.visit(NO_PARENT, 0, true);
    for (let head = 0; ;) {
      for (; head < this.table.size; head++) {
        const isPaused = this.isAtLimit(head, this.table.size - head);
        if (isPaused !== false && (isPaused === true || (await isPaused))) return true;
        if (!this.take(head) && !(await this.prepareAndTake(head))) return false;
        if (this.violated !== undefined) return true;
      }
      const open = await this.invalidated();
      if (open.length === 0) return true;
      for (const number of open) {
        this.counts.reopened++;
        this.take(number);
        if (this.violated !== undefined) return true;
      }
    }
  }

  private isAtLimit(number: number, open: number): boolean | Promise<boolean> {
    const { limits, counts, table } = this;
    const depth = this.depths.get(number);
    counts.depth = Math.max(counts.depth, depth);
    if (table.size >= limits.maxStates || counts.transitions >= limits.maxTransitions) return (this.isCut = true);
    if (number % STATES_BETWEEN_PROGRESS !== 0 || this.onProgress === undefined) return false;
    const ends = this.onProgress({ states: table.size, transitions: counts.transitions, depth, open });
    return ends instanceof Promise ? ends.then((isOver) => (this.isCut = isOver)) : (this.isCut = ends);
  }

  /** Expands a state, if everything that it needs is computed. */
  private take(number: number): boolean {
    this.table.read(number, this.current);
    if (!this.space.isPrepared(this.current) || this.symmetry?.isCompared(this.current) === false) return false;
    this.expand(number, this.depths.get(number));
    return true;
  }

  /** Returns false if the search must start again. */
  private async prepareAndTake(number: number): Promise<boolean> {
    await this.space.prepare(this.current);
    if (this.symmetry !== undefined && (await this.symmetry.compare(this.current))) return false;
    this.expand(number, this.depths.get(number));
    return true;
  }

  private expand(number: number, depth: number): void {
    const { space, current } = this;
    const wasExpanded = this.chosen.get(number) !== NOT_EXPANDED;
    if (!wasExpanded && !this.hasMoves()) this.end(number);
    if (this.violated !== undefined) return;
    if (depth >= this.limits.maxSteps) {
      const isOver = !this.hasMoves() && space.faults(current).length === 0;
      this.chosen.set(number, ALL);
      if (!isOver) this.counts.cut++;
      return;
    }
    const choice = this.reduction?.choose(current) ?? ALL;
    const process = this.reduction?.processOf(choice) ?? ALL;
    const move = this.reduction?.moveOf(choice);
    this.chosen.set(number, choice);
    if (choice !== ALL) this.counts.reduced++;
    const mayLose = space.mayLose(current);
    for (let p = 0; p < space.n; p++) {
      if (process !== ALL && p !== process) continue;
      const moves = space.cellAt(current, p).moves!;
      for (let i = 0; i < moves.length; i++) {
        const { kind, step, isOmission } = moves[i]!;
        if ((kind === 'lose' && isOmission !== true && !mayLose) || (move !== undefined && i !== move)) continue;
        const code = space.codeOfMove(p, i);
        const hasEvents = space.afterMove(current, p, i, this.next);
        this.counts.transitions++;
        if (step?.error !== undefined) return void this.fail(number, code);
        this.visit(number, code, hasEvents);
        if (this.violated !== undefined) return;
      }
    }
    if (move === undefined) this.expandFaults(number, process);
  }

  private expandFaults(number: number, chosen: number): void {
    const { space, current } = this;
    for (const fault of space.faults(current)) {
      if (chosen !== ALL && processOfFault(fault) !== chosen) continue;
      for (const code of space.codesOfFault(current, fault)) {
        space.afterFault(current, code, this.next);
        this.counts.transitions++;
        if (space.stepOf(current, code).error !== undefined) return void this.fail(number, code);
        this.visit(number, code, true);
        if (this.violated !== undefined) return;
      }
    }
  }

  /** Adds the state in `next`, unless it is known. */
  private visit(parent: number, code: Code, hasEvents: boolean): void {
    this.symmetry?.canonize(this.next);
    const number = this.table.add(this.next);
    if (number < 0) return;
    this.parents.set(number, parent);
    this.codes.set(number, code);
    this.depths.set(number, parent === NO_PARENT ? 0 : this.depths.get(parent) + 1);
    this.chosen.set(number, NOT_EXPANDED);
    if (!hasEvents) return;
    this.space.notesOf(this.next, this.notes);
    if (this.checked.add(this.notes) >= 0) this.check(number, false);
  }

  /** Whether a process that is up can do anything. */
  private hasMoves(): boolean {
    const { space, current } = this;
    for (let p = 0; p < space.n; p++) {
      const { moves, local } = space.cellAt(current, p);
      if (!local.isCrashed && moves!.length > 0) return true;
    }
    return false;
  }

  /** No process can do anything, except crash and recover. */
  private end(number: number): void {
    const { space, current, limits } = this;
    for (let p = 0; p < space.n; p++) {
      if (limits.ignoresTimers || !space.cellAt(current, p).local.hasTimer) continue;
      this.counts.cut++;
      this.counts.timersLeft++;
      return;
    }
    this.counts.completed++;
    space.notesOf(current, this.notes);
    if (this.checkedAtEnd.add(this.notes) >= 0) this.check(number, true);
  }

  private check(number: number, isComplete: boolean): void {
    if (this.checkers.length === 0) return;
    const steps = this.stepsTo(number);
    const records = this.firstEvents.map((event) => ({ ...event, time: 0 }));
    for (const [i, { events }] of steps.entries()) for (const event of events) records.push({ ...event, time: i + 1 });
    for (const [i, checker] of this.checkers.entries()) {
      const result = checker.check(records, this.space.n, isComplete);
      this.tally.add(i, result);
      if (result.verdict === 'violated') this.violated ??= { checker: checker.name, steps };
    }
  }

  private fail(number: number, code: Code | undefined): true {
    const before = this.table.size === 0 ? [] : this.stepsTo(number);
    const last = code === undefined ? [] : [this.lastStep(number, code, before)];
    this.violated = { checker: NO_ERROR, steps: [...before, ...last] };
    return true;
  }

  /** The step of a code; with symmetries, of the corresponding process. */
  private lastStep(number: number, code: Code, before: readonly Step[]): Step {
    const { space } = this;
    if (this.symmetry === undefined) return space.stepOf(this.current, code);
    const { state } = this.walk(number);
    const found = space
      .codes(state)
      .map((each) => space.stepOf(state, each))
      .find(({ error }) => error !== undefined);
    return found ?? before.at(-1)!;
  }

  /** The steps to a state. */
  private stepsTo(number: number): Step[] {
    return this.walk(number).steps;
  }

  /** Walks to a state from the first one; with symmetries the state that is reached is one of its images. */
  private walk(number: number): { readonly steps: Step[]; readonly state: Int32Array } {
    const { space, symmetry } = this;
    const path: number[] = [];
    for (let at = number; this.parents.get(at) !== NO_PARENT; at = this.parents.get(at)) path.push(at);
    const steps: Step[] = [];
    let state = Int32Array.from(this.first);
    const wanted = new Int32Array(space.width);
    for (const at of path.reverse()) {
      const next = new Int32Array(space.width);
      let code = this.codes.get(at);
      if (symmetry === undefined) space.after(state, code, next);
      else {
        this.table.read(at, wanted);
        code = this.codeTo(state, wanted);
        space.after(state, code, next);
      }
      steps.push(space.stepOf(state, code));
      state = next;
    }
    return { steps, state };
  }

  /** The step from a state to one that is equal to another but for the names of processes. */
  private codeTo(state: Int32Array, wanted: Int32Array): Code {
    const next = new Int32Array(this.space.width);
    for (const code of this.space.codes(state)) {
      this.space.after(state, code, next);
      this.symmetry!.canonize(next);
      if (next.every((word, i) => word === wanted[i])) return code;
    }
    throw new Error('a state has no image of a step of its image: the symmetry is not one');
  }

  /** States of which only some steps were tried, for a reason that does not hold any more. */
  private async invalidated(): Promise<number[]> {
    const { reduction } = this;
    const found: number[] = [];
    if (reduction === undefined) return found;
    for (let number = 0; number < this.table.size; number++) {
      const choice = this.chosen.get(number);
      if (choice < 0) continue;
      this.table.read(number, this.current);
      if (!(await reduction.isValid(this.current, choice))) found.push(number);
    }
    return found;
  }
}

/** The name of the property that no process throws an error. */
export const NO_ERROR = 'runs without an error';

const NOT_EXPANDED = -2;
