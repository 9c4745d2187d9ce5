import { messageOf } from '@kineko/kernel';
import { type Checker, type CheckResult, mergeResults, type Violation } from '../checkers/checker.js';
import type { NekoRecord } from '../records.js';
import { type Choice, Execution, type ExecutionOptions } from './execution.js';

export interface ExploreOptions<Stack> extends ExecutionOptions<Stack> {
  readonly checkers: readonly Checker[];
  /** Maximum steps of a run; longer runs are cut and checked for safety only. Default: none. */
  readonly maxSteps?: number;
  /** Maximum steps in total. Default: none. */
  readonly maxTransitions?: number;
  /**
   * Whether states seen before are skipped, which requires protocols that keep all their state in fields (see
   * `stateOf`). Otherwise only orders of independent steps are skipped. Default: true.
   */
  readonly fingerprints?: boolean;
  /**
   * Whether the checkers depend on the order of events of different processes, beyond the order within each process and
   * the messages between them; mutual exclusion is such a property. Then all orders are tried. Default: false.
   */
  readonly globalOrder?: boolean;
}

/** A run that violates a property, or throws. */
export interface Counterexample {
  readonly checker: string;
  readonly violations: readonly Violation[];
  /** The steps chosen; `replay` repeats them. */
  readonly choices: readonly string[];
  readonly records: readonly NekoRecord[];
}

export interface ExploreReport {
  /** Distinct states; without fingerprints, the number of states visited. */
  readonly states: number;
  /** Steps tried, without those repeated to return to a state. */
  readonly transitions: number;
  readonly executions: number;
  /** The runs that reached a final state. */
  readonly completed: number;
  /** The runs that were cut by a limit. */
  readonly cut: number;
  readonly maxSteps: number;
  /** Whether everything was tried: nothing was cut and no property violated. */
  readonly isExhaustive: boolean;
  readonly results: readonly CheckResult[];
  readonly counterexample?: Counterexample;
}

/** A state on the current path. */
interface Place {
  readonly choices: readonly Choice[];
  index: number;
  /** Steps that need not be tried from here: they were tried in another order of the same steps. */
  readonly sleep: Map<string, Choice>;
}

/** The exploration of a state when it was last visited. */
interface Seen {
  sleep: ReadonlySet<string>;
  steps: number;
}

/**
 * Tries all orders in which messages can arrive, timers fire, processes act and crash: depth first, each run from the
 * start up to where it differs (no state is copied).
 *
 * Two reductions, and why they miss nothing: (1) Sleep sets (Godefroid, 1996): of two steps at different processes only
 * one order is tried, since neither sees the other. (2) States seen before, with `fingerprints`: a state includes the
 * events recorded by each process, so checkers that look at the events of each process cannot distinguish two pasts of
 * a state. A state keeps the steps that were skipped from it; they are tried if a later visit requires them.
 */
export async function explore<Stack>(options: ExploreOptions<Stack>): Promise<ExploreReport> {
  return new Exploration(options).run();
}

/** Repeats the steps of a counterexample. */
export async function replay<Stack>(
  options: ExecutionOptions<Stack>,
  choices: readonly string[],
): Promise<readonly NekoRecord[]> {
  const execution = new Execution(options);
  await execution.start();
  for (const [i, key] of choices.entries()) {
    const possible = execution.choices();
    const choice = possible.find((each) => each.key === key);
    if (choice === undefined) {
      const list = possible.map((each) => each.key).join('; ') || 'nothing';
      throw new RangeError(`step ${i + 1}: "${key}" cannot happen here; possible steps: ${list}`);
    }
    await execution.step(choice);
  }
  return execution.records;
}

class Exploration<Stack> {
  private readonly path: Place[] = [];
  private readonly seen = new Map<string, Seen>();
  private results: CheckResult[] = [];
  private counterexample: Counterexample | undefined;
  private readonly counts = { states: 0, transitions: 0, executions: 0, completed: 0, cut: 0, maxSteps: 0 };
  private readonly isReduced: boolean;
  private readonly usesFingerprints: boolean;

  constructor(private readonly options: ExploreOptions<Stack>) {
    this.isReduced = options.globalOrder !== true;
    this.usesFingerprints = options.fingerprints ?? true;
    this.results = options.checkers.map((checker) => checker.check([], options.n ?? 3, false));
  }

  async run(): Promise<ExploreReport> {
    const { maxTransitions = Infinity } = this.options;
    do {
      await this.follow();
    } while (this.counterexample === undefined && this.goBack() && this.counts.transitions < maxTransitions);
    const isDone = this.path.length === 0 && this.counts.cut === 0;
    return {
      ...this.counts,
      isExhaustive: isDone && this.counterexample === undefined,
      results: this.results,
      ...(this.counterexample === undefined ? {} : { counterexample: this.counterexample }),
    };
  }

