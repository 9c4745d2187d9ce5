/** Recordings of other programs as the records of a run: robots that move in straight lines between the stamps of their poses. */
import { inputError } from '@kineko/formats/problem';
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';
import type { IReadable, McapIndexedReader } from '@mcap/core';
import TinyQueue from 'tinyqueue';
import { decompressionOf, type McapLibraries } from './libraries.js';
import { POSE_SCHEMAS, type PoseReader, poseReaderOf, type StampedPose } from './poses.js';

export interface RecordingOptions {
  /** Radius in metres of bodies whose messages have no size. */
  readonly radius: number;
  /** Seconds without a pose after which the motion of a robot is unknown, so that it counts as standing. */
  readonly maxGap: number;
  /** In messages. */
  readonly name: string;
  /** Called with remarks for the user. */
  readonly warn: (text: string) => void;
}

interface Body {
  readonly robot: number;
  time: number;
  pose: Pose;
  /** Whether its motion is unknown since `time`. */
  isLost: boolean;
}

/** Problems of single messages that are reported one by one. */
const SHOWN_PROBLEMS = 5;

/** Opens an MCAP file; throws an `InputError` if it is damaged. */
export async function openRecording(
  { mcap }: McapLibraries,
  readable: IReadable,
  name: string,
): Promise<McapIndexedReader> {
  try {
    const { chunkIndexes } = await mcap.McapIndexedReader.Initialize({ readable });
    const decompressHandlers = await decompressionOf(new Set(chunkIndexes.map(({ compression }) => compression)));
    return await mcap.McapIndexedReader.Initialize({ readable, decompressHandlers });
  } catch (error) {
    throw damage(error, name);
  }
}

export function damage(error: unknown, name: string): Error {
  if (!(error instanceof Error) || error.name === 'InputError') return error as Error;
  return inputError(`it is damaged: ${error.message}`, name);
}

export async function* recordsOfRecording(
  reader: McapIndexedReader,
  options: RecordingOptions,
): AsyncGenerator<TraceRecord, void> {
  const { name, warn } = options;
  const readers = await poseReadersOf(reader, options);
  const motions = new Motions(options);
  yield { type: 'world', time: 0, walled: false, response: 'none' };
  let problems = 0;
  const topics = [...readers.keys()].map((id) => reader.channelsById.get(id)!.topic);
  try {
    for await (const { channelId, data, logTime } of reader.readMessages({ topics })) {
      const { topic } = reader.channelsById.get(channelId)!;
      try {
        for (const pose of readers.get(channelId)!(data)) motions.add(topic, pose, logTime);
      } catch (error) {
        if (++problems <= SHOWN_PROBLEMS) warn(`${name}: ${topic} at ${logTime} ns: ${(error as Error).message}`);
      }
      yield* motions.complete();
    }
  } catch (error) {
    throw damage(error, name);
  }
  yield* motions.end();
  if (problems > SHOWN_PROBLEMS) warn(`${name}: ${problems} messages in all were skipped`);
}

/** The readers of all channels with poses; throws an `InputError` with the channels of the file if there is none. */
async function poseReadersOf(
  { channelsById, schemasById }: McapIndexedReader,
  { name, warn }: RecordingOptions,
): Promise<ReadonlyMap<number, PoseReader>> {
  const readers = new Map<number, PoseReader>();
  for (const channel of channelsById.values()) {
    try {
      const reader = await poseReaderOf(channel, schemasById.get(channel.schemaId));
      if (reader !== undefined) readers.set(channel.id, reader);
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'InputError') throw error;
      warn(`${name}: ${channel.topic}: ${error.message}`);
    }
  }
  if (readers.size > 0) return readers;
  const channels = [...channelsById.values()].map(
    ({ topic, schemaId, messageEncoding }) =>
      `${topic} (${schemasById.get(schemaId)?.name ?? 'no schema'}, ${messageEncoding})`,
  );
  throw inputError(
    `expected a channel with poses (${POSE_SCHEMAS.join(', ')}), got ${channels.join(', ') || 'no channels'}`,
    name,
  );
}

