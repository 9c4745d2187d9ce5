import type { PairStreams } from '@kineko/kernel';
import { described } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import type { NekoHost } from '../../process.js';
import { processId } from '../checked.js';

/** A value for each link, made when it is first needed. One row per sender: few senders have many links. */
export class Links<T> {
  private readonly rows: (T | undefined)[][] = [];

  constructor(private readonly make: (from: number, to: number) => T) {}

  of(from: number, to: number): T {
    const row = (this.rows[from] ??= []);
    return (row[to] ??= this.make(from, to));
  }
}

/** A random stream for each link and purpose, so that adding a link, fault or message does not change other draws. */
export function linkStreams(host: NekoHost, purpose: string): PairStreams {
  return host.random.pairStreams('link/', `/${purpose}`);
}

/**
 * Some of the links, as plain data: a list of pairs, or all links from some processes to some others. A missing list means
 * all processes; `{}` is every link, including the link of each process to itself.
 */
export interface LinkSet {
  /** Each is [from, to]. */
  readonly pairs?: readonly (readonly [number, number])[];
  readonly from?: readonly number[];
  readonly to?: readonly number[];
  /** Whether the reverse links are included. Default: false. */
  readonly bothWays?: boolean;
}

export type LinkPredicate = (from: number, to: number) => boolean;

export function linkPredicate(set: LinkSet | undefined): LinkPredicate {
  if (set === undefined) return () => true;
  const oneWay = set.pairs === undefined ? product(set) : listed(set.pairs);
  return set.bothWays === true ? (from, to) => oneWay(from, to) || oneWay(to, from) : oneWay;
}

/** Shape of a link set among n processes. */
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
  const isListed = new Links((from, to) => pairs.some((pair) => pair[0] === from && pair[1] === to));
  return (from, to) => isListed.of(from, to);
}

function product({ from, to }: LinkSet): LinkPredicate {
  const senders = from === undefined ? undefined : new Set(from);
  const receivers = to === undefined ? undefined : new Set(to);
  return (sender, receiver) => senders?.has(sender) !== false && receivers?.has(receiver) !== false;
}
