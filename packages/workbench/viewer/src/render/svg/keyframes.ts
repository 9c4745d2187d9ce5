/** The path of a robot as keyframes with uniform motion between them, for animations. */
import { type Leg, poseAt } from '@kineko/geometry';
import { type Point, project, type View } from '@kineko/ui';
import type { Track } from '../../scene/track.js';
import { figure } from './markup.js';

export interface Keyframe {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  /** Radians. */
  readonly heading: number;
}

/** Limits on the pieces of a bent leg, and on the halvings of each. */
const MAX_PIECES = 4096;
const MAX_HALVINGS = 7;
/** Initial length of a piece of an arc in radians; short enough that its midpoint shows how bent it is. */
const FIRST_PIECE = Math.PI / 4;

/** The keyframes in [from, to]; `tolerance` limits the deviation from straight lines, in metres. */
export function keyframesOf(track: Track, from: number, to: number, tolerance: number): Keyframe[] {
  const frames: Keyframe[] = [];
  const add = (leg: Leg, time: number): void => {
    const { x, y, heading } = poseAt(leg, time);
    frames.push({ time, x, y, heading });
  };
  for (const { leg, until } of track.legsBetween(from, to)) {
    const start = Math.max(from, Math.min(leg.start, to));
    const cut = Math.min(until, to);
    const end = Math.max(start, Math.min(cut, leg.end));
    add(leg, start);
    if (leg.kind === 'arc' || leg.kind === 'curve') addBends(leg, start, end, tolerance, add);
    add(leg, end);
    if (cut > end) add(leg, cut);
  }
  return frames;
}

function addBends(
  leg: Leg,
  start: number,
  end: number,
  tolerance: number,
  add: (leg: Leg, time: number) => void,
): void {
  const turn = leg.kind === 'arc' ? Math.abs(leg.turnRate) * (end - start) : FIRST_PIECE * 16;
  const pieces = Math.min(Math.max(1, Math.ceil(turn / FIRST_PIECE)), MAX_PIECES);
  // A robot that spins that fast is a blur.
  const halvings = pieces < MAX_PIECES ? MAX_HALVINGS : 0;
  let time = start;
  for (let k = 1; k <= pieces; k++) {
    const next = start + ((end - start) * k) / pieces;
    halve(leg, time, next, tolerance, halvings, add);
    if (k < pieces) add(leg, next);
    time = next;
  }
}

function halve(
  leg: Leg,
  start: number,
  end: number,
  tolerance: number,
  left: number,
  add: (leg: Leg, time: number) => void,
): void {
  const [a, b] = [poseAt(leg, start), poseAt(leg, end)];
  const time = (start + end) / 2;
  const middle = poseAt(leg, time);
  const apart = Math.hypot((a.x + b.x) / 2 - middle.x, (a.y + b.y) / 2 - middle.y);
  if (left === 0 || !(apart > tolerance)) return;
  halve(leg, start, time, tolerance, left - 1, add);
  add(leg, time);
  halve(leg, time, end, tolerance, left - 1, add);
}

/** Pixels: how far an animated path may deviate from the exact one, … */
export const BEND = 0.1;
/** … and from steps that are left out. */
const THIN = 0.05;
/** The same in degrees, for turns. */
const THIN_TURN = 0.3;
const DEGREE = Math.PI / 180;

/** The path in pixels, relative to a point. */
export function placesOf(
  view: View,
  path: readonly (Point & { readonly time: number })[],
  origin: Point = ORIGIN,
): Step[] {
  const steps = path.map((each) => {
    const { x, y } = project(view, each);
    return { time: each.time, values: [x - origin.x, y - origin.y] };
  });
  return thinned(steps, THIN);
}

const ORIGIN: Point = { x: 0, y: 0 };

/** The turns in degrees, clockwise, relative to a heading. */
export function turnsOf(path: readonly Keyframe[], heading = 0): Step[] {
  const steps = path.map((each) => ({ time: each.time, values: [(heading - each.heading) / DEGREE] }));
  return thinned(steps, THIN_TURN);
}

/** The transformation for the first of some places. */
export function translation([first]: readonly Step[]): string {
  return `translate(${first!.values.map((value) => figure(value)).join(' ')})`;
}

/** A list of values in time: the animation of one attribute. */
export interface Step {
  readonly time: number;
  readonly values: readonly number[];
}

/** Limit on the consecutive steps left out. */
const MAX_LEFT_OUT = 64;

/** Leaves out steps that lie between their neighbours, within a tolerance. */
export function thinned(steps: readonly Step[], tolerance: number): Step[] {
  const kept: Step[] = [];
  let pending: Step[] = [];
  for (const step of steps) {
    const [before, last] = [kept.at(-1), pending.at(-1)];
    if (before === undefined) kept.push(step);
    else if (last === undefined) pending = [step];
    else if (pending.length < MAX_LEFT_OUT && pending.every((each) => isBetween(before, each, step, tolerance))) {
      pending.push(step);
    } else {
      kept.push(last);
      pending = [step];
    }
  }
  return pending.length === 0 ? kept : [...kept, pending.at(-1)!];
}

function isBetween(before: Step, step: Step, after: Step, tolerance: number): boolean {
  const seconds = after.time - before.time;
  const share = seconds > 0 ? (step.time - before.time) / seconds : 0;
  return step.values.every((value, i) => {
    const [a, b] = [before.values[i]!, after.values[i]!];
    return Math.abs(a + (b - a) * share - value) <= tolerance;
  });
}
