import { touchTime } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { Body, Clock, State, Status } from './body-layout.js';
import { Partner, precedes as comesBefore } from './partners.js';

const precedes = comesBefore;

/** Length of an array that holds one number: V8 keeps arrays of up to 64 bytes in the heap, where the collector may move them. */
const OUTSIDE_OF_THE_HEAP = 17;

/** Whether a bounce of a pair that touches now would change nothing; fixtures are numbered downwards from -1. */
export type IsSlide = (slot: number, other: number, now: number) => boolean;

/** @param stops Whether contacts stop bodies, so that a second contact at the same instant would be found by nothing else. */
export interface ContactRules {
  readonly stops: boolean;
  readonly isSlide: IsSlide | undefined;
}

/**
 * The earliest contact that the running search has found. The time of a contact depends on the two legs alone, and ties are
 * decided by ids, so the result does not depend on the order of the search.
 */
export function earliestContact(bodies: Bodies, clock: Float64Array, { stops, isSlide }: ContactRules) {
  const bestPartner = new Int32Array(OUTSIDE_OF_THE_HEAP);
  /**
   * The two earliest times at which each body may come near a body that it may touch: before the second one it cannot
   * touch two at once.
   */
  const nearTimes = new Float64Array(stops ? 2 * bodies.firstHalo : 0).fill(Infinity);
  return {
    /** The partner of the earliest contact, whose time is in the clock. */
    bestPartner,
    beginSearch,
    considerUniform,
    considerAt,
    considerFixtureAt,
    mayTouchBodies,
  };

  /** Begins a search around a body, which may already expect a contact. */
  function beginSearch(slot: number, standing: number): void {
    const time = standing >= 0 ? bodies.records[slot * Body.SIZE + Body.CONTACT]! : Infinity;
    clock[Clock.BEST] = time;
    bestPartner[0] = standing;
    if (stops) {
      nearTimes[2 * slot] = time;
      nearTimes[2 * slot + 1] = Infinity;
    }
  }

  /** Considers two bodies in uniform motion that do not touch before `soonest`. */
  function considerUniform(slot: number, other: number, soonest: number): void {
    const low = slot < other ? slot : other;
    const high = slot < other ? other : slot;
    considerAt(slot, other, touchTime(bodies.records, low * Body.SIZE, high * Body.SIZE), soonest);
  }

  /** Considers another body, with the time of the contact, or Infinity. */
  function considerAt(slot: number, other: number, found: number, soonest: number): void {
    let time = found;
    if (time <= clock[0]!) {
      time = clock[0]!;
      if (isSlide !== undefined && isSlide(slot, other, time)) return;
    }
    if (time === Infinity) return;
    if (stops) {
      comesNear(slot, other, soonest);
      comesNear(other, slot, soonest);
    }
    const otherContact = bodies.records[other * Body.SIZE + Body.CONTACT]!;
    if (time > clock[Clock.BEST]! || time > otherContact) return;
    if (time === clock[Clock.BEST] && !precedes(slot, other, slot, bestPartner[0]!)) return;
    if (time === otherContact && !precedes(slot, other, other, bodies.states[other * State.SIZE + State.PARTNER]!))
      return;
    clock[Clock.BEST] = time;
    bestPartner[0] = other;
  }

  /** Considers a fixture, with the time of the contact, or Infinity. */
  function considerFixtureAt(slot: number, fixture: number, found: number): void {
    let time = found;
    if (time <= clock[0]!) {
      time = clock[0]!;
      if (isSlide !== undefined && isSlide(slot, -1 - fixture, time)) return;
    }
    if (time === Infinity) return;
    bodies.states[slot * State.SIZE + State.STATUS]! |= Status.NEARS_FIXTURE;
    if (time > clock[Clock.BEST]!) return;
    if (time === clock[Clock.BEST] && !precedes(slot, Partner.FIXTURE - fixture, slot, bestPartner[0]!)) return;
    clock[Clock.BEST] = time;
    bestPartner[0] = Partner.FIXTURE - fixture;
  }

  function comesNear(slot: number, partner: number, time: number): void {
    const at = 2 * slot;
    // Its present partner is already counted.
    if (time >= nearTimes[at + 1]! || bodies.states[slot * State.SIZE + State.PARTNER] === partner) return;
    if (time < nearTimes[at]!) {
      nearTimes[at + 1] = nearTimes[at]!;
      nearTimes[at] = time;
    } else {
      nearTimes[at + 1] = time;
    }
  }

  /**
   * Whether a body may touch another body at this instant besides its partner or a fixture (below 0); rarely true. A search
   * may not have considered yet which bodies come near one on an arc or a curve.
   */
  function mayTouchBodies(slot: number, besides: number): boolean {
    return nearTimes[2 * slot + (besides >= 0 ? 1 : 0)]! <= clock[0]! || bodies.curvedCount > 0;
  }
}

export type EarliestContact = ReturnType<typeof earliestContact>;
