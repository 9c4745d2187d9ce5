import { type Guarantees, without } from '../../guarantees.js';
import { expected } from '@kineko/formats/problem';
import { described } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { EventClass, type SimEvent } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkOneOf, checkShape, processId, seconds } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, EndWrapper, LostEnd } from './channel.js';
import { type LinkPredicate, linkPredicate, Links, type LinkSet, linkSetShape } from './links.js';

/** Links that are cut for a while: from `from` on, and no more at `until`. As plain data. */
export interface Cut {
  /** Simulated seconds. */
  readonly from: number;
  /** Simulated seconds. Default: for ever. */
  readonly until?: number;
  /** Cuts the links between processes of different groups; those that are in none are a group of their own. */
  readonly groups?: readonly (readonly number[])[];
  /** With groups: only what goes from a group to a later one is cut (those in none are the last). Default: false. */
  readonly oneWay?: boolean;
  /** Instead of groups: the links that are cut. */
  readonly links?: LinkSet;
}

export interface PartitionOptions {
  /**
   * What becomes of copies. `lost`: a copy is lost if its link is cut at any moment from when it is sent to when it
   * would arrive, so also those under way when a cut begins. `held`: a copy that would arrive over a cut link waits for
   * the cut to end, as in Neko's emulation of crashes. Default: lost.
   */
  readonly copies?: 'lost' | 'held';
}

/** Cuts links by a time table. A process is never cut off from itself, unless its own link is listed. */
export class PartitionChannel extends ChannelWrapper {
  private readonly table: CutTable;
  /** Unless copies are lost. */
  private readonly barriers: Links<Barrier> | undefined;

  constructor(host: NekoHost, inner: Channel, cuts: readonly Cut[], { copies = 'lost' }: PartitionOptions = {}) {
    super(host, inner);
    const shape = z.array(z.object({ from: seconds, ...cutFields(host.n) }).check(...cutChecks('from')));
    checkShape('cuts of links', shape, cuts);
    checkOneOf('copies on a cut link', copies, ['lost', 'held']);
    this.table = new CutTable(cuts);
    if (copies === 'held') this.barriers = new Links((from, to) => new Barrier(host, this.table, from, to));
  }

  override get guarantees(): Guarantees {
    return this.barriers === undefined && !this.table.isEmpty ? without(super.guarantees, 'no loss') : super.guarantees;
  }

  endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const { now } = this.host.simulator;
    const link = this.table.linkAt(from, to, now);
    if (link.from === Infinity) return end;
    if (this.barriers !== undefined) return new Held(end, this.barriers.of(from, to));
    return link.from <= now ? new LostEnd(end, REASON) : new Exposed(end, this.host, link.from);
  }
}

const REASON = 'the link is cut';

/** The end of a copy that is lost unless it arrives before its link is cut. */
class Exposed extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly host: NekoHost,
    private readonly cutFrom: number,
  ) {
    super(end);
  }

  arrived(message: NekoMessage, to: number): void {
    if (this.host.simulator.now < this.cutFrom) this.end.arrived(message, to);
    else this.end.lost(message, to, REASON);
  }
}

/** The end of a copy that waits while its link is cut. */
class Held extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly barrier: Barrier,
  ) {
    super(end);
  }

  arrived(message: NekoMessage): void {
    this.barrier.reached(message, this.end);
  }
}

/** Where the copies of a link wait for the end of a cut, and are let go in the order in which they have come. */
class Barrier implements SimEvent {
  readonly class = EventClass.Delivery;
  private waiting: { readonly message: NekoMessage; readonly end: ChannelEnd }[] = [];

  constructor(
    private readonly host: NekoHost,
    private readonly table: CutTable,
    readonly high: number,
    readonly low: number,
  ) {}

  reached(message: NekoMessage, end: ChannelEnd): void {
    const { now } = this.host.simulator;
    const isFirst = this.waiting.length === 0;
    if (isFirst && now < this.cut.from) end.arrived(message, this.low);
    else {
      this.waiting.push({ message, end });
      if (isFirst) this.waitForEnd();
    }
  }

