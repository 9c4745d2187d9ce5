import { openSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { attachedTrace, hasTrace } from '../src/node/attached-trace.js';
import { McapExport } from '../src/node/export.js';
import { type McapLibraries, mcapLibraries } from '../src/node/libraries.js';
import { McapSink } from '../src/node/mcap-sink.js';
import { openRecording, recordsOfRecording } from '../src/node/recording.js';
import { propertyMessages } from '../src/node/property-messages.js';
import { MemoryFile } from './memory-file.js';
import { recordMessages } from './recorded-messages.js';

const quarter = Math.PI / 2;
const message = { message: 1, protocol: 'vote', messageType: 'ASK', content: { a: 1 } } as const;

/** A robot drives 4 m in 2 s, is replaced after 1 s, and turns; another stands and is touched. */
const RECORDS: readonly TraceRecord[] = [
  { type: 'world', time: 0, walled: false, response: 'stop' },
  { type: 'robot', time: 0, robot: 0, radius: 1, x: 0, y: 0, heading: 0, tag: 'a' },
  { type: 'robot', time: 0, robot: 1, radius: 1, x: 10, y: 0, heading: 0, tag: '' },
  { type: 'obstacle', time: 0, obstacle: 0, name: 'wall', shape: { kind: 'segment' } },
  { type: 'leg', time: 0, robot: 0, leg: { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 2, vx: 2, vy: 0 } },
  {
    type: 'leg',
    time: 1,
    robot: 0,
    leg: { kind: 'turn', x: 2, y: 0, heading: 0, start: 1, end: 2, turnRate: quarter },
  },
  { type: 'touch', time: 1.5, robot: 1, other: { kind: 'robot', id: 0 } },
  { type: 'send', time: 2.5, process: 0, to: [1], ...message },
  { type: 'deliver', time: 3.25, process: 1, from: 0, to: [1], ...message },
  { type: 'log', time: 3.25, process: 1, logger: 'vote', level: 'warn', text: 'late' },
  { type: 'sensorReply', time: 3.5, robot: 1, sensor: 'gps', reply: [{ x: Infinity, y: 0 }] },
  { type: 'crash', time: 4, process: 1 },
];

let libraries: McapLibraries;
beforeAll(async () => {
  libraries = await mcapLibraries();
});

async function exported(
  records: readonly TraceRecord[],
  hz?: number,
  trace: readonly Uint8Array[] = [],
): Promise<MemoryFile> {
  const file = new MemoryFile();
  const outlineOf = () =>
    ({
      kind: 'line',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
    }) as const;
  const out = await McapExport.begin(file, { library: 'test', outlineOf, hz });
  for (const record of records) out.add(record);
  for (const piece of trace) {
    out.attach(piece);
    await out.flush();
  }
  await out.end();
  return file;
}

interface Message {
  readonly topic: string;
  readonly seconds: number;
  readonly content: Readonly<Record<string, unknown>>;
}

async function messagesIn(file: MemoryFile): Promise<readonly Message[]> {
  const reader = await openRecording(libraries, file, 'x.mcap');
  const messages: Message[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages({ validateCrcs: true })) {
    const { topic } = reader.channelsById.get(channelId)!;
    messages.push({
      topic,
      seconds: Number(logTime) / 1e9,
      content: JSON.parse(new TextDecoder().decode(data)) as Message['content'],
    });
  }
  return messages;
}

interface Entity {
  readonly id: string;
  readonly cylinders: readonly {
    readonly pose: { readonly position: { x: number; y: number }; readonly orientation: { z: number } };
  }[];
}

/** Where a robot is shown, as seconds, x and half-angle. */
function placesOf(messages: readonly Message[], id: string): readonly (readonly number[])[] {
  return messages
    .filter(({ topic }) => topic === '/scene')
    .flatMap(({ seconds, content }) =>
      (content['entities'] as readonly Entity[])
        .filter((entity) => entity.id === id)
        .map(({ cylinders: [body] }) => [seconds, body!.pose.position.x, body!.pose.orientation.z]),
    );
}

describe('a run as an MCAP recording', () => {
  test('shows robots at the starts and ends of legs and at contacts', async () => {
    const messages = await messagesIn(await exported(RECORDS));
    expect(placesOf(messages, 'robot 0')).toEqual([
      [0, 0, 0],
      [1, 2, 0],
      [2, 2, expect.closeTo(Math.SQRT1_2, 12)],
    ]);
    expect(placesOf(messages, 'robot 1')).toEqual([
      [0, 10, 0],
      [1.5, 10, 0],
    ]);
    expect(placesOf(messages, 'robot 2')).toEqual([]);
  });

  test('has samples between them on request', async () => {
    const places = placesOf(await messagesIn(await exported(RECORDS, 2)), 'robot 0');
    expect(places.map(([seconds, x]) => [seconds, x])).toEqual([
      [0, 0],
      [0.5, 1],
      [1, 2],
      [1.5, 2],
      [2, 2],
    ]);
  });

  test('can name its file in errors of a full disk', async () => {
    const writing = (write: () => number): number => {
      try {
        return write();
      } catch (error) {
        throw new Error('x.mcap', { cause: error });
      }
    };
    const options = { library: 'test', outlineOf: () => undefined, info: {}, writing };
    await expect(McapSink.begin(() => openSync('/dev/full', 'w'), options)).rejects.toThrow('x.mcap');
  });

  test('refuses times that it cannot represent', async () => {
    for (const time of [1e308, 2e10]) {
      const late = { type: 'crash', time, process: 0 } as const;
      await expect(exported([...RECORDS, late])).rejects.toThrow('expected a time from 0 s to 18446744073 s (MCAP)');
    }
  });

  test('has no samples while nothing moves, however long', async () => {
    const leg = { kind: 'line', x: 2, y: 0, heading: 0, start: 1e9, end: 1e9 + 1, vx: 2, vy: 0 } as const;
    const late: readonly TraceRecord[] = [
      { type: 'leg', time: 1e9, robot: 0, leg },
      { type: 'crash', time: 1e9 + 2, process: 0 },
    ];
    const places = placesOf(await messagesIn(await exported([...RECORDS, ...late], 2)), 'robot 0');
    expect(places.slice(5).map(([seconds, x]) => [seconds! - 1e9, x])).toEqual([
      [0, 2],
      [0.5, 3],
      [1, 4],
    ]);
  });

  test('has contacts, messages with their latency, readings, log lines and other events', async () => {
    const messages = await messagesIn(await exported(RECORDS));
    const of = (topic: string) => messages.filter((each) => each.topic === topic).map(({ content }) => content);
    expect(of('/contacts')).toEqual([{ time: 1.5, robot: 1, other: 'robot 0', edge: 'touch', x: 10, y: 0 }]);
    expect(of('/messages')).toEqual([
      expect.objectContaining({ event: 'send', from: 0, to: [1], content: { a: 1 } }),
      expect.objectContaining({ event: 'deliver', from: 0, to: [1], latency: 0.75 }),
    ]);
    expect(of('/sensors')).toEqual([{ time: 3.5, robot: 1, sensor: 'gps', reading: [{ x: 'Infinity', y: 0 }] }]);
    expect(of('/log')).toEqual([expect.objectContaining({ level: 3, message: 'late', name: 'p1 vote' })]);
    expect(of('/events')).toEqual([{ event: 'crash', time: 4, process: 1 }]);
  });

  test('names the schemas of Foxglove', async () => {
    const { schemasById } = await openRecording(libraries, await exported(RECORDS), 'x.mcap');
    const names = [...schemasById.values()].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['foxglove.SceneUpdate', 'foxglove.Log', 'kineko.Message']));
    for (const { data } of schemasById.values())
      expect(JSON.parse(new TextDecoder().decode(data))).toHaveProperty('title');
  });

  test('contains the trace, in pieces', async () => {
    const pieces = [new Uint8Array(1 << 23).fill(1), new Uint8Array([2, 3])];
    const reader = await openRecording(libraries, await exported([], undefined, pieces), 'x.mcap');
    expect(hasTrace(reader)).toBe(true);
    const read: Uint8Array[] = [];
    for await (const piece of attachedTrace(reader, 'x.mcap')) read.push(piece);
    expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true);
  });

  test('is read as a recording of another program if it has no trace', async () => {
    const reader = await openRecording(libraries, await exported(RECORDS), 'x.mcap');
    expect(hasTrace(reader)).toBe(false);
    const records: TraceRecord[] = [];
    const options = { name: 'x.mcap', radius: 0.5, maxGap: 10, warn: fail };
    for await (const record of recordsOfRecording(reader, options)) records.push(record);
    expect(records.filter(({ type }) => type === 'robot')).toEqual([
      expect.objectContaining({ radius: 1, tag: '/scene robot 0' }),
      expect.objectContaining({ radius: 1, tag: '/scene robot 1' }),
    ]);
    expect(records).toContainEqual(
      expect.objectContaining({
        time: 0,
        robot: 0,
        leg: expect.objectContaining({ kind: 'line', vx: 2, vy: 0, end: 1 }),
      }),
    );
  });
});

