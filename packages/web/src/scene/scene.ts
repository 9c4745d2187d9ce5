/**
 * What happened in a run, so that any instant of it can be drawn: made of its records as they come, from an exact trace or
 * from a Neko log, which has no legs; those then follow from the motions' events.
 */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';
import { Changes } from './changes.js';
import type { Classes } from './classes.js';
import { Flights } from './flights.js';
import { legBetween, legOfStart, restAt } from './legs-of-events.js';
import { Moments } from './moments.js';
import { Partitions } from './partitions.js';
import { type SceneShape, shapeOf } from './shapes.js';
import { isCoordinate, isLeg, isPose, isRadius, isTime } from './sound.js';
import { Track } from './track.js';

/** Whose log lines are those of the whole run. */
const NO_PROCESS = -1;
/** Metres: of robots whose log does not tell. */
const DEFAULT_RADIUS = 5;

export interface SceneObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
  /** Empty if nobody says. */
  readonly className: string;
}

export interface ObjectMoment {
  readonly time: number;
  readonly object: SceneObject;
}

/** A robot, over all of the run. */
export class SceneRobot {
  readonly track = new Track();
  readonly tags: Changes<string>;
  /** Where the phase under way leads; undefined when it stands. */
  readonly destinations = new Changes<{ readonly x: number; readonly y: number } | undefined>(undefined);

  /** `entered`: the time before which it is not there. */
  constructor(
    readonly id: number,
    readonly radius: number,
    tag: string,
    readonly entered = -Infinity,
  ) {
    this.tags = new Changes(tag);
  }

  poseAt(t: number): Pose | undefined {
    return this.track.poseAt(t);
  }
}

export interface SceneOptions {
  /** Metres, of robots whose log does not tell. Default: 5. */
  readonly defaultRadius?: number | undefined;
  /** The same by id, of some that differ. */
  readonly radii?: ReadonlyMap<number, number> | undefined;
}

export class Scene {
  /** By id. */
  readonly robots = new Map<number, SceneRobot>();
  readonly obstacles: SceneShape[] = [];
  /** In the order of the records: one that moves is there several times. */
  readonly objects: SceneObject[] = [];
  private readonly objectsById = new Map<number, Changes<SceneObject | undefined>>();
  /** What robots and objects are, if the file says so. */
  classes: Classes | undefined;
  /** What the run says of itself. */
  readonly status = new Changes('');
  /** Who can talk to whom, as far as messages that were lost tell. */
  readonly partitions = new Partitions();
  readonly flights = new Flights();
  /** a: robot, b: other, c: 0 if that is a robot. */
  readonly contacts = new Moments();
  /** a: robot, b: metres. */
  readonly looks = new Moments();
  /** Every record, for the timeline. a: the robot or process, -1 if none. */
  readonly events = new Moments();
  readonly crashes = new Map<number, Changes<boolean>>();
  /** By the one who is suspected, by whom. */
  readonly suspicions = new Map<number, Map<number, Changes<boolean>>>();
  area: readonly [minX: number, minY: number, maxX: number, maxY: number] | undefined;
  isWalled = false;
  /** Simulated seconds of the first and last record. */
  start = Infinity;
  end = -Infinity;
  /** Phases that have begun and are not over: of logs without legs, the phase that the last leg of a robot stands for. */
  private readonly phases = new Map<number, RecordOf<'motionEvent'>>();
  private hasLegs = false;
  private readonly options: SceneOptions;

  constructor(options: SceneOptions = {}) {
    this.options = options;
  }

  /** Takes the next record, in the order of the run. What no picture can show of it is left out. */
  add(record: TraceRecord): void {
    if (!isTime(record.time)) return;
    // Time does not go back, whatever a file says: everything here is found by it.
    const time = Math.max(record.time, this.end);
    this.start = Math.min(this.start, time);
    this.end = time;
    this.events.add(time, ownerOf(record));
    this.take(record, time);
  }

  /** Whether nothing has been added. */
  get isEmpty(): boolean {
    return this.start === Infinity;
  }

  isCrashed(process: number, t: number): boolean {
    return this.crashes.size > 0 && (this.crashes.get(process)?.at(t) ?? false);
  }

  /** Who suspects a process at a time. */
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

  private take(record: TraceRecord, time: number): void {
    switch (record.type) {
      case 'world':
        this.hasLegs = true;
        this.area = areaOf(record.area);
        this.isWalled = record.walled;
        break;
      case 'robot':
        this.hasLegs = true;
        this.enter(record, time);
        break;
      case 'obstacle': {
        const shape = shapeOf(record.shape);
        if (shape !== undefined) this.obstacles.push(shape);
        break;
      }
      case 'object':
        this.takeObject(record, time);
        break;
      case 'leg':
        this.hasLegs = true;
        if (isLeg(record.leg)) this.robot(record.robot).track.add(record.leg, time);
        break;
      case 'motionEvent':
        this.takeMotionEvent(record, time);
        break;
      case 'motionEnd':
        this.takeMotionEnd(record, time);
        break;
      case 'touch':
        this.contacts.add(time, record.robot, record.other.id, record.other.kind === 'robot' ? 0 : 1);
        break;
      case 'sensorRequest':
        this.takeLook(record, time);
        break;
      case 'effect':
        if (record.effector === 'tag') this.takeTag(record, time);
        break;
      case 'send':
        this.flights.sent(record, time);
        break;
      case 'deliver':
      case 'drop':
        this.flights.ended(record, time, record.type === 'drop');
        this.partitions.take(record, time);
        break;
      case 'crash':
      case 'recover':
        changesOf(this.crashes, record.process).add(time, record.type === 'crash');
        break;
      case 'suspect': {
        let by = this.suspicions.get(record.other);
        if (by === undefined) this.suspicions.set(record.other, (by = new Map<number, Changes<boolean>>()));
        changesOf(by, record.process).add(time, record.isSuspected);
        break;
      }
      case 'log':
        if (record.process === NO_PROCESS && record.logger === 'status') this.status.add(time, record.text);
        break;
      default:
      // Nothing to be seen.
    }
  }

