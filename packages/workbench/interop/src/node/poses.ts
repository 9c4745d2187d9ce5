/** Poses in the messages of other programs: which schemas have them, and how messages are decoded. */
import { expected } from '@kineko/formats/problem';
import { atan2, type Pose } from '@kineko/geometry';
import type { McapTypes } from '@mcap/core';
import { installed } from './libraries.js';

/** A pose of one body in a message. */
export interface StampedPose {
  /** Distinguishes the bodies of a channel; empty if it has one. */
  readonly body: string;
  /** Nanoseconds; undefined if the message has none. */
  readonly stamp: bigint | undefined;
  readonly pose: Pose;
  /** In metres, if the message has a shape. */
  readonly radius: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Schemas with poses; names of ROS 2 have `/msg/` in the middle. */
const SCHEMAS: Readonly<Record<string, (message: Fields) => readonly StampedPose[]>> = {
  'foxglove.PoseInFrame': (message) => [poseIn(message['pose'], stampOf(message['timestamp']))],
  'foxglove.PosesInFrame': (message) =>
    listOf(message['poses']).map((pose, index) => poseIn(pose, stampOf(message['timestamp']), `${index}`)),
  'foxglove.SceneUpdate': (message) => listOf(message['entities']).flatMap((entity) => entityIn(entity as Fields)),
  'nav_msgs/Odometry': (message) => [
    poseIn(
      (message['pose'] as Fields | undefined)?.['pose'],
      stampOf((message['header'] as Fields | undefined)?.['stamp']),
    ),
  ],
  'geometry_msgs/PoseStamped': (message) => [
    poseIn(message['pose'], stampOf((message['header'] as Fields | undefined)?.['stamp'])),
  ],
};

export const POSE_SCHEMAS = Object.keys(SCHEMAS);

/** Reads the poses in a message; throws an `Error` with the reason if it does not fit its schema. */
export type PoseReader = (data: Uint8Array) => readonly StampedPose[];

/** Undefined if the messages have no poses. Throws an `Error` if their encoding is unknown. */
export async function poseReaderOf(
  { messageEncoding }: McapTypes.Channel,
  schema: McapTypes.Schema | undefined,
): Promise<PoseReader | undefined> {
  const read = SCHEMAS[(schema?.name ?? '').replace('/msg/', '/')];
  if (read === undefined) return undefined;
  if (messageEncoding === 'json') {
    const decoder = new TextDecoder();
    return (data) => read(JSON.parse(decoder.decode(data)) as Fields);
  }
  if (messageEncoding !== 'cdr' || schema!.encoding !== 'ros2msg') {
    throw new Error(
      expected('messages as json, or as cdr with a ros2msg schema', `${messageEncoding} with ${schema!.encoding}`),
    );
  }
  const [{ parse }, { MessageReader }] = await installed(
    'messages in CDR',
    ['@foxglove/rosmsg', '@foxglove/rosmsg2-serialization'],
    () => Promise.all([import('@foxglove/rosmsg'), import('@foxglove/rosmsg2-serialization')]),
  );
  const reader = new MessageReader<Fields>(parse(new TextDecoder().decode(schema!.data), { ros2: true }));
  return (data) => read(reader.readMessage(data));
}

/** An entity of a scene with a body: its first cylinder, sphere or cube. */
function entityIn(entity: Fields): readonly StampedPose[] {
  const [part] = [entity['cylinders'], entity['spheres'], entity['cubes']].flatMap((each) => listOf(each ?? []));
  if (part === undefined) return [];
  const { pose, size } = part as { readonly pose: unknown; readonly size?: Fields };
  const radius = typeof size?.['x'] === 'number' ? size['x'] / 2 : undefined;
  return [poseIn(pose, stampOf(entity['timestamp']), String(entity['id']), radius)];
}

function poseIn(value: unknown, stamp: bigint | undefined, body = '', radius?: number): StampedPose {
  const { position, orientation } = (value ?? {}) as { readonly position?: Fields; readonly orientation?: Fields };
  const numbers = [position?.['x'], position?.['y'], ...['x', 'y', 'z', 'w'].map((name) => orientation?.[name])];
  if (!numbers.every((each): each is number => typeof each === 'number' && Number.isFinite(each))) {
    throw new Error(expected('a pose with position and orientation', value ?? null));
  }
  const [x, y, a, b, c, d] = numbers as [number, number, number, number, number, number];
  const heading = atan2(2 * (d * c + a * b), 1 - 2 * (b * b + c * c));
  return { body, stamp, pose: { x, y, heading }, radius };
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new Error(expected('a list', value ?? null));
}

/** Times of Foxglove, of ROS 1 and of ROS 2. */
function stampOf(value: unknown): bigint | undefined {
  const { sec, nsec, nanosec } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const fraction = nsec ?? nanosec;
  if (!Number.isInteger(sec) || !Number.isInteger(fraction)) return undefined;
  const stamp = BigInt(sec as number) * 1_000_000_000n + BigInt(fraction as number);
  // Programs without a clock leave it at 0.
  return stamp === 0n ? undefined : stamp;
}
