import { messageOf } from '@kineko/kernel';
import type { Checker, CheckResult, Violation } from '../checkers/checker.js';
import type { NekoRecord } from '../records.js';
import type { LinkOrder } from './cells.js';
import { Execution, StepError } from './execution.js';
import type { ExploreSystem } from './local-run.js';
import { LocalStates } from './local-states.js';
import { Reduction } from './reduction.js';
import { ResultTally } from './result-tally.js';
import { NO_ERROR, type OnProgress, Search, type Violated } from './search.js';
import { Space } from './space.js';
import { Symmetry } from './symmetry.js';

export interface ExploreOptions<Stack> extends ExploreSystem<Stack> {
  readonly checkers: readonly Checker[];
  /** Default: any. */
  readonly links?: LinkOrder;
  /** Maximum number of crashes. Default: 0. */
  readonly maxCrashes?: number;
  /** The processes that may crash. Default: all. */
  readonly mayCrash?: readonly number[];
  /**
   * Whether crashed processes may recover: they start their protocols again, with what they wrote to stable storage. Any
   * number of the first writes since the last sync survives. Default: false.
   */
  readonly recovery?: boolean;
  /** Maximum number of messages that are lost, besides those of crashed and Byzantine processes. Default: 0. */
  readonly maxLosses?: number;
  /**
   * How many times the next timer of each process may fire; a run with a timer left is cut. `never`: timers are not
   * needed on a network without losses and are ignored. Default: 0.
   */
  readonly maxTimers?: number | 'never';
  /** Maximum steps of a run; longer runs are cut and checked for safety only. Default: none. */
  readonly maxSteps?: number;
  /** Maximum number of states. Default: 2^24. */
  readonly maxStates?: number;
  /** Maximum steps in total. Default: none. */
  readonly maxTransitions?: number;
  /**
   * Whether states with equal fields are one, which requires protocols that keep all their state in fields (see
   * `stateOf`). Processes with tasks are distinguished by everything that happened to them in any case. Default: true.
   */
  readonly fingerprints?: boolean;
  /**
   * Whether the checkers depend on the order of events of different processes, beyond the order within each process and
   * the messages between them; mutual exclusion is such a property. Then there are no reductions. Default: false.
   */
  readonly globalOrder?: boolean;
  /** Partial-order reduction: orders of steps that make no difference are not all tried. Default: true. */
  readonly reduceOrders?: boolean;
  /**
   * Symmetry reduction: states that differ only in the names of processes are one, where the processes behave alike.
   * The checkers must treat processes alike too. Default: false.
   */
  readonly symmetry?: boolean;
  readonly onProgress?: OnProgress;
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
  /** Distinct states. */
  readonly states: number;
  /** Steps from these states. */
  readonly transitions: number;
  /** States from which only the steps of one process were tried. */
  readonly reducedStates: number;
  /** Number of permutations of processes that make no difference, with the identity. */
  readonly symmetries: number;
  /** States of single processes, and steps of protocols that were executed to find them. */
  readonly localStates: number;
  readonly executedSteps: number;
  /** Final states. */
  readonly completed: number;
  /** States at which runs were cut by a limit of steps or timers. */
  readonly cut: number;
  /** Those of them in which a timer is left that may not fire any more. */
  readonly timersLeft: number;
  /** Steps to the states that are farthest from the start. */
  readonly depth: number;
  /** Whether everything was tried: nothing was cut and no property violated. */
  readonly isExhaustive: boolean;
  /** Whether a limit of states or transitions, or the caller, ended it. */
  readonly isEnded: boolean;
  readonly results: readonly CheckResult[];
  readonly counterexample?: Counterexample;
}

const MAX_PROCESSES = 16;
const DEFAULT_STATES = 16_777_216;

/**
 * Tries all orders in which messages can arrive or get lost, timers fire, processes act and crash, states with fewer
 * steps first. Each process is executed by itself, once for each of its states and inputs; the search combines these
 * steps. A state includes the events recorded by each process, so checkers that look at the events of each process
 * cannot distinguish two pasts of a state. Checkers see the events of processes, not the messages.
 */
