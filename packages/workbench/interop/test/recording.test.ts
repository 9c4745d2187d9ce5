import { beforeAll, describe, expect, test } from '@jest/globals';
import { MessageWriter } from '@foxglove/rosmsg2-serialization';
import { parse } from '@foxglove/rosmsg';
import type { TraceRecord } from '@kineko/formats/trace';
import { type McapLibraries, mcapLibraries } from '../src/node/libraries.js';
import { openRecording, recordsOfRecording } from '../src/node/recording.js';
import { MemoryFile } from './memory-file.js';

let libraries: McapLibraries;
beforeAll(async () => {
  libraries = await mcapLibraries();
});

interface Channel {
  readonly topic: string;
  readonly schema: string;
  readonly encoding?: string;
  readonly schemaEncoding?: string;
  readonly schemaText?: string;
  /** Seconds and content. */
  readonly messages: readonly (readonly [number, object | Uint8Array])[];
}

async function recorded(channels: readonly Channel[]): Promise<MemoryFile> {
  const file = new MemoryFile();
  const writer = new libraries.mcap.McapWriter({ writable: file });
  await writer.start({ profile: '', library: 'other' });
  const all: { readonly id: number; readonly seconds: number; readonly data: Uint8Array }[] = [];
  for (const {
    topic,
    schema,
    encoding = 'json',
    schemaEncoding = 'jsonschema',
    schemaText = '',
    messages,
  } of channels) {
    const data = new TextEncoder().encode(schemaText);
    const schemaId = await writer.registerSchema({ name: schema, encoding: schemaEncoding, data });
    const id = await writer.registerChannel({ schemaId, topic, messageEncoding: encoding, metadata: new Map() });
    for (const [seconds, content] of messages) {
      const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content));
      all.push({ id, seconds, data: bytes });
    }
  }
  for (const [sequence, { id, seconds, data }] of all.toSorted((a, b) => a.seconds - b.seconds).entries()) {
    const logTime = BigInt(Math.round(seconds * 1e9));
    await writer.addMessage({ channelId: id, sequence, logTime, publishTime: logTime, data });
  }
  await writer.end();
  return file;
}

async function read(
  file: MemoryFile,
  more: object = {},
): Promise<{ readonly records: TraceRecord[]; readonly remarks: string[] }> {
  const [records, remarks]: [TraceRecord[], string[]] = [[], []];
  const reader = await openRecording(libraries, file, 'x.mcap');
  const options = { name: 'x.mcap', radius: 0.5, maxGap: 1, warn: (text: string) => void remarks.push(text), ...more };
  for await (const record of recordsOfRecording(reader, options)) records.push(record);
  return { records, remarks };
}

const pose = (x: number, y: number) => ({ position: { x, y, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } });
/** A stamp 100 s after the epoch, to show that times begin with the first pose. */
const stamped = (seconds: number, x: number, y: number) => ({
  timestamp: { sec: 100 + Math.floor(seconds), nsec: Math.round((seconds % 1) * 1e9) },
  frame_id: 'map',
  pose: pose(x, y),
});

const ODOMETRY = `std_msgs/Header header
string child_frame_id
geometry_msgs/PoseWithCovariance pose
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: geometry_msgs/PoseWithCovariance
geometry_msgs/Pose pose
float64[36] covariance
================================================================================
MSG: geometry_msgs/Pose
geometry_msgs/Point position
geometry_msgs/Quaternion orientation
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
`;

