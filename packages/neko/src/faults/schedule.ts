import { type Problem, problemOfProbability, problemOfProcess, problemOfSeconds, shown } from '../networks/checked.js';
import { type LinkSet, problemOfLinkSet } from '../networks/sim/link-set.js';
import { problemOfCut } from '../networks/sim/partition.js';

/** What all faults have. */
interface At {
  /** Simulated seconds. */
  readonly at: number;
}

/** A fault that lasts, on some links, and leaves something to chance. */
interface Chance extends At {
  /** Simulated seconds; what is sent then is spared. Default: for ever. */
  readonly until?: number;
  /** Default: all links. */
  readonly links?: LinkSet;
  /**
   * Names its random numbers, so that they stay as they are when the fault itself is changed. Default: the whole fault,
   * as text.
   */
  readonly name?: string;
}

/** A process stops working. */
export interface CrashFault extends At {
  readonly kind: 'crash';
  readonly process: number;
}

/** A process goes on with its memory as it was; no effect on one that works. At one instant it comes before a crash. */
export interface RecoverFault extends At {
  readonly kind: 'recover';
  readonly process: number;
}

/** Links are cut: see Cut and PartitionOptions, where it is documented what becomes of copies under way. */
export interface PartitionFault extends At {
  readonly kind: 'partition';
  readonly until?: number;
  readonly groups?: readonly (readonly number[])[];
  readonly oneWay?: boolean;
  readonly links?: LinkSet;
  readonly copies?: 'lost' | 'held';
  /** For who heals it. */
  readonly name?: string;
}

/** Ends the partitions that began before: that of the name, or all. */
export interface HealFault extends At {
  readonly kind: 'heal';
  readonly partition?: string;
}

export interface LossFault extends Chance {
  readonly kind: 'loss';
  readonly probability: number;
}

/** See BurstsOptions. */
export interface BurstsFault extends Chance {
  readonly kind: 'bursts';
  readonly toBad: number;
  readonly toGood: number;
  readonly lossInBad?: number;
  readonly lossInGood?: number;
}

export interface DuplicationFault extends Chance {
  readonly kind: 'duplication';
  readonly probability: number;
  readonly delay?: number;
}

export interface SpikeFault extends Chance {
  readonly kind: 'spike';
  readonly delay: number;
  readonly probability?: number;
  readonly distribution?: 'constant' | 'exponential';
}

/**
 * A process's programs (algorithms, active protocols) do not send their messages from a time on, except those of some
 * numbers: the first message that they send has the number 1. What protocols send on their own behalf is not omitted.
 */
export interface OmitFault extends At {
  readonly kind: 'omit';
  readonly process: number;
  readonly except: readonly number[];
}

export type Fault =
  | CrashFault
  | RecoverFault
  | PartitionFault
  | HealFault
  | LossFault
  | BurstsFault
  | DuplicationFault
  | SpikeFault
  | OmitFault;

/**
 * All that goes wrong in a run, as plain data that can be kept as JSON. The order of the list does not matter, and any
 * fault can be taken out: what the others do to the same messages stays the same.
 */
export type FaultSchedule = readonly Fault[];

