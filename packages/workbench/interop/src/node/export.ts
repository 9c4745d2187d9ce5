/** A run as an MCAP recording: a Foxglove scene with exact keyframes, contacts, messages, readings and log lines, and the trace itself. */
import type { RecordOf, TraceRecord, TraceValue } from '@kineko/formats/trace';
import { type Leg, legOfRecord, type Pose, poseAt } from '@kineko/geometry';
import type { IWritable, McapWriter } from '@mcap/core';
import TinyQueue from 'tinyqueue';
import { type ChannelName, CHANNELS, schemaOf } from './channels.js';
import type { McapLibraries } from './libraries.js';
import { objectEntity, obstacleEntity, type Outline, robotEntity, type SceneEntity, type Time } from './scene.js';

export interface McapExportOptions {
  /** Samples per simulated second of robots that move, besides the keyframes; none by default. */
  readonly hz?: number | undefined;
  /** Program and version, for the header of the file. */
  readonly library: string;
  /** Reads the shape of an obstacle; undefined if it is unknown. */
  readonly outlineOf: (shape: TraceValue) => Outline | undefined;
}

/** Name of the attachments that hold the trace, in order. */
export const TRACE_PART = 'kineko-trace';
/** Bytes of the trace per attachment: the library keeps an attachment in memory. */
const PART_BYTES = 1 << 23;

interface ShownRobot {
  readonly radius: number;
  readonly tag: string;
  leg: Leg;
  /** Increases with every leg, so that the ends of replaced legs are recognised. */
  version: number;
}

/** The end of a leg, at which the robot is shown unless it has a new leg by then. */
interface Keyframe {
  readonly time: number;
  readonly robot: number;
  readonly version: number;
}

const LOG_LEVELS = { debug: 1, info: 2, warn: 3, error: 4 } as const;

export class McapExport {
  private readonly channels = new Map<ChannelName, number>();
  private readonly sequence = new Map<ChannelName, number>();
  private readonly queued: { readonly channel: ChannelName; readonly time: number; readonly content: object }[] = [];
  private readonly robots = new Map<number, ShownRobot>();
  private readonly outlines = new Map<number, { readonly name: string; readonly shapes: Outline[] }>();
  private readonly keyframes = new TinyQueue<Keyframe>([], (a, b) => a.time - b.time || a.robot - b.robot);
  /** Entities that have changed at the present instant, by id. */
  private readonly changed = new Map<string, SceneEntity>();
  /** Times at which messages were sent that have not reached all receivers. */
  private readonly sent = new Map<string, { readonly time: number; readonly missing: Set<number> }>();
  private readonly trace: Uint8Array[] = [];
  private traceBytes = 0;
  private now = 0;
  private samples = 0;

  private constructor(
    private readonly writer: McapWriter,
    private readonly libraries: McapLibraries,
    private readonly options: McapExportOptions,
  ) {}

  static async begin(libraries: McapLibraries, writable: IWritable, options: McapExportOptions): Promise<McapExport> {
    const writer = new libraries.mcap.McapWriter({ writable });
    await writer.start({ profile: '', library: options.library });
    return new McapExport(writer, libraries, options);
  }

  /** Takes the next record; messages are written by `flush`. */
  add(record: TraceRecord): void {
    if (record.time > this.now) this.advanceTo(record.time);
    this.take(record);
  }

  /** Keeps bytes of the trace. */
  attach(bytes: Uint8Array): void {
    this.trace.push(bytes);
    this.traceBytes += bytes.length;
  }

  async flush(): Promise<void> {
    for (const { channel, time, content } of this.queued.splice(0)) {
      const sequence = this.sequence.get(channel) ?? 0;
      this.sequence.set(channel, sequence + 1);
      await this.writer.addMessage({
        channelId: await this.channelOf(channel),
        sequence,
        logTime: nanoseconds(time),
        publishTime: nanoseconds(time),
        data: encoded(content),
      });
    }
    if (this.traceBytes >= PART_BYTES) await this.writePart();
  }

  async end(): Promise<void> {
    // Where everything is at the end of the run.
    this.showMoving();
    this.showChanged();
    await this.flush();
    if (this.traceBytes > 0) await this.writePart();
    await this.writer.end();
  }

  private async writePart(): Promise<void> {
    const data = new Uint8Array(this.traceBytes);
    let at = 0;
    for (const piece of this.trace.splice(0)) {
      data.set(piece, at);
      at += piece.length;
    }
    this.traceBytes = 0;
    const time = nanoseconds(this.now);
    await this.writer.addAttachment({
      name: TRACE_PART,
      logTime: time,
      createTime: time,
      mediaType: 'application/octet-stream',
      data,
    });
  }

  private async channelOf(channel: ChannelName): Promise<number> {
    const known = this.channels.get(channel);
    if (known !== undefined) return known;
    const { name, text } = schemaOf(channel, this.libraries);
    const schemaId = await this.writer.registerSchema({
      name,
      encoding: 'jsonschema',
      data: new TextEncoder().encode(text),
    });
    const id = await this.writer.registerChannel({
      schemaId,
      topic: CHANNELS[channel].topic,
      messageEncoding: 'json',
      metadata: new Map(),
    });
    this.channels.set(channel, id);
    return id;
  }