  run(now: number): void {
    // Another cut may have begun.
    if (now >= this.cut.from) {
      this.waitForEnd();
      return;
    }
    const free = this.waiting;
    this.waiting = [];
    for (const { message, end } of free) end.arrived(message, this.low);
  }

  describe(): string {
    return `end of a cut from p${this.high} to p${this.low}`;
  }

  private get cut(): LinkCut {
    return this.table.linkAt(this.high, this.low, this.host.simulator.now);
  }

  /** For ever, if the cut never ends. */
  private waitForEnd(): void {
    const { until } = this.cut;
    if (until < Infinity) this.host.simulator.schedule(until, this);
  }
}

/** The next time that a link is cut, or the present one. */
interface LinkCut {
  from: number;
  until: number;
}

/** When which link is cut. Asked for times that never go back. */
class CutTable {
  private readonly cuts: readonly { readonly from: number; readonly until: number; readonly cuts: LinkPredicate }[];
  private readonly links = new Links<LinkCut>(() => ({ from: -1, until: -1 }));

  constructor(cuts: readonly Cut[]) {
    this.cuts = cuts
      .map((cut) => ({ from: cut.from, until: cut.until ?? Infinity, cuts: predicateOf(cut) }))
      .sort((a, b) => a.from - b.from || a.until - b.until);
  }

  get isEmpty(): boolean {
    return this.cuts.length === 0;
  }

  linkAt(from: number, to: number, now: number): LinkCut {
    const link = this.links.of(from, to);
    // Looked up anew only when a cut is over: for each link once per cut.
    if (now >= link.until && link.from !== Infinity) {
      const next = this.cuts.find((cut) => now < cut.until && cut.cuts(from, to));
      link.from = next?.from ?? Infinity;
      link.until = next?.until ?? Infinity;
    }
    return link;
  }
}

function predicateOf({ groups, oneWay = false, links }: Cut): LinkPredicate {
  if (groups === undefined) return linkPredicate(links);
  const groupOf = new Map<number, number>();
  for (const [group, members] of groups.entries()) for (const process of members) groupOf.set(process, group);
  const of = (process: number): number => groupOf.get(process) ?? groups.length;
  return oneWay ? (from, to) => of(from) < of(to) : (from, to) => of(from) !== of(to);
}

/** Those of a cut but its begin, for n processes. */
export function cutFields(n: number) {
  return {
    until: endTime,
    groups: z.optional(z.array(z.array(processId(n))).check(z.minLength(1, described('at least one group')))),
    oneWay: z.optional(z.boolean()),
    links: z.optional(linkSetShape(n)),
  };
}

/** Infinity is for ever. */
export const endTime = z.optional(
  z.custom<number>((value) => typeof value === 'number', described('a number of seconds')),
);

type Times<B extends string> = { readonly [K in B]: number } & { readonly until?: number | undefined };

/** @param begin The member that has the begin. */
export function endsLater<B extends string>(begin: B) {
  return z.refine<Times<B>>((times) => times.until === undefined || times.until > times[begin], {
    path: ['until'],
    error: ({ input }) => expected(`a time after ${(input as Times<B>)[begin]}`, (input as Times<B>).until),
  });
}

type CutFields<B extends string> = Times<B> & { readonly [K in 'groups' | 'oneWay' | 'links']?: unknown };

/** What the members of a cut must be together. */
export function cutChecks<B extends string>(begin: B) {
  return [
    endsLater(begin),
    z.refine<CutFields<B>>(
      ({ groups, links }) => (groups === undefined) !== (links === undefined),
      'expected either groups or links',
    ),
    z.refine<CutFields<B>>(({ groups, oneWay }) => oneWay === undefined || groups !== undefined, {
      path: ['oneWay'],
      error: 'expected only with groups; links have bothWays',
    }),
    z.refine<CutFields<B>>(
      ({ groups = [] }) => new Set((groups as number[][]).flat()).size === (groups as number[][]).flat().length,
      { path: ['groups'], error: 'expected each process once' },
    ),
  ] as const;
}
