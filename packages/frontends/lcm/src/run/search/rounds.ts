/**
 * Rounds of n robots whose cycles are one step, with rigid moves. A state is a configuration up to translation and scaling
 * by powers of two, both of which keep coordinates exact as long as their bits suffice.
 */
import { pointDistance, type Vector } from '@kineko/geometry';
import { type Frame, isExactRound, isExactTarget, toGlobal, triedFrames } from '../frames.js';
import { snapshotOf } from '../look.js';
import type { LcmModel } from '../model.js';
import { Places } from '../places.js';
import { ORIGIN } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';
import type { StateSpace } from './graph.js';

export interface Configuration {
  readonly places: readonly Vector[];
  readonly lights: readonly string[];
}

export interface RoundsOptions {
  readonly model: LcmModel;
  readonly starts: readonly Configuration[];
  decide(robot: number, snapshot: Snapshot<string>): Decision<string>;
  /** Whether steps that need rounding are left out. */
  readonly isExactOnly: boolean;
  /** Whether configurations that differ by their scale are one state. */
  readonly isScaled: boolean;
}

/** The robots that act, as bits, and one more bit if the robots are apart after the step. */
export class Rounds implements StateSpace<string> {
  readonly initial: readonly string[];
  /** The start of each initial state. */
  private readonly starts: ReadonlyMap<string, Configuration>;
  /** Whether a step was rounded, and left out if only exact ones are wanted. */
  isRounded = false;
  /** Whether a decision depends on the scale, so that states must not be scaled; no more steps are made then. */
  isScaleDependent = false;
  /** Whether a decision depends on a coordinate system on which the robots do not agree. */
  isFrameDependent = false;
  /** Whether a decision depends on the order in which a robot sees the others, which is random in a run. */
  isOrderDependent = false;
  private readonly frames: readonly Frame[];
  private readonly subsets: readonly number[];
  private readonly apart: number;

  constructor(private readonly options: RoundsOptions) {
    const n = options.starts[0]!.places.length;
    const { joint } = options.model.scheduler;
    this.frames = triedFrames(options.model);
    const all = (1 << n) - 1;
    const subsets = Array.from({ length: all }, (_, index) => index + 1);
    this.apart = all + 1;
    this.subsets = subsets.filter(
      (set) => joint === 'any' || (joint === 'all' ? set === all : (set & (set - 1)) === 0),
    );
    this.starts = new Map(options.starts.map((start) => [this.keyOf(start).key, start]));
    this.initial = [...this.starts.keys()];
  }

  startOf(key: string): Configuration {
    return this.starts.get(key)!;
  }

  /** Number of sets of robots that can act in a round. */
  get choices(): number {
    return this.subsets.length;
  }

  /** All bits of a fair loop in which the robots are apart. */
  get allBits(): number {
    return this.apart * 2 - 1;
  }

  forEachStep(key: string, handle: (key: string, bits: number, note: number) => void): void {
    const before = configurationOf(key);
    const moved = before.places.map((_, robot) => this.moveOf(robot, before));
    if (this.isScaleDependent) return;
    for (const set of this.subsets) {
      const isActive = (robot: number): boolean => (set & (1 << robot)) !== 0;
      const places = before.places.map((place, robot) => (isActive(robot) ? moved[robot]!.place : place));
      const lights = before.lights.map((light, robot) => (isActive(robot) ? moved[robot]!.light : light));
      const after = this.keyOf({ places, lights });
      const isExact = after.isExact && moved.every((move, robot) => !isActive(robot) || move.isExact);
      if (!isExact) this.isRounded = true;
      if (!isExact && this.options.isExactOnly) continue;
      handle(after.key, set | (areTogether(places) ? 0 : this.apart), 0);
    }
  }

