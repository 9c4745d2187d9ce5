/**
 * Converts records to calls of a scene sink. A Neko log has no legs, so they are derived from the events of motions. Records that
 * no picture can show are ignored.
 */
import type { RecordOf, TraceLeg, TraceRecord } from '@kineko/formats/trace';
import { legBetween, legOfStart, type Pose, restAt } from '@kineko/geometry';
import { beamsText } from './beams.js';
import { kindOf } from './event-kinds.js';
import type { RunDescription } from './run-description.js';
import { LEG_WIDTH, packLeg } from './packed-leg.js';
import { Losses } from './partitions.js';
import type { Area, ObjectKind, SceneSink } from './scene-sink.js';
import { shapeOf } from './shapes.js';
import { isCoordinate, isLeg, isPose, isRadius, isTime } from './validity.js';

/** Stands for the whole run in log records. */
const NO_PROCESS = -1;
/** Radius in metres of robots without one in the log. */
const DEFAULT_RADIUS = 5;

export interface SceneOptions {
  /** Radius in metres of robots without one in the log. Default: 5. */
  readonly defaultRadius?: number | undefined;
  /** Radii by id, for robots that differ from the default. */
  readonly radii?: ReadonlyMap<number, number> | undefined;
}

export class Digest {
  private readonly known = new Set<number>();
  /** In logs without legs: the phase under way for each robot, which its last leg represents. */
  private readonly phases = new Map<number, RecordOf<'motionEvent'>>();
  private readonly departures: Departures;
  private readonly packed = new Float64Array(LEG_WIDTH);
  private readonly losses: Losses;
  private facts: RunDescription | undefined;
  private hasLegs = false;
  private end = -Infinity;

  constructor(
    private readonly sink: SceneSink,
    private readonly options: SceneOptions = {},
  ) {
    this.departures = new Departures(sink);
    this.losses = new Losses(sink);
  }

  /** Whether no record with a valid time has been added. */
  get isEmpty(): boolean {
    return this.end === -Infinity;
  }

  /** Takes the facts of the header, before any record. */
  know(facts: RunDescription): void {
    this.facts = facts;
    this.sink.facts(facts);
  }

  /** Adds the next record, in the order of the run. */
  add(record: TraceRecord): void {
    if (!isTime(record.time)) return;
    // Times must not decrease, even in a damaged file, because all searches rely on it.
    const time = Math.max(record.time, this.end);
    this.end = time;
    this.sink.happened(time, kindOf(record));
    this.take(record, time);
  }

  private take(record: TraceRecord, time: number): void {
    const { sink } = this;
    switch (record.type) {
      case 'world':
        this.hasLegs = true;
        sink.world(areaOf(record.area), record.walled);
        break;
      case 'robot':
        this.hasLegs = true;
        this.enter(record, time);
        break;
      case 'obstacle': {
        const shape = shapeOf(record.shape);
        if (shape !== undefined) sink.obstacle(record.obstacle, shape);
        break;
      }
      case 'obstacleLeg':
        this.takeObstacleLeg(record, time);
        break;
      case 'object':
        this.takeObject(record, time);
        break;
      case 'leg':
        this.hasLegs = true;
        if (isLeg(record.leg)) this.addLeg(record.robot, record.leg, time);
        break;
      case 'motionEvent':
        this.takeMotionEvent(record, time);
        break;
      case 'motionEnd':
        this.takeMotionEnd(record, time);
        break;
      case 'touch':
        sink.contact(time, record.robot, record.other.id, record.other.kind !== 'robot');
        break;
      case 'sensorRequest':
        this.takeLook(record, time);
        break;
      case 'effect':
        if (record.effector === 'tag' || record.effector === 'light') this.takeEffect(record, time);
        break;
      case 'phase':
        this.meet(record.robot);
        sink.phase(record.robot, time, record.event);
        break;
      case 'send':
        this.departures.send(record, time);
        break;
      case 'deliver':
      case 'drop':
        this.departures.end(record, time);
        this.losses.take(record, time);
        break;
      case 'crash':
      case 'recover':
        sink.crashed(record.process, time, record.type === 'crash');
        break;
      case 'suspect':
        sink.suspected(record.other, record.process, time, record.isSuspected);
        break;
      case 'log':
        if (record.process === NO_PROCESS && record.logger === 'status') sink.status(time, record.text);
        break;
      default:
      // Nothing to show.
    }
  }

  /** Adds a robot that is not known yet. */
  private meet(id: number): void {
    if (this.known.has(id)) return;
    this.known.add(id);
    this.sink.robot(id, this.radiusOf(id), '', -Infinity);
  }

  private radiusOf(id: number): number {
    const radius = this.options.radii?.get(id) ?? this.options.defaultRadius ?? DEFAULT_RADIUS;
    return isRadius(radius) ? radius : DEFAULT_RADIUS;
  }

  private enter(record: RecordOf<'robot'>, time: number): void {
    const { robot: id, radius, tag } = record;
    if (!isPose(record)) return;
    this.known.add(id);
    // A point is a valid body.
    this.sink.robot(id, isRadius(radius) || radius === 0 ? radius : this.radiusOf(id), tag, time);
    this.addLeg(id, restAt(record, time));
  }

  private addLeg(robot: number, leg: TraceLeg, from = leg.start): void {
    this.meet(robot);
    const knots = packLeg(leg, from, this.packed);
    this.sink.leg(robot, this.packed, 0, knots);
  }

