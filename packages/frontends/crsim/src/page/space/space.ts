/** The environment as a viewer knows it: its objects, and their positions at every step. */
import { Track } from './track.js';
import type { Place, SpaceFacts, SpaceMessage, SpaceObject, SpaceUpdate, Vec3 } from './wire.js';

/** An object at a step. An object that has moved counts as a robot, whose heading is drawn. */
export type SpaceThing = SpaceObject;

export interface Box {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** Stored positions; beyond that the older half is dropped. */
const MAX_PLACES = 2_000_000;

interface Entry {
  object: SpaceObject;
  readonly track: Track;
  hasMoved: boolean;
  /** Changes of its heat: step and value. */
  readonly heats: (readonly [step: number, heat: number])[];
}

export class Space {
  private readonly entries = new Map<string, Entry>();
  private places = 0;
  /** The first and last known steps; none if the last is before the first. */
  private first = 0;
  private last = -1;
  /** Names of the objects of this run; an object that is repeated, or follows steps, begins the next run. */
  private readonly received = new Set<string>();
  private currentFacts: SpaceFacts = {};

  constructor(private readonly maxPlaces = MAX_PLACES) {}

  get facts(): SpaceFacts {
    return this.currentFacts;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  /** From the initial state to the last known step. */
  get span(): { readonly start: number; readonly end: number } {
    return { start: this.first - 1, end: this.last };
  }

  get hasSteps(): boolean {
    return this.last >= this.first;
  }

  /** Applies a message; returns whether it did. */
  take(message: SpaceMessage): boolean {
    switch (message.kind) {
      case 'object':
        this.put(message.object);
        return true;
      case 'update':
        return this.move(message.update);
      case 'environment':
        this.clear();
        this.currentFacts = message.facts;
        this.first = message.facts.timestep ?? 0;
        this.last = this.first - 1;
        return true;
      case 'step':
        this.reach(message.timestep);
        return true;
      case 'error':
      case 'other':
        return false;
    }
  }

  clear(): void {
    this.entries.clear();
    this.received.clear();
    this.places = 0;
    this.first = 0;
    this.last = -1;
    this.currentFacts = {};
  }

  thingAt(name: string, step: number): SpaceThing | undefined {
    const entry = this.entries.get(name);
    return entry && thingOf(entry, step);
  }

  *thingsAt(step: number): Generator<SpaceThing> {
    for (const entry of this.entries.values()) yield thingOf(entry, step);
  }

  /** All messages in the order of steps, for a recording. */
  *history(): Generator<SpaceMessage> {
    yield { kind: 'environment', facts: { ...this.currentFacts, timestep: this.first } };
    const updates: SpaceUpdate[] = [];
    for (const { object, track, heats } of this.entries.values()) {
      yield { kind: 'object', object: { ...object, place: track.first } };
      const byStep = new Map(heats);
      for (const [timestep, place] of track.entries()) {
        updates.push({ objectName: object.name, timestep, place, heat: byStep.get(timestep) });
        byStep.delete(timestep);
      }
      for (const [timestep, heat] of byStep)
        updates.push({ objectName: object.name, timestep, place: track.at(timestep), heat });
    }
    updates.sort((a, b) => a.timestep - b.timestep);
    for (const update of updates) yield { kind: 'update', update };
    if (this.hasSteps) yield { kind: 'step', timestep: this.last };
  }

  private put(object: SpaceObject): void {
    if (this.hasSteps || this.received.has(object.name)) this.clear();
    this.received.add(object.name);
    const { partOf, whole = object.place, ...rest } = object;
    const known = partOf === undefined ? undefined : this.entries.get(partOf);
    const place = known?.object.place ?? whole;
    const shapes =
      partOf === undefined
        ? object.shapes
        : object.shapes.map((shape) => ({
            ...shape,
            place: relativeTo(place, placedIn(object.place, shape.place)),
          }));
    if (known !== undefined) {
      known.object = { ...known.object, shapes: [...known.object.shapes, ...shapes] };
      return;
    }
    const name = partOf ?? object.name;
    const track = new Track(place);
    this.entries.set(name, { object: { ...rest, name, place, shapes }, track, hasMoved: false, heats: [] });
  }

  private move({ objectName, timestep, place, heat }: SpaceUpdate): boolean {
    const entry = this.entries.get(objectName);
    if (entry === undefined) return false;
    const before = entry.track.length;
    entry.hasMoved ||= !isSamePlace(entry.track.last, place);
    entry.track.add(timestep, place);
    this.places += entry.track.length - before;
    if (heat !== undefined) entry.heats.push([timestep, heat]);
    this.reach(timestep);
    if (this.places > this.maxPlaces) this.forgetHalf();
    return true;
  }

  private reach(timestep: number): void {
    // Without a current step, the first known one is the start.
    if (!this.hasSteps && this.currentFacts.timestep === undefined) this.first = timestep;
    this.last = Math.max(this.last, timestep);
  }

  private forgetHalf(): void {
    const middle = Math.floor((this.first + this.last) / 2);
    this.places = 0;
    for (const { track } of this.entries.values()) {
      track.forgetBefore(middle);
      this.places += track.length;
    }
    this.first = middle + 1;
  }
}

function thingOf({ object, track, hasMoved, heats }: Entry, step: number): SpaceThing {
  const heat = heats.findLast(([since]) => since <= step)?.[1] ?? object.heat;
  return { ...object, place: track.at(step), heat, isRobot: object.isRobot || hasMoved };
}

/** The bounding box of objects and of the ground, if that is known. */
export function boxAround(things: Iterable<SpaceThing>, { width, depth }: SpaceFacts): Box {
  const low = [Infinity, 0, Infinity];
  const high = [-Infinity, 0, -Infinity];
  const include = (x: number, y: number, z: number, reach: number): void => {
    [low[0], low[2]] = [Math.min(low[0]!, x - reach), Math.min(low[2]!, z - reach)];
    [high[0], high[2]] = [Math.max(high[0]!, x + reach), Math.max(high[2]!, z + reach)];
    high[1] = Math.max(high[1]!, y);
  };
  if (width !== undefined && depth !== undefined) {
    include(0, 0, 0, 0);
    include(width, 0, depth, 0);
  }
  for (const { place, shapes } of things) {
    for (const shape of shapes) {
      const at = placedIn(place, shape.place);
      include(at.x, at.y + shape.size[1] / 2, at.z, Math.hypot(shape.size[0], shape.size[2]) / 2);
    }
  }
  if (low[0] === Infinity) return { low: [0, 0, 0], high: [1, 1, 1] };
  return { low: [low[0]!, 0, low[2]!], high: [high[0]!, high[1]!, high[2]!] };
}

/** The position of a part of a placed whole. */
export function placedIn(whole: Place, part: Place): Place {
  const [cos, sin] = [Math.cos(whole.orientation), Math.sin(whole.orientation)];
  return {
    x: whole.x + part.x * cos + part.z * sin,
    y: whole.y + part.y,
    z: whole.z - part.x * sin + part.z * cos,
    orientation: whole.orientation + part.orientation,
  };
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.orientation === b.orientation;
}

/** The position of a part relative to its whole: the inverse of `placedIn`. */
export function relativeTo(whole: Place, part: Place): Place {
  const [cos, sin] = [Math.cos(whole.orientation), Math.sin(whole.orientation)];
  const [x, z] = [part.x - whole.x, part.z - whole.z];
  return {
    x: x * cos - z * sin,
    y: part.y - whole.y,
    z: x * sin + z * cos,
    orientation: part.orientation - whole.orientation,
  };
}