test('an obstacle that is pushed moves with the leg of its centre', async () => {
  const messages = await messagesIn(
    await exported([
      { type: 'obstacle', time: 0, obstacle: 3, name: 'box', shape: { kind: 'segment' } },
      // Given at the origin, it turns by a quarter while it moves by 2 m.
      {
        type: 'obstacleLeg',
        time: 1,
        obstacle: 3,
        from: [0, 0, 0],
        leg: { kind: 'line', x: 0, y: 0, heading: quarter, start: 1, end: 3, vx: 1, vy: 0 },
      },
      { type: 'crash', time: 4, process: 1 },
    ]),
  );
  interface Lined {
    readonly id: string;
    readonly lines: readonly { readonly points: readonly { readonly x: number; readonly y: number }[] }[];
  }
  const ends = messages
    .filter(({ topic }) => topic === '/scene')
    .flatMap(({ seconds, content }) =>
      (content['entities'] as readonly Lined[]).map(({ lines }) => [seconds, lines[0]!.points[1]!] as const),
    );
  // The outline goes from the origin 1 m to the right.
  expect(ends).toEqual([
    [0, { x: 1, y: 0, z: 0 }],
    [1, { x: expect.closeTo(0, 12), y: 1, z: 0 }],
    [3, { x: expect.closeTo(2, 12), y: 1, z: 0 }],
  ]);
});