/** Poses in the order of the file become legs in the order of time. */
class Motions {
  private readonly bodies = new Map<string, Body>();
  /** Records until none that is earlier can follow. */
  private readonly pending = new TinyQueue<TraceRecord & { readonly robot: number }>(
    [],
    (a, b) => a.time - b.time || a.robot - b.robot || Number(b.type === 'robot') - Number(a.type === 'robot'),
  );
  /** Nanoseconds at t = 0. */
  private start: bigint | undefined;
  private latest = 0;
  /** All bodies whose last pose is older have been found to be lost. */
  private checked = 0;
  private released = 0;

  constructor(private readonly options: RecordingOptions) {}

  add(topic: string, { body, stamp, pose, radius }: StampedPose, logTime: bigint): void {
    const nanoseconds = stamp ?? logTime;
    this.start ??= nanoseconds;
    const time = Number(nanoseconds - this.start) / 1e9;
    this.latest = Math.max(this.latest, time);
    const name = `${topic} ${body}`;
    const known = this.bodies.get(name);
    if (known === undefined) {
      const robot = this.bodies.size;
      this.bodies.set(name, { robot, time, pose, isLost: false });
      const size = radius ?? this.options.radius;
      this.pending.push({ type: 'robot', time: Math.max(0, time), robot, radius: size, ...pose, tag: name.trim() });
      return;
    }
    // A second message of the same instant, or one that came late.
    if (time <= known.time) return;
    if (!known.isLost) {
      if (time - known.time > this.options.maxGap) this.lose(known);
      else this.push(known.robot, legBetween(known, { time, pose }));
    }
    Object.assign(known, { time, pose, isLost: false });
  }

  /** Records that no later message can precede. */
  *complete(): Generator<TraceRecord> {
    const { maxGap } = this.options;
    if (this.latest - this.checked < maxGap / 4) return;
    this.checked = this.latest;
    for (const body of this.bodies.values()) if (!body.isLost && this.latest - body.time > maxGap) this.lose(body);
    yield* this.release(this.latest - maxGap);
  }

  *end(): Generator<TraceRecord> {
    for (const body of this.bodies.values()) if (!body.isLost) this.push(body.robot, restingAt(body));
    yield* this.release(Infinity);
  }

  private lose(body: Body): void {
    body.isLost = true;
    this.push(body.robot, restingAt(body));
  }

  private push(robot: number, leg: TraceLeg): void {
    this.pending.push({ type: 'leg', time: Math.max(0, leg.start), robot, leg });
  }

  private *release(until: number): Generator<TraceRecord> {
    while ((this.pending.peek()?.time ?? Infinity) <= until && this.pending.length > 0) {
      const record = this.pending.pop()!;
      // Stamps that go back by more than the gap must not disturb the order.
      this.released = Math.max(this.released, record.time);
      yield { ...record, time: this.released };
    }
  }
}

function restingAt({ time, pose }: Pick<Body, 'time' | 'pose'>): TraceLeg {
  return { kind: 'rest', ...pose, start: time, end: Infinity };
}

function legBetween(from: Pick<Body, 'time' | 'pose'>, to: Pick<Body, 'time' | 'pose'>): TraceLeg {
  const [start, end] = [from.time, to.time];
  const common = { ...from.pose, start, end };
  const [dx, dy, turn] = [
    to.pose.x - from.pose.x,
    to.pose.y - from.pose.y,
    turnBetween(from.pose.heading, to.pose.heading),
  ];
  if (dx !== 0 || dy !== 0) return { kind: 'line', ...common, vx: dx / (end - start), vy: dy / (end - start) };
  return turn === 0 ? { kind: 'rest', ...common } : { kind: 'turn', ...common, turnRate: turn / (end - start) };
}

/** The smaller of the two turns, in radians. */
function turnBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
}
