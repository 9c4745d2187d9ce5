/** A run prepared for drawing any of its instants, built from its records. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';
import { GrowingBounds } from '@kineko/ui';
import { Changes } from './changes.js';
import type { RunDescription } from './run-description.js';
import { Density } from './density.js';
import { Destinations, DestinationTable } from './destinations.js';
import { Digest, type SceneOptions } from './digest.js';
import { type EventKind, mapKinds } from './event-kinds.js';
import { Flights } from './flights.js';
import { Instants, Moments } from './moments.js';
import { type Knots, LegTable } from './packed-leg.js';
import { Movable } from './movable.js';
import { Partitions } from './partitions.js';
import type { Area, SceneObject, SceneSink } from './scene-sink.js';
import type { SceneShape } from './shapes.js';
import { includeSweep } from './swept.js';
import { Track } from './track.js';
import { CYCLES, SECONDS, type Units } from './units.js';

export type { SceneOptions } from './digest.js';
export type { SceneObject } from './scene-sink.js';

export interface ObjectMoment {
  readonly time: number;
  readonly object: SceneObject;
}

/** Shared by the robots without lights or phases: there may be a hundred thousand. */
const NONE = new Changes('');

/** More than the sensors of a run; a search for them stays short. */
const MAX_BEAMS = 64;

/** A robot over the whole run. */
export class SceneRobot {
  readonly track: Track;
  readonly tags: Changes<string>;
  /** Colours of its light, and the last events of its Look-Compute-Move cycles; empty if it has none. */
  lights = NONE;
  phases = NONE;
  /** Destination of the phase under way; undefined when the robot stands. */
  readonly destinations: Destinations;

  /** `entered`: the time before which it is not there. */
  constructor(
    readonly id: number,
    readonly radius: number,
    tag: string,
    readonly entered = -Infinity,
    legs?: LegTable,
    destinations?: DestinationTable,
  ) {
    this.track = new Track(legs);
    this.tags = new Changes(tag);
    this.destinations = new Destinations(destinations);
  }

  poseAt(t: number): Pose | undefined {
    return this.track.poseAt(t);
  }
}

export class Scene implements SceneSink {
  /** By id. */
  readonly robots = new Map<number, SceneRobot>();
  /** Fixed obstacles. */
  readonly obstacles: SceneShape[] = [];
  /** Obstacles that can be pushed, by id. */
  readonly movables = new Map<number, Movable>();
  private readonly shapesOf = new Map<number, SceneShape[]>();
  /** All recorded states, so one that moves is there several times. */
  readonly objects: SceneObject[] = [];
  private readonly objectsById = new Map<number, Changes<SceneObject | undefined>>();
  /** Facts stated in the header of the file. */
  private header: RunDescription | undefined;
  /** The status text of the run. */
  readonly statusText = new Changes('');
  /** Cut links, as far as lost messages show them. */
  readonly partitions = new Partitions();
  readonly flights = new Flights();
  /** a: robot, b: other, c: 0 if that is a robot. */
  readonly contacts = new Moments();
  /** a: robot, b: metres, c: index of the beams. */
  readonly looks = new Moments();
  /** Beams of sensors, each once; see `beamsText`. */
  readonly beams: string[] = [];
  /** Densities of records by kind, and of contacts, for the timeline. */
  readonly events = mapKinds(() => new Density());
  readonly touches = new Density();
  /** For stepping from event to event. */
  readonly instants = new Instants();
  readonly crashes = new Map<number, Changes<boolean>>();
  /** Crashes of all processes, in order. a: process. */
  readonly crashMoments = new Moments();
  /** By the suspected process, then by the suspecting one. */
  readonly suspicions = new Map<number, Map<number, Changes<boolean>>>();
  area: Area | undefined;
  isWalled = false;
  /** Simulated seconds of the first and last record. */
  start = Infinity;
  end = -Infinity;
  private readonly legs = new LegTable();
  private readonly destinations = new DestinationTable();
  /** Bounds of the completed legs. */
  private readonly swept = new GrowingBounds();
  private readonly digest: Digest;

  constructor(options: SceneOptions = {}) {
    this.digest = new Digest(this, options);
  }

