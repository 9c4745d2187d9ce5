import { type DoubleDouble, exactSum } from '../double-double.js';
import { pointDistance } from '../distance.js';
import { fine, fineDifference, type FineVector, rounded } from '../fine-vector.js';
import { type Leg, positionAt } from '../leg.js';
import { checkPoint } from '../points.js';
import type { Vector } from '../pose.js';
import { checkRadius, MAX_TIME, ROUNDING } from '../tolerances.js';
import { difference, largestOf, sizeOf, unit } from '../vector.js';
import { checkSpan, type Contact, NEVER, SEPARATED, type Span, TOUCHING } from './contact.js';
import { ArcFrom, type Circling, fineMotion, relativeTo } from './solvers/arc.js';
import { entriesIntoDisc } from './solvers/arc-disc.js';
import { type SearchBounds, searchDiscs } from './solvers/search.js';
import { touchAtStart, touchTime, UNIFORM_LENGTH, type UniformLeg, writeDisc } from './solvers/uniform-discs.js';

/**
 * The contact of two moving discs: the first instant at which both legs are under way, the gap is at most 0 and closing.
 * A pure function of the two legs, evaluated at the later of their starts; give the lower id first.
 */
export function discDiscContact(a: Leg, radiusA: number, b: Leg, radiusB: number, span: Span = {}): Contact {
  checkRadius('the radius of the first disc', radiusA);
  checkRadius('the radius of the second disc', radiusB);
  return contactOfDiscs(a, radiusA, b, radiusB, span);
}

/** The contact of a moving disc and a fixed point, which is a disc of radius 0. */
export function discPointContact(leg: Leg, radius: number, point: Vector, span: Span = {}): Contact {
  checkRadius('the radius of a disc', radius);
  checkPoint('a point', point);
  const rest: Leg = { kind: 'rest', x: point.x, y: point.y, heading: 0, start: leg.start, end: Infinity };
  return contactOfDiscs(leg, radius, rest, 0, span);
}

/** As `discDiscContact`, without checks of the radii: one may be 0. */
function contactOfDiscs(a: Leg, radiusA: number, b: Leg, radiusB: number, span: Span): Contact {
  const time = timeOfDiscs(a, radiusA, b, radiusB, span);
  if (time !== NEVER) return { state: 'hit', time, normal: unit(separationAt(time, a, b)) };
  return overlapAt(Math.max(a.start, b.start, span.after ?? -Infinity), a, radiusA, b, radiusB) ? TOUCHING : SEPARATED;
}

/** The time of the contact alone; NEVER if there is none. */
export function timeOfDiscs(a: Leg, radiusA: number, b: Leg, radiusB: number, span: Span): number {
  checkSpan(span);
  const begin = Math.max(a.start, b.start);
  const bounds = {
    begin,
    since: Math.max(span.since ?? begin, begin),
    after: span.after ?? -Infinity,
    until: Math.min(a.end, b.end, span.until ?? MAX_TIME, MAX_TIME),
    window: Math.min(radiusA, radiusB) || Math.max(radiusA, radiusB),
  };
  const time = Math.max(firstTouch(a, radiusA, b, radiusB, bounds), span.from ?? begin);
  return time <= bounds.until ? time : NEVER;
}

function firstTouch(a: Leg, radiusA: number, b: Leg, radiusB: number, bounds: SearchBounds): number {
  if (isUniform(a) && isUniform(b)) {
    const time = touchTime(sceneOf(a, radiusA, b, radiusB), 0, UNIFORM_LENGTH);
    return time < bounds.after ? NEVER : time;
  }
  const sum = exactSum(radiusA, radiusB);
  const circle = circlingBetween(a, b);
  if (circle === undefined) return searchDiscs(a, b, sum, bounds);
  // Whether they come together there, or overlapped before.
  const isMeeting = (time: number): boolean => !overlapAt(time, a, radiusA * CLEARLY, b, radiusB * CLEARLY);
  const coordinate = Math.max(largestOf(positionAt(a, bounds.begin)), largestOf(positionAt(b, bounds.begin)));
  return firstEntry(circle, sum, coordinate, bounds, bounds.after === -Infinity ? () => true : isMeeting);
}

