/**
 * Omits messages of a counterexample, by omissions in its fault schedule with the number of each message.
 *
 * Only messages of applications are omitted, and only for properties of messages. Above the protocol that is checked, the
 * messages of an application are a workload, and a smaller workload is equally valid. If the application itself is checked,
 * it may only fall silent earlier, which cannot be distinguished from a slow process: on a network with random delays,
 * without other faults, and as long as the property is violated before the end of the run. Omitting a message in between
 * would be a loss. For properties of robots (`no-collision`) messages are part of the algorithm: without one of them,
 * another algorithm would fail.
 */
import {
  type Case,
  CHECKERS,
  type Found,
  type Judgement,
  type Reduction,
  withoutParts,
  withSettings,
} from '@kineko/lab';
import type { Fault } from '@kineko/neko';

type Omission = Extract<Fault, { readonly kind: 'omit' }>;

/** A message of a program: its process, and its number there, from 1. */
interface ProgramMessage {
  readonly process: number;
  readonly number: number;
}

/** Omits messages with the same seed; later messages may have other delays, since none are drawn for omitted ones. */
export function messages(property: string): Reduction {
  return {
    what: 'messages',
    *candidates(found: Found) {
      const use = useOfMessages(property, found.judgement);
      if (use === undefined) return;
      const sent = sentMessages(found);
      const smaller = use === 'workload' ? withoutParts(sent) : earlierSilence(sent, found.judgement.n);
      for (const kept of smaller) yield keeping(found, kept);
    },
  };
}

/** Number of seeds that are tried for each small number of messages. */
const OTHER_SEEDS = 12;
/** Numbers of first messages per process that are kept. */
const FEW = [1, 2, 3];

/**
 * Omits messages with other seeds: with few messages, other delays may be needed to violate the property.
 *
 * @param timeFor Time limit of such a run (simulated seconds).
 */
export function messagesWithOtherSeeds(property: string, timeFor: (found: Found) => number): Reduction {
  return {
    what: 'messages, with another seed',
    *candidates(found: Found) {
      const { judgement } = found;
      if (useOfMessages(property, judgement) === undefined) return;
      const sent = sentMessages(found);
      const only = (few: number, senders: readonly number[]): ProgramMessage[] =>
        sent.filter(({ process, number }) => number <= few && senders.includes(process));
      const ids = idsBelow(judgement.n);
      const choices = FEW.flatMap((few) => [...ids.map((id) => only(few, [id])), only(few, ids)])
        .filter((kept) => kept.length > 0 && kept.length < sent.length)
        .sort((a, b) => a.length - b.length);
      for (const kept of choices) {
        const fewer = withSettings(keeping(found, kept), [['simulation.time', String(timeFor(found))]]);
        for (let seed = 0; seed < OTHER_SEEDS; seed++) yield { ...fewer, seed };
      }
    },
  };
}

export function isOmission(fault: Fault): fault is Omission {
  return fault.kind === 'omit';
}

/** The fault schedule of a run; undefined if it is in a file of its own. */
export function faultsOf(config: Readonly<Record<string, string>>): Fault[] | undefined {
  const text = config['faults'];
  if (text === undefined || text.trim() === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as Fault[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The role of the messages for the property; undefined if none may be omitted. */
function useOfMessages(
  property: string,
  { programs, stoppedBy, config }: Judgement,
): 'workload' | 'checked' | undefined {
  const [name] = property.trim().split(/\s+/);
  const schedule = faultsOf(config);
  if (programs === undefined || schedule === undefined) return undefined;
  if (!CHECKERS.some((checker) => checker.name === name)) return undefined;
  const checked = /\bprotocol=(\S+)/.exec(property)?.[1];
  if (checked !== undefined && !programs.ids.includes(checked)) return 'workload';
  const isCutOff = stoppedBy === undefined || stoppedBy === 'time' || stoppedBy === 'events';
  return isCutOff && !/\bBasicNetwork$/.test(config['network'] ?? '') && schedule.every(isOmission)
    ? 'checked'
    : undefined;
}

/** The messages that were sent, process by process. */
function sentMessages({ judgement: { programs, n, config } }: Found): ProgramMessage[] {
  const omissions = faultsOf(config)!.filter(isOmission);
  const exceptions = new Map(omissions.map(({ process, except }) => [process, new Set(except)]));
  return idsBelow(n).flatMap((process) => {
    const numbers = Array.from({ length: programs!.counts[process] ?? 0 }, (_, i) => i + 1);
    const kept = exceptions.get(process);
    return numbers.filter((number) => kept?.has(number) ?? true).map((number) => ({ process, number }));
  });
}

/** Omits the last messages: of all processes, then of one; all, half of them, one. */
function* earlierSilence(sent: readonly ProgramMessage[], n: number): Generator<ProgramMessage[], void> {
  const of = idsBelow(n).map((id) => sent.filter(({ process }) => process === id));
  yield of.flatMap((own) => own.slice(0, Math.floor(own.length / 2)));
  for (const [id, own] of of.entries()) {
    for (const length of new Set([0, Math.floor(own.length / 2), own.length - 1])) {
      if (length >= 0 && length < own.length) yield of.with(id, own.slice(0, length)).flat();
    }
  }
}

function keeping({ case: small, judgement: { config, n } }: Found, kept: readonly ProgramMessage[]): Case {
  const others = faultsOf(config)!.filter((fault) => !isOmission(fault));
  const omissions = idsBelow(n).map((process): Omission => {
    const except = kept.filter((message) => message.process === process).map(({ number }) => number);
    return { kind: 'omit', at: 0, process, except };
  });
  return withSettings(small, [['faults', JSON.stringify([...others, ...omissions])]]);
}

export function idsBelow(n: number): number[] {
  return Array.from({ length: n }, (_, id) => id);
}