  /** Takes the facts of the header, before any record. */
  know(facts: RunDescription | undefined): void {
    if (facts !== undefined) this.digest.know(facts);
  }

  /** Adds the next record, in the order of the run. */
  add(record: TraceRecord): void {
    this.digest.add(record);
  }

  /** Whether the run counts cycles and pixels instead of seconds and metres. */
  get isInCycles(): boolean {
    return this.header?.isInCycles === true;
  }

  /** The name of the scenario; empty if unknown. */
  get title(): string {
    return this.header?.title ?? '';
  }

  /** The class or algorithm of a robot; empty if unknown. */
  classOf(robot: number): string {
    return this.header?.robots.get(robot) ?? '';
  }

  get units(): Units {
    return this.isInCycles ? CYCLES : SECONDS;
  }

  /** Whether nothing has been added. */
  get isEmpty(): boolean {
    return this.start === Infinity;
  }

  /** Memory use of everything that grows with the length of a run, except changes of tags and states. */
  get bytes(): number {
    const { legs, destinations, flights, contacts, looks, crashMoments, touches, instants } = this;
    const moments = [contacts, looks, crashMoments, touches, instants, ...Object.values(this.events)];
    let sum = 0;
    for (const table of [legs, destinations, flights, ...moments]) sum += table.bytes;
    for (const robot of this.robots.values()) sum += robot.track.bytes + robot.destinations.bytes;
    for (const { track } of this.movables.values()) sum += track.bytes;
    return sum;
  }

  /** Adds the paths of robots and of pushed obstacles. */
  includePaths(bounds: GrowingBounds): void {
    const include = ({ lastLeg }: Track, radius: number): void => {
      if (lastLeg !== undefined) includeSweep(bounds, lastLeg, this.end, radius);
    };
    bounds.includeAll(this.swept);
    for (const { track, radius } of this.robots.values()) include(track, radius);
    for (const { track, reach } of this.movables.values()) include(track, reach);
  }

  isCrashed(process: number, t: number): boolean {
    return this.crashes.size > 0 && (this.crashes.get(process)?.at(t) ?? false);
  }

  /** The processes that suspect a process at a time. */
  suspectedBy(process: number, t: number): number[] {
    const by = this.suspicions.get(process);
    return by === undefined ? [] : [...by].filter(([, isSuspected]) => isSuspected.at(t)).map(([id]) => id);
  }

  isSuspected(process: number, t: number): boolean {
    const by = this.suspicions.size > 0 ? this.suspicions.get(process) : undefined;
    if (by === undefined) return false;
    for (const isSuspected of by.values()) if (isSuspected.at(t)) return true;
    return false;
  }

  /** For each object, its state at `from` and its changes up to `to`. */
  *objectsBetween(from: number, to: number): Generator<readonly ObjectMoment[], void> {
    for (const places of this.objectsById.values()) {
      yield [...places.between(from, to)].flatMap(({ time, value: object }) =>
        object === undefined ? [] : { time, object },
      );
    }
  }

  /** The states of the objects at a time. */
  objectsAt(t: number): SceneObject[] {
    return [...this.objectsById.values()].map((places) => places.at(t)).filter((object) => object !== undefined);
  }

  /** The run continues to this time without records: robots continue along their legs. Returns whether that is later. */
  continueTo(end: number | undefined): boolean {
    if (end === undefined || this.isEmpty || !(end > this.end)) return false;
    this.end = end;
    return true;
  }

  // The sink of the digest.

  happened(time: number, kind: EventKind): void {
    this.start = Math.min(this.start, time);
    this.end = time;
    this.events[kind].add(time);
    this.instants.add(time);
  }

  world(area: Area | undefined, isWalled: boolean): void {
    this.area = area;
    this.isWalled = isWalled;
  }

  obstacle(id: number, shape: SceneShape): void {
    const shapes = this.shapesOf.get(id);
    if (shapes === undefined) this.shapesOf.set(id, [shape]);
    else shapes.push(shape);
    this.obstacles.push(shape);
  }

  obstacleLeg(id: number, origin: Pose, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    const { track, reach } = this.movable(id, origin);
    this.addLeg(track, reach, numbers, at, knots);
  }

