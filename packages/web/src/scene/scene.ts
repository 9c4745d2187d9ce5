/**
 * What happened in a run, so that any instant of it can be drawn: made of its records as they come, from an exact trace or
 * from a Neko log, which has no legs; those then follow from the motions' events.
 */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';
import { Changes } from './changes.js';
import { Flights } from './flights.js';
import { legBetween, legOfStart, restAt } from './legs-of-events.js';
import { Moments } from './moments.js';
import { Movable } from './movable.js';
import { type SceneShape, shapeOf } from './shapes.js';
import { isCoordinate, isLeg, isPose, isRadius, isTime } from './sound.js';
import { Track } from './track.js';

/** Metres: of robots whose log does not tell. */
const DEFAULT_RADIUS = 5;

export interface SceneObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
}

/** A robot, over all of the run. */
export class SceneRobot {
  readonly track = new Track();
  readonly tags: Changes<string>;
  /** Where the phase under way leads; undefined when it stands. */
  readonly destinations = new Changes<{ readonly x: number; readonly y: number } | undefined>(undefined);

  constructor(
    readonly id: number,
    readonly radius: number,
    tag: string,
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
  /** Those that stand. */
  readonly obstacles: SceneShape[] = [];
  /** Those that can be pushed, by id. */
  readonly movables = new Map<number, Movable>();
  private readonly shapesOf = new Map<number, SceneShape[]>();
  readonly objects: SceneObject[] = [];
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

  private takeObstacle(id: number, shape: SceneShape): void {
    const shapes = this.shapesOf.get(id) ?? [];
    shapes.push(shape);
    this.shapesOf.set(id, shapes);
    this.obstacles.push(shape);
  }

  /** What has a leg stands no more among those that stand. */
  private movable(id: number, [x = 0, y = 0, heading = 0]: readonly number[]): Movable {
    let movable = this.movables.get(id);
    if (movable === undefined) {
      const shapes = this.shapesOf.get(id) ?? [];
      for (const shape of shapes) this.obstacles.splice(this.obstacles.indexOf(shape), 1);
      movable = new Movable(shapes, { x, y, heading });
      this.movables.set(id, movable);
    }
    return movable;
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
        if (shape !== undefined) this.takeObstacle(record.obstacle, shape);
        break;
      }
      case 'obstacleLeg':
        if (isLeg(record.leg)) this.movable(record.obstacle, record.from).track.add(record.leg, time);
        break;
      case 'object':
        this.takeObject(record);
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
    const robot = new SceneRobot(id, isRadius(radius) ? radius : this.radiusOf(id), tag);
    robot.track.add(restAt(record, time));
    this.robots.set(id, robot);
  }

  private takeObject({ object: id, x, y, size, tag }: RecordOf<'object'>): void {
    if (!isCoordinate(x) || !isCoordinate(y)) return;
    this.objects.push({ id, x, y, size: isRadius(size) ? size : 0, tag });
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
