/**
 * What happened in a run, so that any instant of it can be drawn: made of its records as they come, from an exact trace or
 * from a Neko log, which has no legs; those then follow from the motions' events.
 */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';
import { Changes } from './changes.js';
import { Flights } from './flights.js';
import { legOfEvent, restAt } from './legs-of-events.js';
import { Moments } from './moments.js';
import { type SceneShape, shapeOf } from './shapes.js';
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
  readonly defaultRadius?: number;
}

export class Scene {
  /** By id. */
  readonly robots = new Map<number, SceneRobot>();
  readonly obstacles: SceneShape[] = [];
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
  private hasLegs = false;
  private readonly defaultRadius: number;

  constructor({ defaultRadius = DEFAULT_RADIUS }: SceneOptions = {}) {
    this.defaultRadius = defaultRadius;
  }

  /** Takes the next record, in the order of the run. */
  add(record: TraceRecord): void {
    const { time } = record;
    if (!Number.isFinite(time)) return;
    this.start = Math.min(this.start, time);
    this.end = Math.max(this.end, time);
    this.events.add(time, ownerOf(record));
    this.take(record);
  }

  /** Whether nothing has been added. */
  get isEmpty(): boolean {
    return this.start === Infinity;
  }

  isCrashed(process: number, t: number): boolean {
    return this.crashes.get(process)?.at(t) ?? false;
  }

  /** Who suspects a process at a time. */
  suspectedBy(process: number, t: number): number[] {
    const by = this.suspicions.get(process);
    return by === undefined ? [] : [...by].filter(([, isSuspected]) => isSuspected.at(t)).map(([id]) => id);
  }

  private take(record: TraceRecord): void {
    switch (record.type) {
      case 'world':
        this.hasLegs = true;
        if (record.area?.length === 4) this.area = record.area as unknown as NonNullable<Scene['area']>;
        this.isWalled = record.walled;
        break;
      case 'robot':
        this.hasLegs = true;
        this.enter(record);
        break;
      case 'obstacle': {
        const shape = shapeOf(record.shape);
        if (shape !== undefined) this.obstacles.push(shape);
        break;
      }
      case 'object': {
        const { object: id, x, y, size, tag } = record;
        this.objects.push({ id, x, y, size, tag });
        break;
      }
      case 'leg':
        this.hasLegs = true;
        this.robot(record.robot).track.add(record.leg);
        break;
      case 'motionEvent':
        this.takeMotionEvent(record);
        break;
      case 'motionEnd':
        this.takeMotionEnd(record);
        break;
      case 'touch':
        this.contacts.add(record.time, record.robot, record.other.id, record.other.kind === 'robot' ? 0 : 1);
        break;
      case 'sensorRequest':
        this.takeLook(record);
        break;
      case 'effect':
        if (record.effector === 'tag') this.takeTag(record);
        break;
      case 'send':
        this.flights.sent(record);
        break;
      case 'deliver':
      case 'drop':
        this.flights.ended(record, record.type === 'drop');
        break;
      case 'crash':
      case 'recover':
        changesOf(this.crashes, record.process).add(record.time, record.type === 'crash');
        break;
      case 'suspect': {
        let by = this.suspicions.get(record.other);
        if (by === undefined) this.suspicions.set(record.other, (by = new Map<number, Changes<boolean>>()));
        changesOf(by, record.process).add(record.time, record.isSuspected);
        break;
      }
      default:
      // Nothing to be seen.
    }
  }

  private robot(id: number): SceneRobot {
    let robot = this.robots.get(id);
    if (robot === undefined) this.robots.set(id, (robot = new SceneRobot(id, this.defaultRadius, '')));
    return robot;
  }

  private enter({ robot: id, radius, x, y, heading, tag, time }: RecordOf<'robot'>): void {
    const robot = new SceneRobot(id, radius, tag);
    robot.track.add(restAt({ x, y, heading }, time));
    this.robots.set(id, robot);
  }

  private takeMotionEvent(record: RecordOf<'motionEvent'>): void {
    const robot = this.robot(record.robot);
    const { edge, toX: x, toY: y, distance } = record;
    robot.destinations.add(record.time, edge === 'start' && distance > 0 ? { x, y } : undefined);
    if (!this.hasLegs) robot.track.add(legOfEvent(record));
  }

  private takeMotionEnd(record: RecordOf<'motionEnd'>): void {
    const { time, status, with: other } = record;
    const robot = this.robot(record.robot);
    robot.destinations.add(time, undefined);
    if (this.hasLegs) return;
    robot.track.add(restAt(record, time));
    // Without contacts on record, an end by collision is the only sign of one.
    if (status === 'collided')
      this.contacts.add(time, record.robot, other?.id ?? -1, other?.kind === 'obstacle' ? 1 : 0);
  }

  private takeLook({ time, robot, request }: RecordOf<'sensorRequest'>): void {
    const { viewSize, range } = (request ?? {}) as Readonly<Record<string, unknown>>;
    const metres = viewSize ?? range;
    if (typeof metres === 'number' && Number.isFinite(metres)) this.looks.add(time, robot, metres);
  }

  private takeTag({ time, robot, request }: RecordOf<'effect'>): void {
    const { tag } = (request ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof tag === 'string') this.robot(robot).tags.add(time, tag);
  }
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
