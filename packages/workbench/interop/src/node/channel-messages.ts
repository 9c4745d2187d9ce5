/** The records of a run as messages of channels: a Foxglove scene with exact keyframes, contacts, messages, readings and log lines. */
import { expected, inputError } from '@kineko/formats/problem';
import type { RecordOf, TraceLeg, TraceRecord, TraceValue } from '@kineko/formats/trace';
import { type Leg, legOfRecord, type Pose, poseAt } from '@kineko/geometry';
import TinyQueue from 'tinyqueue';
import type { ChannelName } from './channels.js';
import {
  movedOutline,
  objectEntity,
  obstacleEntity,
  type Outline,
  robotEntity,
  type SceneEntity,
  type Time,
} from './scene.js';

export interface ChannelMessage {
  readonly channel: ChannelName;
  /** Simulated seconds. */
  readonly time: number;
  readonly content: object;
}

export interface ChannelOptions {
  /** Samples per simulated second of bodies that move, besides the keyframes; none by default. */
  readonly hz?: number | undefined;
  /** Reads the shape of an obstacle; undefined if it is unknown. */
  readonly outlineOf: (shape: TraceValue) => Outline | undefined;
}

/** A robot, or an obstacle that can be pushed. */
interface Mover {
  readonly entityAt: (pose: Pose, time: Time) => SceneEntity;
  leg: Leg;
  /** Increases with every leg, so that the ends of replaced legs are recognised. */
  version: number;
}

/** The end of a leg, at which the body is shown unless it has a new leg by then. */
interface Keyframe {
  readonly time: number;
  readonly number: number;
  readonly mover: Mover;
  readonly version: number;
}

/** Messages that are sent and not delivered yet; beyond this number the oldest are forgotten, and have no latency. */
const MAX_SENT = 100_000;

const LOG_LEVELS = { debug: 1, info: 2, warn: 3, error: 4 } as const;

export class ChannelMessages {
  private readonly queued: ChannelMessage[] = [];
  /** By the ids of their entities. */
  private readonly movers = new Map<string, Mover>();
  private readonly outlines = new Map<number, { readonly name: string; readonly shapes: Outline[] }>();
  /** Entities that do not move. */
  private readonly standing = new Map<string, SceneEntity>();
  private readonly keyframes = new TinyQueue<Keyframe>([], (a, b) => a.time - b.time || a.number - b.number);
  private keyframeCount = 0;
  /** Entities that have changed at the present instant, by id. */
  private readonly changed = new Map<string, SceneEntity>();
  /** Times at which messages were sent that have not reached all receivers. */
  private readonly sent = new Map<string, { readonly time: number; readonly missing: Set<number> }>();
  private present = 0;
  private samples = 0;

  constructor(private readonly options: ChannelOptions) {}

  /** Simulated seconds of the last record, or of the last `showAt`. */
  get now(): number {
    return this.present;
  }

  /** Takes the next record. */
  add(record: TraceRecord): void {
    if (record.time > this.present) this.advanceTo(record.time);
    this.take(record);
  }

  /** Shows bodies that move, where they are at a time that is not past; all records up to that time have been added. */
  showAt(time: number): void {
    if (time > this.present) this.advanceTo(time);
    this.showMoving();
    this.showChanged();
  }

  /** Returns the messages since the last call. */
  takeMessages(): ChannelMessage[] {
    return this.queued.splice(0);
  }

  /** Whether nothing has been shown yet. */
  get isEmpty(): boolean {
    return this.movers.size === 0 && this.standing.size === 0;
  }

  /** The whole scene at the present, for a client that has seen nothing of it. */
  scene(): object {
    const bodies = Array.from(this.movers.values(), (mover) => this.entityOf(mover));
    return { deletions: [], entities: [...this.standing.values(), ...bodies] };
  }

  /** Shows what changes before a time: ends of legs, and samples. */
  private advanceTo(time: number): void {
    for (;;) {
      const keyframe = this.keyframes.peek()?.time ?? Infinity;
      const sample = this.sampleTime();
      const next = Math.min(keyframe, sample);
      if (next >= time) break;
      this.moveTo(next);
      if (sample === next) this.sample(time);
      while ((this.keyframes.peek()?.time ?? Infinity) === next) this.showKeyframe(this.keyframes.pop()!);
    }
    this.moveTo(time);
  }

