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

/** Links that are cut from `from` (inclusive) to `until` (exclusive), as plain data. */
export interface Cut {
  /** Simulated seconds. */
  readonly from: number;
  /** Simulated seconds. Default: no end. */
  readonly until?: number;
  /** Cuts the links between processes of different groups; processes in no group form one of their own. */
  readonly groups?: readonly (readonly number[])[];
  /** With groups: only links from a group to a later one are cut (processes in no group are last). Default: false. */
  readonly oneWay?: boolean;
  /** The cut links, in place of groups. */
  readonly links?: LinkSet;
}

export interface PartitionOptions {
  /**
   * The fate of copies. `lost`: a copy is lost if its link is cut at any moment between sending and arrival, including
   * copies under way when a cut starts. `held`: a copy that would arrive over a cut link waits for the end of the cut,
   * as in Neko's emulation of crashes. Default: lost.
   */
  readonly copies?: 'lost' | 'held';
}

/** Cuts links by a timetable. A process is never cut off from itself, unless its own link is listed. */
export class PartitionChannel extends ChannelWrapper {
  private readonly table: CutTable;
  /** Only if copies are held. */
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

/** The copies of a link that wait for the end of a cut, released in the order of arrival. */
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
    // Another cut may have started.
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

  /** Waits forever if the cut never ends. */
  private waitForEnd(): void {
    const { until } = this.cut;
    if (until < Infinity) this.host.simulator.schedule(until, this);
  }
}

/** The current or next cut of a link. */
interface LinkCut {
  from: number;
  until: number;
}

/** The cuts of all links. Times of requests never decrease. */
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
    // Looked up again only after a cut: once per link and cut.
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

/** Shapes of the fields of a cut, except its start, for n processes. */
export function cutFields(n: number) {
  return {
    until: endTime,
    groups: z.optional(z.array(z.array(processId(n))).check(z.minLength(1, described('at least one group')))),
    oneWay: z.optional(z.boolean()),
    links: z.optional(linkSetShape(n)),
  };
}

/** Infinity means no end. */
export const endTime = z.optional(
  z.custom<number>((value) => typeof value === 'number', described('a number of seconds')),
);

type Times<B extends string> = { readonly [K in B]: number } & { readonly until?: number | undefined };

/** @param begin The field with the start time. */
export function endsLater<B extends string>(begin: B) {
  return z.refine<Times<B>>((times) => times.until === undefined || times.until > times[begin], {
    path: ['until'],
    error: ({ input }) => expected(`a time after ${(input as Times<B>)[begin]}`, (input as Times<B>).until),
  });
}

type CutFields<B extends string> = Times<B> & { readonly [K in 'groups' | 'oneWay' | 'links']?: unknown };

/** Conditions on several fields of a cut. */
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
