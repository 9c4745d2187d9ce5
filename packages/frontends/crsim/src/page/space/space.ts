/** What a viewer knows of an environment: its objects, and where each was at every step that was told. */
import { Track } from './track.js';
import type { Place, SpaceFacts, SpaceMessage, SpaceObject, SpaceUpdate, Vec3 } from './wire.js';

/** An object as it is at a step; whatever has moved counts as a robot, whose heading is worth showing. */
export type SpaceThing = SpaceObject;

export interface Box {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** So many places are kept; then the older half is forgotten. */
const MAX_PLACES = 2_000_000;

interface Entry {
  object: SpaceObject;
  readonly track: Track;
  hasMoved: boolean;
  /** What became of its heat: step and value. */
  readonly heats: (readonly [step: number, heat: number])[];
}

export class Space {
  private readonly entries = new Map<string, Entry>();
  private readonly mostPlaces: number;
  private places = 0;
  /** Steps of which something was told; nothing was if the last comes before the first. */
  private first = 0;
  private last = -1;
  /** The objects of this run, as they were named; one that comes again, or after steps, is the first of the next run. */
  private readonly told = new Set<string>();
  private currentFacts: SpaceFacts = {};

  constructor(mostPlaces = MAX_PLACES) {
    this.mostPlaces = mostPlaces;
  }

  get facts(): SpaceFacts {
    return this.currentFacts;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  /** From what was sent at first, to the last step that was told. */
  get span(): { readonly start: number; readonly end: number } {
    return { start: this.first - 1, end: this.last };
  }

  get hasSteps(): boolean {
    return this.last >= this.first;
  }

  /** Whether it knew what to do with it. */
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
    this.told.clear();
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

  /** All that was told, in the order of steps: what a recording is made of. */
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
    if (this.hasSteps || this.told.has(object.name)) this.clear();
    this.told.add(object.name);
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
    if (this.places > this.mostPlaces) this.forgetHalf();
    return true;
  }

  private reach(timestep: number): void {
    // Who was not told at which step it came takes the first one that it hears of.
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

/** All of some things, from the ground to their tops, with the ground itself where it is known. */
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

/** Where a part is when what it belongs to is somewhere. */
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

/** Where a part is on what it belongs to: the inverse of `placedIn`. */
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