  /** The place and the light of a robot after its cycle. */
  private moveOf(robot: number, { places: of, lights }: Configuration): Moved {
    const { model, decide } = this.options;
    const own = of[robot]!;
    const lightOf = (other: number): string => lights[other]!;
    const all = new Places(of, model.epsilon);
    const seen = (frame: Frame, places = all, seenBy = model): Snapshot<string> =>
      snapshotOf({ model: seenBy, places, robot, frame, light: lights[robot]!, lightOf, random: IN_ORDER });
    const look = (...args: Parameters<typeof seen>): Decision<string> => decide(robot, seen(...args));
    const snapshot = seen(ALIGNED);
    const decision = decide(robot, snapshot);
    const { destination, light = lights[robot]! } = decision;
    const isCopied = (factor: number): boolean => {
      const places = of.map(({ x, y }) => ({ x: x * factor, y: y * factor }));
      const seenBy = { ...model, visibility: model.visibility * factor };
      return isCopy(look(ALIGNED, new Places(places, model.epsilon), seenBy), decision, factor);
    };
    if (this.options.isScaled && !SCALES.every(isCopied)) this.isScaleDependent = true;
    const pointOf = (frame: Frame, { destination: to = ORIGIN }: Decision<string>): Vector => toGlobal(frame, own, to);
    const differs = (other: Decision<string>, frame: Frame): boolean => {
      const distance = pointDistance(pointOf(frame, other), pointOf(ALIGNED, decision));
      return other.light !== decision.light || distance > NEGLIGIBLE * all.spread;
    };
    this.isFrameDependent ||= this.frames.some((frame) => differs(look(frame), frame));
    this.isOrderDependent ||= otherOrders(snapshot.others).some((others) =>
      differs(decide(robot, { ...snapshot, others }), ALIGNED),
    );
    const areExact = this.areExact(own, of);
    if (destination === undefined) return { place: own, light, isExact: areExact };
    const point = { x: own.x + destination.x, y: own.y + destination.y };
    // Robots within the tolerance are at one place, as in a run.
    const met = all.same(point, of);
    if (met !== undefined) return { place: met, light, isExact: areExact };
    const mayBeExact = this.options.isExactOnly && areExact && isExactTarget(ALIGNED, own, destination, point);
    return { place: point, light, isExact: mayBeExact && (isShort(destination) || FACTORS.every(isCopied)) };
  }

  private areExact(own: Vector, places: readonly Vector[]): boolean {
    return places.every((place) => isExactRound(ALIGNED, own, place));
  }

  /** The configuration with its first robot at the origin, and the largest coordinate from 1 to 2. */
  private keyOf({ places, lights }: Configuration): { readonly key: string; readonly isExact: boolean } {
    const [first] = places;
    const moved = places.map(({ x, y }) => ({ x: x - first!.x, y: y - first!.y }));
    const size = this.options.isScaled ? Math.max(...moved.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])) : 0;
    let scale = 1;
    while (size * scale >= 2) scale /= 2;
    while (size > 0 && size * scale < 1) scale *= 2;
    const scaled = moved.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    return { key: keyText(scaled, lights), isExact: this.areExact(first!, places) };
  }
}

interface Moved {
  readonly place: Vector;
  readonly light: string;
  readonly isExact: boolean;
}

const SEPARATOR = '\n';
const ALIGNED: Frame = { cos: 1, sin: 0, mirror: 1, unit: 1 };
/** Share of the spread of the robots: two decisions that differ by less are equal, up to rounding. */
const NEGLIGIBLE = 1e-6;
/** If an algorithm rounds, its decisions do not scale with all of these factors. */
const FACTORS: readonly number[] = [3, 5, 7, 11];
/** 2^-100: even a tolerance of 1e-12 m decides differently for such a copy. */
const TINY = 1 / (1 << 25) / (1 << 25) / (1 << 25) / (1 << 25);
/** Powers of two scale without rounding: decisions that do not scale depend on lengths. Coordinates end at 2^30 m. */
const SCALES: readonly number[] = [TINY, 1 << 24];
/** A random stream that leaves the order unchanged. */
const IN_ORDER = { integer: (_min: number, max: number): number => max } as never;

/** Some other orders of a list: reversed, and with the first item at the end. */
function otherOrders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [];
  const reversed = items.toReversed();
  return items.length === 2 ? [reversed] : [reversed, [...items.slice(1), items[0]!]];
}

/** Whether the coordinates have at most 24 bits: a rounded result uses all 53. */
function isShort({ x, y }: Vector): boolean {
  return Math.fround(x) === x && Math.fround(y) === y;
}

/** Whether a decision is another one, scaled. */
function isCopy(copy: Decision<string>, of: Decision<string>, factor: number): boolean {
  const isScaled = (axis: 'x' | 'y'): boolean =>
    copy.destination?.[axis] === (of.destination && of.destination[axis] * factor);
  return copy.light === of.light && isScaled('x') && isScaled('y');
}

function areTogether(places: readonly Vector[]): boolean {
  return places.every(({ x, y }) => x === places[0]!.x && y === places[0]!.y);
}

function keyText(places: readonly Vector[], lights: readonly string[]): string {
  return [...places.flatMap(({ x, y }) => [x, y]), ...lights.map((light) => JSON.stringify(light))].join(SEPARATOR);
}

function configurationOf(key: string): Configuration {
  const words = key.split(SEPARATOR);
  const n = words.length / 3;
  const places = Array.from({ length: n }, (_, robot) => ({
    x: Number(words[robot * 2]),
    y: Number(words[robot * 2 + 1]),
  }));
  return { places, lights: words.slice(n * 2).map((light) => JSON.parse(light) as string) };
}