  private takeObstacleLeg(
    { obstacle, from: [x = NaN, y = NaN, heading = NaN], leg }: RecordOf<'obstacleLeg'>,
    time: number,
  ): void {
    const origin = { x, y, heading };
    if (!isPose(origin) || !isLeg(leg)) return;
    const knots = packLeg(leg, time, this.packed);
    this.sink.obstacleLeg(obstacle, origin, this.packed, 0, knots);
  }

  private takeObject(record: RecordOf<'object'>, time: number): void {
    const { object: id, x, y, size, tag } = record;
    if (!isCoordinate(x) || !isCoordinate(y)) return;
    const className = this.facts?.objects.get(id) ?? '';
    const kind = objectKind(record);
    this.sink.object(time, { id, x, y, size: isRadius(size) ? size : 0, tag, className, ...(kind && { kind }) });
  }

  private takeMotionEvent(record: RecordOf<'motionEvent'>, time: number): void {
    if (!isPose(record)) return;
    const { robot, edge, toX: x, toY: y, distance } = record;
    this.meet(robot);
    const leads = edge === 'start' && distance > 0 && isCoordinate(x) && isCoordinate(y);
    if (leads) this.sink.destination(robot, time, x, y);
    else this.sink.noDestination(robot, time);
    if (this.hasLegs) return;
    this.endPhase(robot, record, time);
    if (edge !== 'start') return this.addLeg(robot, restAt(record, time));
    const phase = record.time === time ? record : { ...record, time };
    const leg = legOfStart(phase);
    if (!isLeg(leg)) return this.addLeg(robot, restAt(record, time));
    this.addLeg(robot, leg);
    this.phases.set(robot, phase);
  }

  private takeMotionEnd(record: RecordOf<'motionEnd'>, time: number): void {
    if (!isPose(record)) return;
    const { robot, status, with: other } = record;
    this.meet(robot);
    this.sink.noDestination(robot, time);
    if (this.hasLegs) return;
    this.endPhase(robot, record, time);
    this.addLeg(robot, restAt(record, time));
    // Without contact records, a motion that ends in a collision is the only sign of a contact.
    if (status === 'collided') this.sink.contact(time, robot, other?.id ?? -1, other?.kind === 'obstacle');
  }

  /** The robot's pose is known now, so the phase under way must have led to it. */
  private endPhase(robot: number, { x, y, heading }: Pose, time: number): void {
    const phase = this.phases.get(robot);
    if (phase === undefined) return;
    this.phases.delete(robot);
    const leg = legBetween(phase, { time, x, y, heading });
    if (leg === undefined || !isLeg(leg)) return;
    const knots = packLeg(leg, leg.start, this.packed);
    this.sink.amendment(robot, this.packed, 0, knots);
  }

  private takeLook({ robot, request }: RecordOf<'sensorRequest'>, time: number): void {
    const asked = (request ?? {}) as Readonly<Record<string, unknown>>;
    const metres = asked['viewSize'] ?? asked['range'];
    if (typeof metres !== 'number' || !(metres > 0) || !isCoordinate(metres)) return;
    this.sink.look(time, robot, metres, beamsText(asked));
  }

  /** A tag or a light. */
  private takeEffect({ robot, effector, request }: RecordOf<'effect'>, time: number): void {
    const shown = ((request ?? {}) as Readonly<Record<string, unknown>>)[effector];
    if (typeof shown !== 'string') return;
    this.meet(robot);
    if (effector === 'tag') this.sink.tag(robot, time, shown);
    else this.sink.light(robot, time, shown);
  }
}

/** The stronger source counts. */
export function objectKind({
  light,
  heat,
  tag,
}: Pick<RecordOf<'object'>, 'light' | 'heat' | 'tag'>): ObjectKind | undefined {
  if (light > 0 || heat > 0) return light >= heat ? 'light' : 'heat';
  return /^goal\b/i.test(tag) ? 'goal' : undefined;
}

function areaOf(area: readonly number[] | undefined): Area | undefined {
  const [minX, minY, maxX, maxY] = area ?? [];
  if (maxY === undefined || !area!.every(isCoordinate)) return undefined;
  return maxX! > minX! && maxY > minY! ? [minX!, minY!, maxX!, maxY] : undefined;
}

/** Finds the copy of a message that an arrival or a loss refers to, by sender, number and receiver. */
export class Departures {
  private readonly underWay = new Map<string, number>();
  private copies = 0;

  constructor(private readonly sink: Pick<SceneSink, 'sent' | 'ended'>) {}

  send({ process, message, to, messageType }: RecordOf<'send'>, time: number): void {
    const { underWay, sink } = this;
    const first = this.copies;
    for (const receiver of to) {
      const key = keyOf(process, message, receiver);
      // A receiver that is listed twice gets one visible copy.
      if ((underWay.get(key) ?? -1) >= first) continue;
      underWay.set(key, this.copies++);
      sink.sent(time, process, receiver, messageType);
    }
  }

  end({ process, message, from, type }: RecordOf<'deliver' | 'drop'>, time: number): void {
    const key = keyOf(from, message, process);
    const copy = this.underWay.get(key);
    // A second copy, or one whose sending is not in the log, is not drawn.
    if (copy === undefined) return;
    this.underWay.delete(key);
    this.sink.ended(copy, time, type === 'drop');
  }
}

function keyOf(from: number, message: number, to: number): string {
  return `${from} ${message} ${to}`;
}