  private robot(id: number): SceneRobot {
    let robot = this.robots.get(id);
    if (robot === undefined) this.robots.set(id, (robot = new SceneRobot(id, this.radiusOf(id), '')));
    return robot;
  }

  private radiusOf(id: number): number {
    const radius = this.options.radii?.get(id) ?? this.options.defaultRadius ?? DEFAULT_RADIUS;
    return isRadius(radius) ? radius : DEFAULT_RADIUS;
  }

  private enter(record: RecordOf<'robot'>, time: number): void {
    const { robot: id, radius, tag } = record;
    if (!isPose(record)) return;
    let robot = this.robots.get(id);
    if (robot === undefined) {
      const entered = time > this.start ? time : -Infinity;
      robot = new SceneRobot(id, isRadius(radius) ? radius : this.radiusOf(id), tag, entered);
      this.robots.set(id, robot);
    }
    // Who enters again is somewhere else from now on.
    robot.tags.add(time, tag);
    robot.track.add(restAt(record, time));
  }

  private takeObject({ object: id, x, y, size, tag }: RecordOf<'object'>, time: number): void {
    if (!isCoordinate(x) || !isCoordinate(y)) return;
    const className = this.classes?.objects.get(id) ?? '';
    const object = { id, x, y, size: isRadius(size) ? size : 0, tag, className };
    let places = this.objectsById.get(id);
    if (places === undefined) this.objectsById.set(id, (places = new Changes<SceneObject | undefined>(undefined)));
    places.add(time, object);
    this.objects.push(object);
  }

  /** Of each object, how it is at a time and what becomes of it until another. */
  *objectsBetween(from: number, to: number): Generator<readonly ObjectMoment[], void> {
    for (const places of this.objectsById.values()) {
      yield [...places.between(from, to)].flatMap(({ time, value: object }) =>
        object === undefined ? [] : { time, object },
      );
    }
  }

  /** Where they are and what they wear at a time. */
  objectsAt(t: number): SceneObject[] {
    return [...this.objectsById.values()].map((places) => places.at(t)).filter((object) => object !== undefined);
  }

  private takeMotionEvent(record: RecordOf<'motionEvent'>, time: number): void {
    if (!isPose(record)) return;
    const robot = this.robot(record.robot);
    const { edge, toX: x, toY: y, distance } = record;
    const leads = edge === 'start' && distance > 0 && isCoordinate(x) && isCoordinate(y);
    robot.destinations.add(time, leads ? { x, y } : undefined);
    if (this.hasLegs) return;
    this.endPhase(robot, record, time);
    const phase = { ...record, time };
    const leg = edge === 'start' ? legOfStart(phase) : undefined;
    if (leg === undefined || !isLeg(leg)) return robot.track.add(restAt(record, time));
    robot.track.add(leg);
    this.phases.set(record.robot, phase);
  }

  private takeMotionEnd(record: RecordOf<'motionEnd'>, time: number): void {
    if (!isPose(record)) return;
    const { status, with: other } = record;
    const robot = this.robot(record.robot);
    robot.destinations.add(time, undefined);
    if (this.hasLegs) return;
    this.endPhase(robot, record, time);
    robot.track.add(restAt(record, time));
    // Without contacts on record, an end by collision is the only sign of one.
    if (status === 'collided')
      this.contacts.add(time, record.robot, other?.id ?? -1, other?.kind === 'obstacle' ? 1 : 0);
  }

  /** A robot is known to be somewhere: what it was doing must have led it there. */
  private endPhase(robot: SceneRobot, { x, y, heading }: Pose, time: number): void {
    const phase = this.phases.get(robot.id);
    if (phase === undefined) return;
    this.phases.delete(robot.id);
    const leg = legBetween(phase, { time, x, y, heading });
    if (leg !== undefined && isLeg(leg)) robot.track.amend(leg);
  }

  private takeLook({ robot, request }: RecordOf<'sensorRequest'>, time: number): void {
    const { viewSize, range } = (request ?? {}) as Readonly<Record<string, unknown>>;
    const metres = viewSize ?? range;
    if (typeof metres === 'number' && metres > 0 && isCoordinate(metres)) this.looks.add(time, robot, metres);
  }

  private takeTag({ robot, request }: RecordOf<'effect'>, time: number): void {
    const { tag } = (request ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof tag === 'string') this.robot(robot).tags.add(time, tag);
  }
}

function areaOf(area: readonly number[] | undefined): Scene['area'] {
  const [minX, minY, maxX, maxY] = area ?? [];
  if (maxY === undefined || !area!.every(isCoordinate)) return undefined;
  return maxX! > minX! && maxY > minY! ? [minX!, minY!, maxX!, maxY] : undefined;
}

function changesOf(all: Map<number, Changes<boolean>>, id: number): Changes<boolean> {
  let changes = all.get(id);
  if (changes === undefined) all.set(id, (changes = new Changes(false)));
  return changes;
}

function ownerOf(record: TraceRecord): number {
  if ('robot' in record) return record.robot ?? -1;
  return 'process' in record ? record.process : -1;
}
