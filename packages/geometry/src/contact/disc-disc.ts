import { exactSum } from '../double-double.js';
import { pointDistance } from '../distance.js';
import { powerOfTwo } from '../exact.js';
import { type Leg, type LineLeg, positionAt, type RestLeg, type TurnLeg } from '../leg.js';
import type { Vector } from '../pose.js';
import { checkRadius } from '../tolerances.js';
import { ArcFrom, entriesIntoDisc } from './arc.js';
import { type Contact, NEVER, SEPARATED, type Span, TOUCHING } from './contact.js';
import { searchDiscs } from './search.js';
import { RADIUS, START, touchAtStart, touchTime, UNIFORM_LENGTH, VX, VY, X, Y } from './uniform-motion.js';

/**
 * When two moving discs touch: the first instant at which both legs are under way, the gap is at most 0 and closing.
 * A pure function of the two legs, evaluated at the later of their starts; give the lower id first.
 */
export function discDiscContact(a: Leg, radiusA: number, b: Leg, radiusB: number, span: Span = {}): Contact {
  checkRadius('the radius of a disc', radiusA);
  checkRadius('the radius of a disc', radiusB);
  return contactOfDiscs(a, radiusA, b, radiusB, span);
}

/** When a moving disc touches a point that stands still. */
export function discPointContact(leg: Leg, radius: number, point: Vector, span: Span = {}): Contact {
  checkRadius('the radius of a disc', radius);
  const rest: Leg = { kind: 'rest', x: point.x, y: point.y, heading: 0, start: leg.start, end: Infinity };
  return contactOfDiscs(leg, radius, rest, 0, span);
}

function contactOfDiscs(a: Leg, radiusA: number, b: Leg, radiusB: number, span: Span): Contact {
  const begin = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end, span.until ?? Infinity);
  const time = Math.max(firstTouch(a, radiusA, b, radiusB, begin, end), span.from ?? begin);
  if (time <= end) return { state: 'hit', time, normal: normalOf(positionAt(a, time), positionAt(b, time)) };
  return overlapAt(begin, a, radiusA, b, radiusB) ? TOUCHING : SEPARATED;
}

function firstTouch(a: Leg, radiusA: number, b: Leg, radiusB: number, begin: number, end: number): number {
  if (isUniform(a) && isUniform(b)) return touchTime(sceneOf(a, radiusA, b, radiusB), 0, UNIFORM_LENGTH);
  const sum = exactSum(radiusA, radiusB);
  if (a.kind === 'arc' && isStill(b)) return entriesIntoDisc(new ArcFrom(a, begin), b, sum)[0] ?? NEVER;
  if (b.kind === 'arc' && isStill(a)) return entriesIntoDisc(new ArcFrom(b, begin), a, sum)[0] ?? NEVER;
  return searchDiscs(a, b, sum, begin, end);
}

/** A leg that the closed form of uniform motion serves. */
type UniformLeg = RestLeg | TurnLeg | LineLeg;

export function isUniform(leg: Leg): leg is UniformLeg {
  return leg.kind === 'line' || isStill(leg);
}

function isStill(leg: Leg): leg is RestLeg | TurnLeg {
  return leg.kind === 'rest' || leg.kind === 'turn';
}

const scene = new Float64Array(2 * UNIFORM_LENGTH);

/** Two discs as the solver of uniform motion reads them; good until the next call. */
function sceneOf(a: UniformLeg, radiusA: number, b: UniformLeg, radiusB: number): Float64Array {
  writeDisc(scene, 0, a, radiusA);
  writeDisc(scene, UNIFORM_LENGTH, b, radiusB);
  return scene;
}

/** Puts a disc on a leg into an array, as the solvers of uniform motion read it. */
export function writeDisc(discs: Float64Array, disc: number, leg: UniformLeg, radius: number): void {
  discs[disc + X] = leg.x;
  discs[disc + Y] = leg.y;
  discs[disc + VX] = leg.kind === 'line' ? leg.vx : 0;
  discs[disc + VY] = leg.kind === 'line' ? leg.vy : 0;
  discs[disc + START] = leg.start;
  discs[disc + RADIUS] = radius;
}

/** Exactly for uniform motion, else to within rounding. */
function overlapAt(t: number, a: Leg, radiusA: number, b: Leg, radiusB: number): boolean {
  if (isUniform(a) && isUniform(b)) return touchAtStart(sceneOf(a, radiusA, b, radiusB), 0, UNIFORM_LENGTH);
  const p = positionAt(a, t);
  const q = positionAt(b, t);
  const gap = pointDistance(p, q) - radiusA - radiusB;
  return gap <= ROUNDING * (Math.abs(p.x) + Math.abs(p.y) + Math.abs(q.x) + Math.abs(q.y) + radiusA + radiusB);
}

const ROUNDING = powerOfTwo(-48);

/** Unit vector from one centre to the other; along the x axis where they are the same. */
export function normalOf(from: Vector, to: Vector): Vector {
  const distance = pointDistance(from, to);
  return distance === 0 ? { x: 1, y: 0 } : { x: (to.x - from.x) / distance, y: (to.y - from.y) / distance };
}