test('a recording that is written during a run keeps up with it, and has all messages', async () => {
  const { messages, largestLead, fileBytes } = await recordMessages(20_000);
  expect(messages).toBe(20_000);
  expect(fileBytes).toBeGreaterThan(3 << 20);
  // At most one chunk of the library is in memory.
  expect(largestLead).toBeLessThan(1 << 17);
});

test('spans of properties and violations are part of a recording', () => {
  const spans = [
    { from: 0, to: 2, isHolding: true },
    { from: 2, to: 3, isHolding: false },
  ];
  const lanes = [
    { name: 'separation=1', verdict: 'violated', spans },
    { name: 'agreement', verdict: 'holds', spans: [] },
  ];
  expect(propertyMessages({ lanes, marks: [{ time: 2, text: 'too close' }] }, 9)).toEqual([
    { channel: 'property', time: 0, content: { property: 'separation=1', state: 'holds', from: 0, to: 2 } },
    { channel: 'property', time: 2, content: { property: 'separation=1', state: 'violated', from: 2, to: 3 } },
    { channel: 'property', time: 0, content: { property: 'agreement', state: 'holds', from: 0, to: 9 } },
    { channel: 'log', time: 2, content: expect.objectContaining({ level: 4, message: 'too close' }) },
  ]);
});

function fail(text: string): never {
  throw new Error(text);
}
