/** The findings of an audit, in the same form for all kinds of plans. */
import type { Fraction } from './fraction.js';
import { Column, PairTable } from './pair-table.js';

export interface PairAt {
  /** The lower id, then the higher one. */
  readonly pair: readonly [number, number];
  readonly time: number;
}

/** A maximal open span of time in which two discs overlap. */
export interface FoundContact extends PairAt {
  /** The time at which the overlap begins; `time` is that of the least distance. */
  readonly entry: number;
  readonly exit: number;
  readonly distance: number;
}

/** The least distance of a pair, at its first time. */
export interface NearPair extends PairAt {
  readonly distance: number;
}

export interface LeastDistance extends NearPair {
  /** The square of the distance, exactly. */
  readonly squared: Fraction;
  /** Number of pairs that come as near as that. */
  readonly pairs: number;
}

export interface Findings {
  readonly contacts: ContactList;
  /** Number of pairs that are in contact at some time. */
  readonly pairs: number;
  /** Number of pairs whose least distance is the sum of their radii. */
  readonly grazes: number;
  /** Undefined if there are fewer than two agents. */
  readonly least: LeastDistance | undefined;
  /** Pairs that come nearer than the given distance, the nearest first; undefined if there are too many. Listed on demand. */
  readonly near: readonly NearPair[] | undefined;
}

/** Number of near pairs that are listed; a plan with more of them needs a smaller distance. */
export const MAX_NEAR_PAIRS = 1_000_000;

/** A pair of agents as one number. */
export function pairKey(a: number, b: number, agents: number): number {
  return a < b ? a * agents + b : b * agents + a;
}

export function pairOf(key: number, agents: number): readonly [number, number] {
  const low = Math.floor(key / agents);
  return [low, key - low * agents];
}

/** Contacts in the order of their entries, then of ids. */
export class ContactList {
  readonly pairs = new PairTable();
  private readonly keys = new Column();
  private readonly entries = new Column();
  private readonly exits = new Column();
  private readonly distances = new Column();
  private readonly times = new Column();

  constructor(private readonly agents: number) {}

  get length(): number {
    return this.keys.length;
  }

  /** Adds contacts that began after all earlier ones; returns the index of the first. */
  add(contacts: OpenContact[]): number {
    contacts.sort((a, b) => a.entry - b.entry || a.key - b.key);
    for (const { key, entry, exit, distance, time } of contacts) {
      this.pairs.add(key);
      this.keys.push(key);
      this.entries.push(entry);
      this.exits.push(exit);
      this.distances.push(distance);
      this.times.push(time);
    }
    return this.length - contacts.length;
  }

  end(index: number, exit: number): void {
    this.exits.set(index, exit);
  }

  distanceAt(index: number): number {
    return this.distances.at(index);
  }

  setLeast(index: number, distance: number, time: number): void {
    this.distances.set(index, distance);
    this.times.set(index, time);
  }

  at(index: number): FoundContact {
    return {
      pair: pairOf(this.keys.at(index), this.agents),
      entry: this.entries.at(index),
      exit: this.exits.at(index),
      distance: this.distances.at(index),
      time: this.times.at(index),
    };
  }
}

export interface OpenContact {
  readonly key: number;
  readonly entry: number;
  readonly exit: number;
  readonly distance: number;
  readonly time: number;
}

/** Sorts pairs by distance, then by ids. */
export function byDistance(pairs: NearPair[]): NearPair[] {
  return pairs.sort((a, b) => a.distance - b.distance || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1]);
}

/** Number of pairs that touch without ever overlapping. */
export function onlyGrazing({ size, keys }: PairTable, { pairs }: ContactList): number {
  let count = 0;
  for (let number = 0; number < size; number++) if (!pairs.has(keys.at(number))) count++;
  return count;
}