/** A schedule that cannot be: lists all that is wrong. */
export class FaultError extends Error {
  override readonly name = 'FaultError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

interface Field {
  readonly isNeeded?: boolean;
  readonly problemOf: (value: unknown, n: number) => Problem;
}

const needed = (problemOf: Field['problemOf']): Field => ({ isNeeded: true, problemOf });
const optional = (problemOf: Field['problemOf']): Field => ({ problemOf });
const oneOf =
  (...words: string[]) =>
  (value: unknown): Problem =>
    words.includes(value as string) ? undefined : `is ${shown(value)}: ${words.join(' or ')} would be right`;

const problemOfName = (value: unknown): Problem =>
  typeof value === 'string' && value !== '' ? undefined : `is ${shown(value)}: a name is a text that is not empty`;
const problemOfNumbers = (value: unknown): Problem =>
  Array.isArray(value) && value.every((number) => Number.isInteger(number) && number >= 1)
    ? undefined
    : `is ${shown(value)}: expected a list of integers from 1`;
/** Checked with the others of its fault. */
const later = (): Problem => undefined;

const BEGIN = { at: needed(problemOfSeconds) };
const PROCESS = { ...BEGIN, process: needed(problemOfProcess) };
const CHANCE = {
  ...BEGIN,
  until: optional(later),
  links: optional(problemOfLinkSet),
  name: optional(problemOfName),
};

/** The fields of each kind, beside `kind` itself. */
const KINDS: Readonly<Record<Fault['kind'], Readonly<Record<string, Field>>>> = {
  crash: PROCESS,
  recover: PROCESS,
  partition: {
    ...BEGIN,
    until: optional(later),
    groups: optional(later),
    oneWay: optional(later),
    links: optional(later),
    copies: optional(oneOf('lost', 'held')),
    name: optional(problemOfName),
  },
  heal: { ...BEGIN, partition: optional(problemOfName) },
  loss: { ...CHANCE, probability: needed(problemOfProbability) },
  bursts: {
    ...CHANCE,
    toBad: needed(problemOfProbability),
    toGood: needed(problemOfProbability),
    lossInBad: optional(problemOfProbability),
    lossInGood: optional(problemOfProbability),
  },
  duplication: { ...CHANCE, probability: needed(problemOfProbability), delay: optional(problemOfSeconds) },
  spike: {
    ...CHANCE,
    delay: needed(problemOfSeconds),
    probability: optional(problemOfProbability),
    distribution: optional(oneOf('constant', 'exponential')),
  },
  omit: { ...PROCESS, except: needed(problemOfNumbers) },
};

/** Takes what may be a schedule for n processes; throws a FaultError that lists all its problems if it is none. */
export function checkFaults(data: unknown, n: number): FaultSchedule {
  const problems = problemsOfFaults(data, n);
  if (problems.length > 0) throw new FaultError(problems);
  return data as FaultSchedule;
}

export function problemsOfFaults(data: unknown, n: number): string[] {
  if (!Array.isArray(data)) return [`faults are ${shown(data)}: a list of faults is right`];
  return [
    ...data.flatMap((fault, index) => problemsOfFault(fault, index, n)),
    ...problemsOfNames(data),
    ...problemsOfOmissions(data),
  ];
}

function problemsOfFault(data: unknown, index: number, n: number): string[] {
  const kinds = Object.keys(KINDS).join(', ');
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return [`faults[${index}] is ${shown(data)}: an object with at and kind is right`];
  const fault = data as Readonly<Record<string, unknown>>;
  const { kind } = fault;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    return [`faults[${index}] has the kind ${shown(kind)}: there are ${kinds}`];
  const where = `faults[${index}] (${kind})`;
  const fields = KINDS[kind as Fault['kind']];
  const ofFields = Object.entries(fields).flatMap(([name, field]) => problemsOfField(fault, name, field, n));
  const unknown = Object.keys(fault)
    .filter((key) => key !== 'kind' && !Object.hasOwn(fields, key))
    .map((key) => `has an unknown key ${shown(key)}: there are ${Object.keys(fields).join(', ')}`);
  const ofWhole = ofFields.length > 0 ? [] : problemsOfWhole(fault as unknown as Fault, n);
  return [...ofFields, ...unknown, ...ofWhole].map((problem) => `${where} ${problem}`);
}

function problemsOfField(fault: Readonly<Record<string, unknown>>, name: string, field: Field, n: number): string[] {
  const value = Object.hasOwn(fault, name) ? fault[name] : undefined;
  if (value === undefined) return field.isNeeded === true ? [`has no ${name}: it needs one`] : [];
  const problem = field.problemOf(value, n);
  return problem === undefined ? [] : [`has a wrong ${name}: it ${problem}`];
}

/** Of what can only be judged together. */
function problemsOfWhole(fault: Fault, n: number): string[] {
  if (fault.kind === 'partition') {
    const problem = problemOfCut({ ...fault, from: fault.at }, n);
    return problem === undefined ? [] : [problem];
  }
  if (!('until' in fault) || fault.until === undefined) return [];
  return typeof fault.until === 'number' && fault.until > fault.at
    ? []
    : [`ends at ${shown(fault.until)}: a time after its begin at ${fault.at} is right`];
}

/** Two faults of one name would draw from the same random numbers. */
function problemsOfNames(data: readonly unknown[]): string[] {
  const places = new Map<string, number>();
  return data.flatMap((fault, index) => {
    const name = (fault as { readonly name?: unknown } | null)?.name;
    if (typeof name !== 'string') return [];
    const before = places.get(name);
    if (before === undefined) places.set(name, index);
    return before === undefined
      ? []
      : [`faults[${index}] has the name ${shown(name)}, which faults[${before}] has already: names are different`];
  });
}

/** Two omissions of one process would contradict each other. */
function problemsOfOmissions(data: readonly unknown[]): string[] {
  const places = new Map<unknown, number>();
  return data.flatMap((fault, index) => {
    const { kind, process } = (fault ?? {}) as { readonly kind?: unknown; readonly process?: unknown };
    if (kind !== 'omit') return [];
    const before = places.get(process);
    if (before === undefined) places.set(process, index);
    return before === undefined
      ? []
      : [
          `faults[${index}] (omit) is about process ${shown(process)}, as faults[${before}] is: expected one per process`,
        ];
  });
}