export async function explore<Stack>(options: ExploreOptions<Stack>): Promise<ExploreReport> {
  const { checkers, maxTimers = 0, globalOrder = false, n = 3, mayCrash } = options;
  if (!(Number.isInteger(n) && n >= 1 && n <= MAX_PROCESSES))
    throw new RangeError(`explore: n: expected a number of processes from 1 to ${MAX_PROCESSES}, got ${n}`);
  const locals = new LocalStates(options, options.fingerprints ?? true, options.recovery ?? false);
  const space = new Space(locals, {
    links: options.links ?? 'any',
    maxTimers: maxTimers === 'never' ? 0 : maxTimers,
    maxLosses: options.maxLosses ?? 0,
    maxCrashes: options.maxCrashes ?? 0,
    mayCrash: mayCrash ?? Array.from({ length: n }, (_, id) => id),
    isGlobal: globalOrder,
  });
  const limits = {
    maxSteps: options.maxSteps ?? Infinity,
    maxStates: options.maxStates ?? DEFAULT_STATES,
    maxTransitions: options.maxTransitions ?? Infinity,
    ignoresTimers: maxTimers === 'never',
  };
  const reduction = globalOrder || options.reduceOrders === false ? undefined : new Reduction(space);
  const symmetry = !globalOrder && options.symmetry === true ? new Symmetry(space, rolesOf(options)) : undefined;
  for (;;) {
    const tally = new ResultTally(checkers.map(({ name }) => name));
    const search = new Search(space, tally, checkers, limits, reduction, symmetry, options.onProgress);
    if (!(await search.run())) continue;
    const { transitions, completed, cut, timersLeft, depth, reduced } = search.counts;
    const counterexample = search.violated && (await counterexampleOf(options, search.violated));
    return {
      states: search.states,
      transitions,
      reducedStates: reduced,
      symmetries: symmetry?.order ?? 1,
      localStates: locals.counts.states,
      executedSteps: locals.counts.steps,
      completed,
      cut,
      timersLeft,
      depth,
      isExhaustive: cut === 0 && !search.isCut && counterexample === undefined,
      isEnded: search.isCut,
      results: tally.results,
      ...(counterexample === undefined ? {} : { counterexample }),
    };
  }
}

/** Repeats the steps of a counterexample. */
export async function replay<Stack>(
  options: ExploreSystem<Stack> & Pick<ExploreOptions<Stack>, 'links'>,
  choices: readonly string[],
): Promise<readonly NekoRecord[]> {
  const execution = new Execution(options, options.links);
  await execution.start();
  for (const [i, choice] of choices.entries()) {
    try {
      await execution.take(choice);
    } catch (error) {
      if (error instanceof StepError) throw new RangeError(`step ${i + 1}: ${error.message}`, { cause: error });
      throw error;
    }
  }
  return execution.records;
}

/** Processes with the same role can be permuted: they have the same actions, and may crash and lie alike. */
function rolesOf<Stack>({ n = 3, actions = [], mayCrash, byzantine = [] }: ExploreOptions<Stack>): string[] {
  return Array.from({ length: n }, (_, id) => {
    const names = actions.filter(({ process }) => process === id).map(({ name }) => name);
    return JSON.stringify([names, mayCrash?.includes(id) ?? true, byzantine.includes(id)]);
  });
}

/** The run of some steps, if it violates the property. */
async function violation<Stack>(
  options: ExploreOptions<Stack>,
  checker: string,
  choices: readonly string[],
): Promise<Counterexample | undefined> {
  const execution = new Execution(options, options.links);
  const property = options.checkers.find(({ name }) => name === checker);
  const { records, n } = execution;
  try {
    await execution.start();
    for (const choice of choices) await execution.take(choice);
  } catch (error) {
    if (error instanceof StepError || (property !== undefined && checker !== NO_ERROR)) return undefined;
    return { checker: NO_ERROR, violations: [{ text: messageOf(error), records: [] }], choices, records };
  }
  if (property === undefined) return undefined;
  const isFinal = execution.next.every((step) => options.maxTimers === 'never' && step.startsWith('timer '));
  const { verdict, violations } = property.check(records, n, isFinal);
  return verdict === 'violated' ? { checker, violations, choices, records } : undefined;
}

/** Repeats the steps of a violation, which gives all its records, without those that it does not need. */
async function counterexampleOf<Stack>(
  options: ExploreOptions<Stack>,
  { checker, steps }: Violated,
): Promise<Counterexample> {
  const choices = steps.flatMap(({ name, lost }) => [name, ...lost.map(({ text }) => `lose ${text}`)]);
  let found = await violation(options, checker, choices);
  if (found === undefined) {
    const text = 'the steps did not have the same effect again: the processes are not deterministic, or share data';
    return { checker: NO_ERROR, violations: [{ text, records: [] }], choices, records: [] };
  }
  for (let i = choices.length - 1; i >= 0; i--) {
    const again: Counterexample | undefined = await violation(options, checker, found.choices.toSpliced(i, 1));
    if (again === undefined) continue;
    found = again;
    // A step that was needed may be superfluous now.
    i = found.choices.length;
  }
  return found;
}