  /** Shows what changes before a time: ends of legs, and samples. */
  private advanceTo(time: number): void {
    for (;;) {
      const keyframe = this.keyframes.peek()?.time ?? Infinity;
      const sample = this.sampleTime();
      const next = Math.min(keyframe, sample);
      if (next >= time) break;
      this.moveTo(next);
      if (sample === next) this.sample();
      while ((this.keyframes.peek()?.time ?? Infinity) === next) this.showKeyframe(this.keyframes.pop()!);
    }
    this.moveTo(time);
  }

  private moveTo(time: number): void {
    if (time > this.now) this.showChanged();
    this.now = time;
  }

  private sampleTime(): number {
    const { hz } = this.options;
    return hz === undefined ? Infinity : (this.samples + 1) / hz;
  }

  private sample(): void {
    this.samples++;
    this.showMoving();
  }

  private showMoving(): void {
    for (const [robot, { leg }] of this.robots) if (leg.kind !== 'rest' && leg.end >= this.now) this.showRobot(robot);
  }

  private showKeyframe({ robot, version }: Keyframe): void {
    if (this.robots.get(robot)?.version === version) this.showRobot(robot);
  }

  private showRobot(robot: number): void {
    const { radius, tag, leg } = this.robots.get(robot)!;
    this.change(robotEntity(robot, radius, tag, this.poseOf(leg), timeOf(this.now)));
  }

  private poseOf(leg: Leg): Pose {
    return poseAt(leg, Math.max(leg.start, Math.min(this.now, leg.end)));
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
    this.queued.push({ channel, time: this.now, content });
  }

  private take(record: TraceRecord): void {
    switch (record.type) {
      case 'robot': {
        const { robot, radius, tag, x, y, heading } = record;
        const leg = { kind: 'rest', x, y, heading, start: record.time, end: Infinity } as const;
        this.robots.set(robot, { radius, tag, leg, version: 0 });
        this.showRobot(robot);
        break;
      }
      case 'leg':
        this.takeLeg(record);
        break;
      case 'obstacle': {
        const { obstacle, name, shape } = record;
        const known = this.outlines.get(obstacle) ?? { name, shapes: [] };
        this.outlines.set(obstacle, known);
        const outline = this.options.outlineOf(shape);
        if (outline !== undefined) known.shapes.push(outline);
        this.change(obstacleEntity(`obstacle ${obstacle}`, name, known.shapes, timeOf(this.now)));
        break;
      }
      case 'object': {
        const { object, x, y, size, tag } = record;
        this.change(objectEntity(`object ${object}`, x, y, size, tag, timeOf(this.now)));
        break;
      }
      case 'touch':
      case 'release': {
        const { robot, other, time, type: edge } = record;
        const { x, y } = this.poseOf(this.robots.get(robot)?.leg ?? NOWHERE);
        // Exact also where the robot is on its way.
        if (this.robots.has(robot)) this.showRobot(robot);
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
        const name = record.type === 'log' ? `p${record.process} ${record.logger}` : 'kineko';
        const level = record.type === 'log' ? LOG_LEVELS[record.level] : LOG_LEVELS.warn;
        this.emit('log', { timestamp: timeOf(record.time), level, message: record.text, name, file: '', line: 0 });
        break;
      }
      case 'world':
      case 'obstacleLeg':
        break;
      default: {
        const { type: event, ...fields } = record;
        this.emit('event', { event, ...fields });
      }
    }
  }

  private takeLeg({ robot, leg: recorded }: RecordOf<'leg'>): void {
    const shown = this.robots.get(robot);
    if (shown === undefined) return;
    const leg = legOfRecord(recorded);
    shown.leg = leg;
    shown.version++;
    const { version } = shown;
    this.showRobot(robot);
    const push = (time: number): void => void (time > this.now && this.keyframes.push({ time, robot, version }));
    if (recorded.kind === 'curve') for (let at = 0; at < recorded.knots.length; at += 6) push(recorded.knots[at]!);
    if (recorded.kind !== 'rest' && Number.isFinite(recorded.end)) push(recorded.end);
  }

  private takeMessage(record: RecordOf<'send' | 'deliver' | 'drop'>): void {
    const { type: event, time, message, messageType: type } = record;
    if (record.type === 'send') {
      const { process: from, to, protocol, content } = record;
      this.sent.set(`${from} ${message}`, { time, missing: new Set(to) });
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

/** JSON has no NaN and no infinity: they become text. */
function encoded(content: object): Uint8Array {
  const text = JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  return new TextEncoder().encode(text);
}

function nanoseconds(seconds: number): bigint {
  return BigInt(Math.round(seconds * 1e9));
}

function timeOf(seconds: number): Time {
  const total = nanoseconds(seconds);
  return { sec: Number(total / 1_000_000_000n), nsec: Number(total % 1_000_000_000n) };
}
