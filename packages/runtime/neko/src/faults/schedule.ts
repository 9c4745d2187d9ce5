import { expected } from '@kineko/formats/problem';
import { checkShape, described, integerFrom } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { clockRate, probability, processId, seconds } from '../networks/checked.js';
import type { BurstsOptions } from '../networks/sim/bursts.js';
import { type LinkSet, linkSetShape } from '../networks/sim/links.js';
import {
  type Cut,
  cutChecks,
  cutFields,
  endsLater,
  endTime,
  type PartitionOptions,
} from '../networks/sim/partition.js';
import type { CrashMemory } from '../process.js';
import type { DuplicationOptions, LossOptions, SpikesOptions } from '../networks/sim/random-faults.js';

interface At {
  /** Simulated seconds. */
  readonly at: number;
}

/** A lasting random fault on some links. */
interface LastingFault extends At {
  /** Simulated seconds, exclusive. Default: no end. */
  readonly until?: number;
  /** Default: all links. */
  readonly links?: LinkSet;
  /** Name of its random stream, to keep it when the fault is changed. Default: the whole fault as text. */
  readonly name?: string;
}

export interface CrashFault extends At {
  readonly kind: 'crash';
  readonly process: number;
  /** If lost, the protocols start again at the recovery, with nothing but their stable storage. Default: kept. */
  readonly memory?: CrashMemory;
}

/** A process continues; no effect if it works. At one instant recoveries precede crashes. */
export interface RecoverFault extends At {
  readonly kind: 'recover';
  readonly process: number;
}

export interface PartitionFault extends At, Omit<Cut, 'from'>, PartitionOptions {
  readonly kind: 'partition';
  /** For a heal fault. */
  readonly name?: string;
}

/** Ends the earlier partitions: the named one, or all. */
export interface HealFault extends At {
  readonly kind: 'heal';
  readonly partition?: string;
}

type CopyFaultOf<Kind extends string, Options> = LastingFault & Omit<Options, 'stream'> & { readonly kind: Kind };

/** A fault of single copies, with the options of its channel. */
export type CopyFault =
  | CopyFaultOf<'loss', LossOptions>
  | CopyFaultOf<'bursts', BurstsOptions>
  | CopyFaultOf<'duplication', DuplicationOptions>
  | CopyFaultOf<'spike', SpikesOptions>;

/**
 * From a time on, the tasks of a process (algorithms, active protocols) do not send their messages, except those of
 * some numbers, counted from 1. Other messages of protocols are not omitted.
 */
export interface OmitFault extends At {
  readonly kind: 'omit';
  readonly process: number;
  readonly except: readonly number[];
}

/**
 * The copies of the messages of a process are omitted or changed on their way out. The process is Byzantine from then on,
 * also for checkers.
 */
export interface ByzantineFault extends At {
  readonly kind: 'byzantine';
  readonly process: number;
  /** omit, change, equivocate, or the name of a function that is given to `Faults`. */
  readonly behaviour: string;
  /** Simulated seconds, exclusive. Default: no end. */
  readonly until?: number;
  /** The receivers that it deceives. Default: all. */
  readonly to?: readonly number[];
  /** Types of the messages, also of those that protocols carry. Default: all. */
  readonly types?: readonly string[];
  /** Name of its random stream. Default: the whole fault as text. */
  readonly name?: string;
}

/** From a time on, the clock of a process runs at another rate: 1.01 gains 1 %. Timers that are set then run on it. */
export interface DriftFault extends At {
  readonly kind: 'drift';
  readonly process: number;
  readonly rate: number;
}

export type Fault =
  | ByzantineFault
  | DriftFault
  | CrashFault
  | RecoverFault
  | PartitionFault
  | HealFault
  | CopyFault
  | OmitFault;

/**
 * The faults of a run, as plain data that can be stored as JSON. The order of the list does not matter, and any fault
 * can be removed without changing what the others do to the same messages.
 */
export type FaultSchedule = readonly Fault[];