  /** One run, along the current path and on to its end. */
  private async follow(): Promise<void> {
    const execution = new Execution(this.options);
    try {
      await execution.start();
      for (const place of this.path) {
        const step = execution.step(this.again(execution, place));
        if (step !== undefined) await step;
      }
      // The last step of the path is new, except in the first run.
      if (this.path.length > 0) this.counts.transitions++;
      for (let place = this.arrive(execution); place !== undefined; place = this.arrive(execution)) {
        this.path.push(place);
        this.counts.transitions++;
        const step = execution.step(place.choices[0]!);
        if (step !== undefined) await step;
      }
    } catch (error) {
      const text = messageOf(error);
      this.blame('runs without an error', [{ text, records: [] }], execution);
    }
    this.counts.executions++;
  }

  /** The choice of a state, in a new run. */
  private again(execution: Execution<Stack>, place: Place): Choice {
    const { key } = place.choices[place.index]!;
    const choice = execution.again(place.choices[place.index]!);
    if (choice === undefined)
      throw new Error(
        `"${key}" could happen in one run and not in another with the same past: it is not deterministic`,
      );
    return choice;
  }

  /** The steps to try from the current state; undefined at the end of a run. */
  private arrive(execution: Execution<Stack>): Place | undefined {
    const steps = this.path.length;
    this.counts.maxSteps = Math.max(this.counts.maxSteps, steps);
    const enabled = execution.choices();
    const asleep = this.sleepAfter(execution);
    const { choices, sleep } = this.wanted(execution, enabled, asleep, steps);
    if (choices === undefined) return undefined;
    const { maxSteps = Infinity } = this.options;
    if (enabled.every(({ kind }) => kind === 'crash') && this.end(execution)) return undefined;
    if (enabled.length === 0) return undefined;
    if (steps >= maxSteps) {
      this.counts.cut++;
      this.check(execution, false);
      return undefined;
    }
    return choices.length === 0 ? undefined : { choices, index: 0, sleep };
  }

  /** Only crashes are left, if anything; returns whether a counterexample was found. */
  private end(execution: Execution<Stack>): boolean {
    if (execution.isCut) {
      this.counts.cut++;
      this.check(execution, false);
    } else {
      this.counts.completed++;
      this.check(execution, true);
    }
    return this.counterexample !== undefined;
  }

  /** The steps to try here; undefined if all have been tried from here. */
  private wanted(
    execution: Execution<Stack>,
    enabled: readonly Choice[],
    asleep: Map<string, Choice>,
    steps: number,
  ): { readonly choices: readonly Choice[] | undefined; readonly sleep: Map<string, Choice> } {
    const awake = enabled.filter(({ key }) => !asleep.has(key));
    if (!this.usesFingerprints) {
      this.counts.states++;
      return { choices: awake, sleep: asleep };
    }
    const fingerprint = execution.fingerprint(!this.isReduced);
    const seen = this.seen.get(fingerprint);
    const isSooner = seen !== undefined && this.options.maxSteps !== undefined && steps < seen.steps;
    if (seen === undefined || isSooner) {
      if (seen === undefined) this.counts.states++;
      this.seen.set(fingerprint, { sleep: new Set(asleep.keys()), steps });
      return { choices: awake, sleep: asleep };
    }
    const owed = awake.filter(({ key }) => seen.sleep.has(key));
    if (owed.length === 0) return { choices: undefined, sleep: asleep };
    const sleep = new Map([...asleep].filter(([key]) => seen.sleep.has(key)));
    seen.sleep = new Set(sleep.keys());
    return { choices: owed, sleep };
  }

  /** The steps to skip after the last one: those skipped or tried before it that do not depend on it. */
  private sleepAfter(execution: Execution<Stack>): Map<string, Choice> {
    const sleep = new Map<string, Choice>();
    const place = this.path.at(-1);
    if (place === undefined || !this.isReduced) return sleep;
    const taken = place.choices[place.index]!;
    const candidates = [...place.sleep.values(), ...place.choices.slice(0, place.index)];
    for (const other of candidates) if (execution.areIndependent(other, taken)) sleep.set(other.key, other);
    return sleep;
  }

  /** Returns to the last state with a step left to try. */
  private goBack(): boolean {
    for (let place = this.path.at(-1); place !== undefined; place = this.path.at(-1)) {
      place.index++;
      if (place.index < place.choices.length) return true;
      this.path.pop();
    }
    return false;
  }

  private check(execution: Execution<Stack>, isComplete: boolean): void {
    for (const checker of this.options.checkers) {
      const result = checker.check(execution.records, execution.n, isComplete);
      this.results = mergeResults([...this.results, result]);
      if (result.verdict === 'violated') this.blame(checker.name, result.violations, execution);
    }
  }

  private blame(checker: string, violations: readonly Violation[], execution: Execution<Stack>): void {
    const choices = this.path.map(({ choices: all, index }) => all[index]!.key);
    this.counterexample ??= { checker, violations, choices, records: execution.records };
  }
}