/** Discs shrunk by this factor overlap only where the originals clearly overlap. */
const CLEARLY = 1 - 1 / 1_048_576;

/** A motion around a fixed centre, from an instant on. */
interface Circle {
  readonly turnRate: number;
  from(instant: number): Circling;
  readonly centre: FineVector;
}

/** The motion of one disc relative to the other, if that is a circle. */
function circlingBetween(a: Leg, b: Leg): Circle | undefined {
  if (a.kind === 'arc' && isStill(b)) {
    return { turnRate: a.turnRate, from: (instant) => new ArcFrom(a, instant), centre: fine(b) };
  }
  if (b.kind === 'arc' && isStill(a)) {
    return { turnRate: b.turnRate, from: (instant) => new ArcFrom(b, instant), centre: fine(a) };
  }
  if (a.kind === 'arc' && b.kind === 'arc' && a.turnRate === b.turnRate) {
    const from = (instant: number): Circling => relativeTo(new ArcFrom(a, instant), new ArcFrom(b, instant));
    return { turnRate: a.turnRate, from, centre: fine({ x: 0, y: 0 }) };
  }
  return undefined;
}

/** Entries come once per turn, so past ones are skipped by whole turns. */
function firstEntry(
  { turnRate, from, centre }: Circle,
  sum: DoubleDouble,
  coordinate: number,
  { begin, after, until }: SearchBounds,
  counts: (time: number) => boolean,
): number {
  const period = (2 * Math.PI) / Math.abs(turnRate);
  const past = after > begin ? Math.floor((after - begin) / period) : 0;
  for (let turn = past; turn <= past + 1 && begin + turn * period <= until; turn++) {
    const entry = entriesIntoDisc(from(begin + turn * period), centre, sum, coordinate).find(
      (time) => time >= after && counts(time),
    );
    if (entry !== undefined) return entry;
  }
  return NEVER;
}

function isUniform(leg: Leg): leg is UniformLeg {
  return leg.kind === 'line' || isStill(leg);
}

/** True also for a line of speed 0. Not a type guard, since lines that move are not still. */
function isStill(leg: Leg): boolean {
  return leg.kind === 'rest' || leg.kind === 'turn' || (leg.kind === 'line' && leg.vx === 0 && leg.vy === 0);
}

const scene = new Float64Array(2 * UNIFORM_LENGTH);

/** Two discs as the solver of uniform motion reads them; a reused buffer. */
function sceneOf(a: UniformLeg, radiusA: number, b: UniformLeg, radiusB: number): Float64Array {
  writeDisc(scene, 0, a, radiusA);
  writeDisc(scene, UNIFORM_LENGTH, b, radiusB);
  return scene;
}

/** Whether the discs overlap: exact for uniform motion, otherwise to within rounding. */
function overlapAt(t: number, a: Leg, radiusA: number, b: Leg, radiusB: number): boolean {
  if (isUniform(a) && isUniform(b)) return touchAtStart(sceneOf(a, radiusA, b, radiusB), 0, UNIFORM_LENGTH);
  const p = positionAt(a, t);
  const q = positionAt(b, t);
  const gap = pointDistance(p, q) - radiusA - radiusB;
  return gap <= ROUNDING * (sizeOf(p) + sizeOf(q) + radiusA + radiusB);
}

/** The vector from a to b, in double-double where possible, since small discs may be far from the origin. */
function separationAt(t: number, a: Leg, b: Leg): Vector {
  if (a.kind === 'curve' || b.kind === 'curve') return difference(positionAt(b, t), positionAt(a, t));
  return rounded(fineDifference(fineMotion(b)(t), fineMotion(a)(t)));
}