/** An invalid fault schedule, with all its problems. */
export class FaultError extends Error {
  override readonly name = 'FaultError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Shape of a fault in a system of n processes. */
function faultShape(n: number) {
  const name = z.optional(z.string(described('a name')).check(z.minLength(1, described('a name'))));
  const ofProcess = { at: seconds, process: processId(n) };
  const chance = { at: seconds, until: endTime, links: z.optional(linkSetShape(n)), name };
  const lasts = endsLater('at');
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('crash'), ...ofProcess, memory: z.optional(z.enum(['kept', 'lost'])) }),
    z.strictObject({ kind: z.literal('recover'), ...ofProcess }),
    z
      .strictObject({
        kind: z.literal('partition'),
        at: seconds,
        ...cutFields(n),
        copies: z.optional(z.enum(['lost', 'held'])),
        name,
      })
      .check(...cutChecks('at')),
    z.strictObject({ kind: z.literal('heal'), at: seconds, partition: name }),
    z.strictObject({ kind: z.literal('loss'), ...chance, probability }).check(lasts),
    z
      .strictObject({
        kind: z.literal('bursts'),
        ...chance,
        toBad: probability,
        toGood: probability,
        lossInBad: z.optional(probability),
        lossInGood: z.optional(probability),
      })
      .check(lasts),
    z.strictObject({ kind: z.literal('duplication'), ...chance, probability, delay: z.optional(seconds) }).check(lasts),
    z
      .strictObject({
        kind: z.literal('spike'),
        ...chance,
        delay: seconds,
        probability: z.optional(probability),
        distribution: z.optional(z.enum(['constant', 'exponential'])),
      })
      .check(lasts),
    z
      .strictObject({
        kind: z.literal('byzantine'),
        ...ofProcess,
        until: endTime,
        behaviour: z.string(described('a behaviour')).check(z.minLength(1, described('a behaviour'))),
        to: z.optional(z.array(processId(n))),
        types: z.optional(z.array(z.string(described('a type of messages')))),
        name,
      })
      .check(lasts),
    z.strictObject({ kind: z.literal('drift'), ...ofProcess, rate: clockRate }),
    z.strictObject({ kind: z.literal('omit'), ...ofProcess, except: z.array(integerFrom(1)) }),
  ]);
}

/** Returns the data as a fault schedule for n processes; throws a FaultError with all problems if it is invalid. */
export function checkFaults(data: unknown, n: number): FaultSchedule {
  const problems = problemsOfFaults(data, n);
  if (problems.length > 0) throw new FaultError(problems);
  return data as FaultSchedule;
}

let shapeOfAll: { readonly n: number; readonly shape: z.ZodMiniType } | undefined;

export function problemsOfFaults(data: unknown, n: number): string[] {
  const faults = Array.isArray(data) ? data : [];
  if (faults === data && faults.length === 0) return [];
  // A search creates thousands of systems of one size.
  if (shapeOfAll?.n !== n) shapeOfAll = { n, shape: z.array(faultShape(n)) };
  const { problems } = checkShape(shapeOfAll.shape, { data, root: 'faults' });
  return [...problems.map(({ text }) => text), ...problemsOfDuplicates(faults)];
}

/** Two faults of one name would share a random stream; two omissions of one process would contradict each other. */
function problemsOfDuplicates(data: readonly unknown[]): string[] {
  const seen = new Map<string, number>();
  return data.flatMap((fault, index) => {
    const { kind, name, process } = (fault ?? {}) as Readonly<Record<'kind' | 'name' | 'process', unknown>>;
    const problems: string[] = [];
    const checkOnce = (member: string, value: unknown): void => {
      const key = `${member} ${String(value)}`;
      const before = seen.get(key);
      if (before === undefined) seen.set(key, index);
      else
        problems.push(
          `faults[${index}].${member}: ${expected(`a ${member} other than that of faults[${before}]`, value)}`,
        );
    };
    if (typeof name === 'string') checkOnce('name', name);
    if (kind === 'omit') checkOnce('process', process);
    return problems;
  });
}