  private moveTo(time: number): void {
    if (time > this.present) this.showChanged();
    this.present = time;
  }

  private sampleTime(): number {
    const { hz } = this.options;
    return hz === undefined ? Infinity : (this.samples + 1) / hz;
  }

  /** @param until Time of the next record. While nothing moves, the samples before it are skipped: there may be billions. */
  private sample(until: number): void {
    this.samples++;
    if (this.showMoving()) return;
    this.samples = Math.max(this.samples, Math.floor(until * this.options.hz!) - 1);
  }

  /** Returns whether anything moves. */
  private showMoving(): boolean {
    let isMoving = false;
    for (const mover of this.movers.values()) {
      if (mover.leg.kind === 'rest' || mover.leg.end < this.present) continue;
      this.show(mover);
      isMoving = true;
    }
    return isMoving;
  }

  private showKeyframe({ mover, version }: Keyframe): void {
    if (mover.version === version) this.show(mover);
  }

  private show(mover: Mover): void {
    this.change(this.entityOf(mover));
  }

  private entityOf({ leg, entityAt }: Mover): SceneEntity {
    return entityAt(this.poseOf(leg), timeOf(this.present));
  }

  private poseOf(leg: Leg): Pose {
    return poseAt(leg, Math.max(leg.start, Math.min(this.present, leg.end)));
  }

  private change(entity: SceneEntity): void {
    this.changed.set(entity.id, entity);
  }

  private showChanged(): void {
    if (this.changed.size === 0) return;
    this.emit('scene', { deletions: [], entities: [...this.changed.values()] });
    this.changed.clear();
  }

  private emit(channel: ChannelName, content: object): void {
    this.queued.push({ channel, time: this.present, content });
  }

  private take(record: TraceRecord): void {
    switch (record.type) {
      case 'robot': {
        const { robot, radius, tag, x, y, heading } = record;
        this.addMover(`robot ${robot}`, { x, y, heading }, (pose, time) => robotEntity(robot, radius, tag, pose, time));
        break;
      }
      case 'leg':
        this.takeLeg(`robot ${record.robot}`, record.leg);
        break;
      case 'obstacle': {
        const { obstacle, name, shape } = record;
        const known = this.outlines.get(obstacle) ?? { name, shapes: [] };
        this.outlines.set(obstacle, known);
        const outline = this.options.outlineOf(shape);
        if (outline !== undefined) known.shapes.push(outline);
        this.stand(obstacleEntity(`obstacle ${obstacle}`, name, known.shapes, timeOf(this.present)));
        break;
      }
      case 'obstacleLeg':
        this.takeObstacleLeg(record);
        break;
      case 'object': {
        const { object, x, y, size, tag } = record;
        this.stand(objectEntity(`object ${object}`, x, y, size, tag, timeOf(this.present)));
        break;
      }
      case 'touch':
      case 'release': {
        const { robot, other, time, type: edge } = record;
        const mover = this.movers.get(`robot ${robot}`);
        const { x, y } = this.poseOf(mover?.leg ?? NOWHERE);
        // Exact also where the robot is on its way.
        if (mover !== undefined) this.show(mover);
        this.emit('contact', { time, robot, other: `${other.kind} ${other.id}`, edge, x, y });
        break;
      }
      case 'send':
      case 'deliver':
      case 'drop':
        this.takeMessage(record);
        break;
      case 'sensorReply':
      case 'sensorEvent': {
        const { time, robot, sensor, reply } = record;
        this.emit('sensor', { time, robot, sensor, reading: reply });
        break;
      }
      case 'log':
      case 'warning': {
        const name = record.type === 'log' ? `p${record.process} ${record.logger}` : undefined;
        const { content } = logMessage(record.time, record.type === 'log' ? record.level : 'warn', record.text, name);
        this.emit('log', content);
        break;
      }
      case 'world':
        break;
      default: {
        const { type: event, ...fields } = record;
        this.emit('event', { event, ...fields });
      }
    }
  }

