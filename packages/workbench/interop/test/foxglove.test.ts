/** A run that is shown live, with Foxglove's own client. */
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { startServer } from '@kineko/server';
import { TestClock } from '@kineko/tools/kits/test-clock';
import { type Channel, FoxgloveClient, type MessageData } from '@foxglove/ws-protocol';
import { WebSocket } from 'ws';
import { FoxgloveHub } from '../src/node/foxglove.js';

const START: readonly TraceRecord[] = [
  { type: 'robot', time: 0, robot: 0, radius: 1, x: 0, y: 0, heading: 0, tag: '' },
  { type: 'robot', time: 0, robot: 1, radius: 1, x: 10, y: 0, heading: 0, tag: '' },
  { type: 'leg', time: 0, robot: 0, leg: { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 8, vx: 1, vy: 0 } },
];

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

interface Seen {
  readonly topic: string;
  readonly seconds: number;
  readonly content: Readonly<Record<string, unknown>>;
}

async function shown() {
  const clock = new TestClock();
  let now = 0;
  const hub = await FoxgloveHub.create({ name: 'two', outlineOf: () => undefined, reached: () => now, clock });
  const writer = new BinaryWriter('test');
  const pending: TraceRecord[] = [];
  const passOn = (): void => {
    for (const record of pending.splice(0)) writer.append(record);
    if (writer.length > 0) hub.sink.write(writer.lend());
  };
  hub.follow({ passOn });
  const server = await startServer({
    port: 0,
    clock,
    sockets: { '/': hub.accept },
    foreign: { protocols: FoxgloveHub.protocols },
  });
  opened.push(async () => {
    hub.close();
    await server.close();
  });
  /** Creates records, and lets time pass up to a time. */
  const advance = (to: number, ...records: readonly TraceRecord[]): void => {
    pending.push(...records);
    now = to;
    clock.advance(40);
  };
  return { hub, advance, pending, passOn, url: `ws://127.0.0.1:${server.port}` };
}

/** A client of the library, subscribed to all channels. */
async function watching(url: string) {
  const socket = new WebSocket(url, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]);
  const client = new FoxgloveClient({ ws: socket as never });
  const topics = new Map<number, string>();
  const seen: Seen[] = [];
  let wake = (): void => {};
  client.on('message', ({ subscriptionId, timestamp, data }: MessageData) => {
    const content = JSON.parse(new TextDecoder().decode(data)) as Seen['content'];
    seen.push({ topic: topics.get(subscriptionId)!, seconds: Number(timestamp) / 1e9, content });
    wake();
  });
  const channels = await new Promise<Channel[]>((resolve) => client.on('advertise', resolve));
  for (const { id, topic } of channels) topics.set(client.subscribe(id), topic);
  opened.unshift(async () => {
    const closed = once(socket, 'close');
    client.close();
    await closed;
  });
  const until = async (found: (each: Seen) => boolean): Promise<Seen> => {
    for (;;) {
      const message = seen.find(found);
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return { client, channels, seen, until };
}

interface Entity {
  readonly id: string;
  readonly cylinders: readonly { readonly pose: { readonly position: { readonly x: number } } }[];
}

function placesIn({ content }: Seen): Readonly<Record<string, number>> {
  const entities = content['entities'] as readonly Entity[];
  return Object.fromEntries(entities.map(({ id, cylinders: [body] }) => [id, body!.pose.position.x]));
}

describe('a run in Foxglove', () => {
  test('has the channels of a recording; a late client sees everything where it is', async () => {
    const { advance, passOn, url } = await shown();
    advance(0, ...START);
    passOn();
    const early = await watching(url);
    expect(early.channels.map(({ topic, schemaName }) => [topic, schemaName])).toEqual([
      ['/scene', 'foxglove.SceneUpdate'],
      ['/log', 'foxglove.Log'],
      ['/contacts', 'kineko.Contact'],
      ['/messages', 'kineko.Message'],
      ['/sensors', 'kineko.SensorReading'],
      ['/events', 'kineko.Event'],
    ]);
    expect(early.channels.every(({ schema }) => 'title' in (JSON.parse(schema) as object))).toBe(true);
    await early.until(({ topic }) => topic === '/scene');
    advance(3);
    const [late, moved] = [await watching(url), await early.until(({ seconds }) => seconds === 3)];
    expect(placesIn(moved)).toEqual({ 'robot 0': 3 });
    expect(placesIn(await late.until(({ topic }) => topic === '/scene'))).toEqual({ 'robot 0': 3, 'robot 1': 10 });
    advance(5, { type: 'log', time: 4.5, process: 1, logger: 'a', level: 'warn', text: 'careful' });
    expect(await late.until(({ topic }) => topic === '/log')).toMatchObject({
      seconds: 4.5,
      content: { level: 3, message: 'careful', timestamp: { sec: 4, nsec: 500_000_000 } },
    });
    expect(placesIn(await late.until(({ seconds }) => seconds === 5))).toEqual({ 'robot 0': 5 });
  });

  test('ends with the last records', async () => {
    const { hub, advance, pending, passOn, url } = await shown();
    advance(0, ...START);
    passOn();
    const { until } = await watching(url);
    await until(({ topic }) => topic === '/scene');
    pending.push({ type: 'touch', time: 8, robot: 0, other: { kind: 'robot', id: 1 } });
    passOn();
    await hub.sink.close();
    expect(await until(({ topic }) => topic === '/contacts')).toMatchObject({
      seconds: 8,
      content: { x: 8, edge: 'touch' },
    });
  });

  test('answers wrong messages with a status, and speaks both names of the protocol', async () => {
    const { url } = await shown();
    const socket = new WebSocket(url, ['foxglove.websocket.v1', 'foxglove.sdk.v1']);
    const statuses: string[] = [];
    let wake = (): void => {};
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const { op, level, message } = isBinary ? {} : (JSON.parse(data.toString()) as Record<string, unknown>);
      if (op === 'status') statuses.push(`${String(level)} ${String(message)}`);
      wake();
    });
    await once(socket, 'open');
    expect(socket.protocol).toBe('foxglove.sdk.v1');
    const wrong: (string | Uint8Array)[] = [
      'nonsense',
      '7',
      '{"op":"advertise","channels":[]}',
      '{"op":"subscribe"}',
      '{"op":"subscribe","subscriptions":[{"id":-1,"channelId":0}]}',
      '{"op":"subscribe","subscriptions":[{"id":1,"channelId":99}]}',
      '{"op":"subscribe","subscriptions":[{"id":1,"channelId":1},{"id":1,"channelId":1}]}',
      '{"op":"unsubscribe","subscriptionIds":[5]}',
      new Uint8Array([1, 0, 0, 0, 0]),
    ];
    for (const message of wrong) socket.send(message);
    while (statuses.length < wrong.length) await new Promise<void>((resolve) => (wake = resolve));
    expect(statuses).toEqual([
      expect.stringContaining('2 expected a JSON object, got text that is not JSON'),
      '2 op: expected subscribe or unsubscribe, got nothing',
      '2 op: expected subscribe or unsubscribe, got "advertise"',
      '2 subscribe: subscriptions: expected a list, got nothing',
      '2 subscribe: id: expected an integer from 0 to 2^32 - 1, got -1',
      '2 subscribe: channelId: expected the id of a channel, from 0 to 5, got 99',
      '2 subscribe: id: expected a new one, got 1 again',
      '2 unsubscribe: subscriptionIds: expected the id of a subscription, got 5',
      '2 expected text, got a binary message: this run takes no messages',
    ]);
    socket.close();
    await once(socket, 'close');
  });
});