describe('a recording of another program', () => {
  test('becomes robots that move in straight lines between their poses, in the order of time', async () => {
    const { records, remarks } = await read(
      await recorded([
        {
          topic: '/a',
          schema: 'foxglove.PoseInFrame',
          messages: [0, 0.5, 1].map((t) => [100 + t, stamped(t, 2 * t, 0)]),
        },
        {
          topic: '/b',
          schema: 'foxglove.PosesInFrame',
          messages: [0, 0.8].map((t) => [
            100 + t,
            { timestamp: stamped(t, 0, 0).timestamp, poses: [pose(5, t), pose(9, 9)] },
          ]),
        },
      ]),
    );
    expect(remarks).toEqual([]);
    expect(records.map(({ time }) => time)).toEqual(records.map(({ time }) => time).toSorted((a, b) => a - b));
    expect(records.filter(({ type }) => type === 'robot')).toEqual([
      { type: 'robot', time: 0, robot: 0, radius: 0.5, x: 0, y: 0, heading: 0, tag: '/a' },
      { type: 'robot', time: 0, robot: 1, radius: 0.5, x: 5, y: 0, heading: 0, tag: '/b 0' },
      { type: 'robot', time: 0, robot: 2, radius: 0.5, x: 9, y: 9, heading: 0, tag: '/b 1' },
    ]);
    const legs = records.flatMap((record) =>
      record.type === 'leg' ? [`${record.robot} ${record.leg.kind} ${record.time}`] : [],
    );
    expect(legs).toEqual(['0 line 0', '1 line 0', '2 rest 0', '0 line 0.5', '1 rest 0.8', '2 rest 0.8', '0 rest 1']);
  });

  test('is read from CDR with the schema of ROS 2', async () => {
    const writer = new MessageWriter(parse(ODOMETRY, { ros2: true }));
    const message = (sec: number, x: number): Uint8Array =>
      writer.writeMessage({
        header: { stamp: { sec, nanosec: 0 }, frame_id: 'odom' },
        child_frame_id: 'base',
        pose: {
          pose: { position: { x, y: 3, z: 0 }, orientation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 } },
          covariance: Array.from({ length: 36 }, () => 0),
        },
      });
    const { records } = await read(
      await recorded([
        {
          topic: '/odom',
          schema: 'nav_msgs/msg/Odometry',
          encoding: 'cdr',
          schemaEncoding: 'ros2msg',
          schemaText: ODOMETRY,
          messages: [
            [7, message(7, 1)],
            [8, message(8, 2.5)],
          ],
        },
      ]),
    );
    expect(records.slice(1)).toEqual([
      expect.objectContaining({ type: 'robot', x: 1, y: 3, heading: expect.closeTo(Math.PI / 2, 12) }),
      expect.objectContaining({ leg: expect.objectContaining({ kind: 'line', start: 0, end: 1, vx: 1.5, vy: 0 }) }),
      expect.objectContaining({ leg: expect.objectContaining({ kind: 'rest', x: 2.5, start: 1 }) }),
    ]);
  });

  test('has robots that stand while poses are missing for longer than the gap', async () => {
    const file = await recorded([
      { topic: '/a', schema: 'foxglove.PoseInFrame', messages: [0, 0.5, 4, 4.5].map((t) => [t, stamped(t, t, 0)]) },
      { topic: '/b', schema: 'foxglove.PoseInFrame', messages: [0, 1, 2, 3, 4].map((t) => [t, stamped(t, 9, t)]) },
    ]);
    const legsOf = ({ records }: { records: TraceRecord[] }) =>
      records.flatMap((each) =>
        each.type === 'leg' && each.robot === 0 ? [[each.time, each.leg.kind, each.leg.x]] : [],
      );
    expect(legsOf(await read(file))).toEqual([
      [0, 'line', 0],
      [0.5, 'rest', 0.5],
      [4, 'line', 4],
      [4.5, 'rest', 4.5],
    ]);
    expect(legsOf(await read(file, { maxGap: 5 }))).toEqual([
      [0, 'line', 0],
      [0.5, 'line', 0.5],
      [4, 'line', 4],
      [4.5, 'rest', 4.5],
    ]);
  });

  test('reports messages that do not fit their schema, and reads the others', async () => {
    const { records, remarks } = await read(
      await recorded([
        {
          topic: '/a',
          schema: 'foxglove.PoseInFrame',
          messages: [
            [0, stamped(0, 1, 1)],
            [0.5, { pose: { position: { x: null, y: 0 } } }],
            [0.75, new TextEncoder().encode('{')],
            [0.9, stamped(0.9, 1, 2)],
          ],
        },
      ]),
    );
    expect(records.filter(({ type }) => type === 'leg')).toHaveLength(2);
    expect(remarks).toEqual([
      expect.stringMatching(/^x\.mcap: \/a at 500000000 ns: expected a pose with position and orientation, got /),
      expect.stringMatching(/^x\.mcap: \/a at 750000000 ns: /),
    ]);
  });

  test('without poses is rejected with its channels', async () => {
    const file = await recorded([
      { topic: '/rosout', schema: 'rcl_interfaces/msg/Log', encoding: 'cdr', messages: [] },
    ]);
    await expect(read(file)).rejects.toThrow(
      /x\.mcap: expected a channel with poses \(foxglove\.PoseInFrame, .*\), got \/rosout \(rcl_interfaces\/msg\/Log, cdr\)/,
    );
  });

  test('with poses in an unknown encoding names it', async () => {
    const file = await recorded([
      { topic: '/a', schema: 'foxglove.PoseInFrame', encoding: 'protobuf', schemaEncoding: 'protobuf', messages: [] },
      { topic: '/b', schema: 'foxglove.PoseInFrame', messages: [[0, stamped(0, 0, 0)]] },
    ]);
    expect((await read(file)).remarks).toEqual([
      'x.mcap: /a: expected messages as json, or as cdr with a ros2msg schema, got "protobuf with protobuf"',
    ]);
  });

  test('that is cut off or changed is rejected', async () => {
    const file = await recorded([{ topic: '/a', schema: 'foxglove.PoseInFrame', messages: [[0, stamped(0, 0, 0)]] }]);
    const { bytes } = file;
    file.bytes = bytes.slice(0, bytes.length - 10);
    await expect(read(file)).rejects.toThrow(/^x\.mcap: it is damaged: /);
    file.bytes = bytes.slice(0, 8);
    await expect(read(file)).rejects.toThrow(/^x\.mcap: it is damaged: /);
  });
});