  private stand(entity: SceneEntity): void {
    this.standing.set(entity.id, entity);
    this.change(entity);
  }

  private addMover(id: string, at: Pose, entityAt: Mover['entityAt']): Mover {
    const leg = { kind: 'rest', ...at, start: this.present, end: Infinity } as const;
    const mover = { entityAt, leg, version: 0 };
    this.movers.set(id, mover);
    this.standing.delete(id);
    this.show(mover);
    return mover;
  }

  /** Moves the outlines of an obstacle with the leg of its centre of mass. */
  private takeObstacleLeg({ obstacle, from: [x = NaN, y = NaN, heading = NaN], leg }: RecordOf<'obstacleLeg'>): void {
    const [id, origin] = [`obstacle ${obstacle}`, { x, y, heading }];
    const known = this.outlines.get(obstacle);
    if (known === undefined) return;
    if (!this.movers.has(id)) {
      this.addMover(id, origin, (pose, time) => {
        const shapes = known.shapes.map((shape) => movedOutline(shape, origin, pose));
        return obstacleEntity(id, known.name, shapes, time);
      });
    }
    this.takeLeg(id, leg);
  }

  private takeLeg(id: string, recorded: TraceLeg): void {
    const mover = this.movers.get(id);
    if (mover === undefined) return;
    mover.leg = legOfRecord(recorded);
    mover.version++;
    const { version } = mover;
    this.show(mover);
    const push = (time: number): void => {
      if (time > this.present) this.keyframes.push({ time, number: this.keyframeCount++, mover, version });
    };
    if (recorded.kind === 'curve') for (let at = 0; at < recorded.knots.length; at += 6) push(recorded.knots[at]!);
    if (recorded.kind !== 'rest' && Number.isFinite(recorded.end)) push(recorded.end);
  }

  private takeMessage(record: RecordOf<'send' | 'deliver' | 'drop'>): void {
    const { type: event, time, message, messageType: type } = record;
    if (record.type === 'send') {
      const { process: from, to, protocol, content } = record;
      this.sent.set(`${from} ${message}`, { time, missing: new Set(to) });
      if (this.sent.size > MAX_SENT) this.sent.delete(this.sent.keys().next().value!);
      this.emit('message', { time, event, from, to, message, protocol, type, content });
      return;
    }
    const { from, process } = record;
    const sent = this.sent.get(`${from} ${message}`);
    sent?.missing.delete(process);
    if (sent?.missing.size === 0) this.sent.delete(`${from} ${message}`);
    const common = { time, event, from, to: [process], message, type };
    if (record.type === 'drop') this.emit('message', { ...common, reason: record.reason });
    else {
      const { protocol, content } = record;
      const latency = sent === undefined ? undefined : time - sent.time;
      this.emit('message', { ...common, protocol, content, latency });
    }
  }
}

const NOWHERE: Leg = { kind: 'rest', x: 0, y: 0, heading: 0, start: 0, end: Infinity };

export function logMessage(
  time: number,
  level: keyof typeof LOG_LEVELS,
  message: string,
  name = 'kineko',
): ChannelMessage {
  const content = { timestamp: timeOf(time), level: LOG_LEVELS[level], message, name, file: '', line: 0 };
  return { channel: 'log', time, content };
}

/** The JSON of a message. JSON has no NaN and no infinity: they become text. */
export function encodedMessage(content: object): Uint8Array {
  const text = JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  return new TextEncoder().encode(text);
}

/** Seconds: MCAP has nanoseconds as unsigned integers of 64 bits. */
const MAX_SECONDS = 2 ** 64 / 1e9;

/** Throws an `InputError` for a time that a recording cannot represent. */
export function nanoseconds(seconds: number): bigint {
  if (!(seconds >= 0 && seconds < MAX_SECONDS)) {
    throw inputError(expected(`a time from 0 s to ${Math.floor(MAX_SECONDS)} s (MCAP)`, seconds));
  }
  return BigInt(Math.round(seconds * 1e9));
}

function timeOf(seconds: number): Time {
  const total = nanoseconds(seconds);
  return { sec: Number(total / 1_000_000_000n), nsec: Number(total % 1_000_000_000n) };
}
