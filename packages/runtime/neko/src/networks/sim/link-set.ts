import { described } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { processId } from '../checked.js';

/**
 * Some of the links, as plain data: those listed as pairs, or all those from some processes to some others. What is
 * left out stands for all processes; `{}` is every link, each process's link to itself included.
 */
export interface LinkSet {
  /** [from, to] each. */
  readonly pairs?: readonly (readonly [number, number])[];
  readonly from?: readonly number[];
  readonly to?: readonly number[];
  /** Also the same links the other way round. Default: false. */
  readonly bothWays?: boolean;
}

export type LinkPredicate = (from: number, to: number) => boolean;

export function linkPredicate(set: LinkSet | undefined): LinkPredicate {
  if (set === undefined) return () => true;
  const oneWay = set.pairs === undefined ? product(set) : listed(set.pairs);
  return set.bothWays === true ? (from, to) => oneWay(from, to) || oneWay(to, from) : oneWay;
}

/** For n processes. */
export function linkSetShape(n: number) {
  const id = processId(n);
  const pair = z.array(id).check(z.refine((ends) => ends.length === 2, described('a list [from, to]')));
  return z
    .strictObject({
      pairs: z.optional(z.array(pair)),
      from: z.optional(z.array(id)),
      to: z.optional(z.array(id)),
      bothWays: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ pairs, from, to }) => pairs === undefined || (from === undefined && to === undefined),
        'expected either pairs, or from and to',
      ),
    );
}

function listed(pairs: NonNullable<LinkSet['pairs']>): LinkPredicate {
  const receivers = new Map<number, Set<number>>();
  for (const [from, to] of pairs) {
    const set = receivers.get(from);
    if (set === undefined) receivers.set(from, new Set([to]));
    else set.add(to);
  }
  return (from, to) => receivers.get(from)?.has(to) === true;
}

function product({ from, to }: LinkSet): LinkPredicate {
  const senders = from === undefined ? undefined : new Set(from);
  const receivers = to === undefined ? undefined : new Set(to);
  return (sender, receiver) => senders?.has(sender) !== false && receivers?.has(receiver) !== false;
}