  object(time: number, object: SceneObject): void {
    let places = this.objectsById.get(object.id);
    if (places === undefined) {
      this.objectsById.set(object.id, (places = new Changes<SceneObject | undefined>(undefined)));
    }
    places.add(time, object);
    this.objects.push(object);
  }

  facts(facts: RunDescription): void {
    this.header = facts;
  }

  status(time: number, text: string): void {
    this.statusText.add(time, text);
  }

  cut(time: number, from: number, to: number, isCut: boolean): void {
    this.partitions.set(time, from, to, isCut);
  }

  robot(id: number, radius: number, tag: string, time: number): void {
    // A robot that enters again has moved.
    const robot = this.robots.get(id);
    if (robot !== undefined) return robot.tags.add(time, tag);
    const entered = time > this.start ? time : -Infinity;
    this.robots.set(id, new SceneRobot(id, radius, tag, entered, this.legs, this.destinations));
  }

  leg(id: number, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    const { track, radius } = this.robots.get(id)!;
    this.addLeg(track, radius, numbers, at, knots);
  }

  amendment(id: number, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    this.robots.get(id)!.track.amendPacked(numbers, at, knots);
  }

  destination(id: number, time: number, x: number, y: number): void {
    this.robots.get(id)!.destinations.set(time, x, y);
  }

  noDestination(id: number, time: number): void {
    this.robots.get(id)!.destinations.end(time);
  }

  tag(id: number, time: number, tag: string): void {
    this.robots.get(id)!.tags.add(time, tag);
  }

  light(id: number, time: number, color: string): void {
    const robot = this.robots.get(id)!;
    if (robot.lights === NONE) robot.lights = new Changes('');
    robot.lights.add(time, color);
  }

  phase(id: number, time: number, event: string): void {
    const robot = this.robots.get(id)!;
    if (robot.phases === NONE) robot.phases = new Changes('');
    robot.phases.add(time, event);
  }

  contact(time: number, robot: number, other: number, isObstacle: boolean): void {
    this.contacts.add(time, robot, other, isObstacle ? 1 : 0);
    this.touches.add(time);
  }

  look(time: number, robot: number, metres: number, beams: string): void {
    let index = this.beams.indexOf(beams);
    if (index < 0) index = this.beams.length < MAX_BEAMS ? this.beams.push(beams) - 1 : 0;
    this.looks.add(time, robot, metres, index);
  }

  sent(time: number, from: number, to: number, type: string): void {
    this.flights.add(time, from, to, type);
  }

  ended(copy: number, time: number, isLost: boolean): void {
    this.flights.end(copy, time, isLost);
  }

  crashed(process: number, time: number, isCrashed: boolean): void {
    changesOf(this.crashes, process).add(time, isCrashed);
    if (isCrashed) this.crashMoments.add(time, process);
  }

  suspected(other: number, process: number, time: number, isSuspected: boolean): void {
    let by = this.suspicions.get(other);
    if (by === undefined) this.suspicions.set(other, (by = new Map<number, Changes<boolean>>()));
    changesOf(by, process).add(time, isSuspected);
  }

  private addLeg(track: Track, radius: number, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    const { lastLeg, lastFrom } = track;
    track.addPacked(numbers, at, knots);
    const until = track.lastFrom;
    if (lastLeg !== undefined && until > lastFrom) includeSweep(this.swept, lastLeg, until, radius);
  }

  /** An obstacle with a leg is no longer fixed. */
  private movable(id: number, origin: Pose): Movable {
    let movable = this.movables.get(id);
    if (movable === undefined) {
      const shapes = this.shapesOf.get(id) ?? [];
      for (const shape of shapes) this.obstacles.splice(this.obstacles.indexOf(shape), 1);
      this.shapesOf.delete(id);
      this.movables.set(id, (movable = new Movable(shapes, origin, this.legs)));
    }
    return movable;
  }
}

function changesOf(all: Map<number, Changes<boolean>>, id: number): Changes<boolean> {
  let changes = all.get(id);
  if (changes === undefined) all.set(id, (changes = new Changes(false)));
  return changes;
}
