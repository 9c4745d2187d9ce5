/** A running simulation, watched over real sockets. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { binaryHeader, BinaryWriter, readTrace } from '@kineko/formats/trace';
import { Recording, type RecordSink } from '@kineko/run';
import { TraceFileSink } from '@kineko/run/node';
import { startServer, ViewerHub } from '@kineko/server';
import type { HubOptions } from '../src/hub.js';
import { LIMITS } from '../src/limits.js';
import type { RunningServer } from '../src/serve.js';
import { sampleRecord } from '@kineko/tools/kits/sample-records';
import { smallRun } from '@kineko/tools/kits/small-run';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import fc from 'fast-check';
import { CLOSE } from '../src/peer.js';
import { FakeClock } from './fake-clock.js';
import { LiveViewer } from './live-viewer.js';
import { ask, UPGRADE } from './raw-request.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Live {
  readonly hub: ViewerHub;
  readonly server: RunningServer;
  readonly recording: Recording;
  connect(): Promise<LiveViewer>;
}

async function live(options: HubOptions = {}, sinks: readonly RecordSink[] = []): Promise<Live> {
  const hub = new ViewerHub(options);
  const server = await startServer({ port: 0, sockets: { '/live': hub.accept } });
  open.push(server, hub);
  const recording = new Recording([...sinks, hub.sink]);
  hub.follow(recording);
  return { hub, server, recording, connect: () => new LiveViewer(server).opened() };
}

/** The options with which a program opens a socket. */
function programHeaders({ port, token }: RunningServer): (readonly [string, string])[] {
  return [['Host', `127.0.0.1:${port}`], ['Authorization', `Bearer ${token}`], ...UPGRADE];
}

test('viewers that connect early, late and after the end get the same bytes: the records of the trace', async () => {
  const path = join(temporaryFolder(), 'run.trace');
  const info = { seed: 5 };
  const trace = new TraceFileSink(path, info);
  const limits = { recentBytes: 20_000, frameBytes: 5000 };
  const { hub, recording, connect } = await live({ info, trace: path, limits }, [trace]);
  const { records } = await smallRun(10, 5);
  const viewers = [await connect()];
  for (const [i, record] of records.entries()) {
    recording.emit(record);
    if (i === records.length >> 1) viewers.push(await connect());
    if (i % 100 === 0) await setImmediate();
  }
  await recording.close();
  viewers.push(await connect());
  await Promise.all(viewers.map((viewer) => viewer.hears('end')));
  await hub.allSent();
  const writer = new BinaryWriter();
  for (const record of readTrace(readFileSync(path), path)) writer.append(record);
  const expected = Buffer.concat([binaryHeader(info), writer.take()]);
  for (const viewer of viewers) expect(Buffer.compare(viewer.trace, expected)).toBe(0);
  expect([...readTrace(viewers[1]!.trace, 'live')]).toHaveLength(records.length);
});

test('a hundred viewers get a small run', async () => {
  const { hub, recording, connect } = await live();
  const viewers = await Promise.all(Array.from({ length: 100 }, connect));
  expect(hub.viewers).toBe(100);
  const { records } = await smallRun(5, 3);
  for (const record of records) recording.emit(record);
  await recording.close();
  await Promise.all(viewers.map((viewer) => viewer.hears('end')));
  const writer = new BinaryWriter();
  for (const record of records) writer.append(record);
  const expected = Buffer.concat([binaryHeader(), writer.take()]);
  expect(viewers.filter((viewer) => Buffer.compare(viewer.trace, expected) === 0)).toHaveLength(100);
});

test('a viewer that never reads is disconnected, the run does not wait, and others get everything', async () => {
  const clock = new FakeClock();
  const { hub, server, recording, connect } = await live({ clock });
  const { socket: stalled } = await ask(server.port, { path: '/live', headers: programHeaders(server) });
  stalled.pause();
  const viewers = [await connect(), await connect()];
  const before = process.memoryUsage().arrayBuffers;
  // Fills all buffers in between, and continues until nothing has been accepted for a while.
  while (hub.counts.tooSlow === 0) {
    for (let i = 0; i < 25; i++) recording.emit({ type: 'warning', time: i, text: 'x'.repeat(20_000) });
    clock.advance(LIMITS.behindMs / 10);
    const sent = recording.bytes + binaryHeader().length;
    await Promise.all(viewers.map((viewer) => viewer.until(() => viewer.bytes >= sent)));
  }
  const grown = process.memoryUsage().arrayBuffers - before;
  await recording.close();
  clock.advance(LIMITS.tickMs);
  await Promise.all(viewers.map((viewer) => viewer.hears('end')));
  for (const viewer of viewers) expect([...readTrace(viewer.trace, 'live')]).toHaveLength(recording.records);
  expect(hub.viewers).toBe(2);
  // Once for the run’s history, once for each viewer in this process, and a margin.
  expect(grown).toBeLessThan(5 * recording.bytes + (16 << 20));
  stalled.destroy();
});

test('viewers that leave in the middle leave nothing behind', async () => {
  const { hub, server, recording, connect } = await live();
  const staying = await connect();
  for (let i = 0; i < 300; i++) {
    recording.emit(sampleRecord(i));
    const viewer = new LiveViewer(server);
    await once(viewer.socket, i % 2 === 0 ? 'open' : 'upgrade');
    viewer.socket.terminate();
  }
  await recording.close();
  await staying.hears('end');
  while (hub.viewers > 1) await setImmediate();
  expect([...readTrace(staying.trace, 'live')]).toHaveLength(300);
  expect(server.counts).toMatchObject({ refused: 0, failures: 0 });
});

describe('invalid messages', () => {
  test('are counted and answered, and the connection stays open', async () => {
    const commands: unknown[] = [];
    const { server, connect } = await live({ control: (command) => void commands.push(command) });
    const viewer = await connect();
    const bad = ['', '{', '[]', '['.repeat(60_000), `{"a":${'['.repeat(30_000)}`, '{"type":"pause","x":1}', '\u0000'];
    for (const text of bad) viewer.socket.send(text);
    viewer.socket.send(Uint8Array.of(1, 2, 3));
    viewer.socket.send('{"type":"pause","id":1}');
    await viewer.until(() => viewer.texts.some((text) => text['id'] === 1));
    expect(server.counts.badMessages).toBe(bad.length + 1);
    expect(viewer.texts.filter(({ type }) => type === 'answer').map(({ done }) => done)).toEqual([
      ...bad.map(() => false),
      false,
      true,
    ]);
    expect(commands).toEqual([{ type: 'pause' }]);
  });

  test('that are not frames at all end their connection only', async () => {
    const { server, connect } = await live();
    const staying = await connect();
    const headers = programHeaders(server);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const { socket } = await ask(server.port, { path: '/live', headers });
        socket.end(bytes);
        await once(socket.resume(), 'close');
      }),
      { seed: 9, numRuns: 200 },
    );
    staying.socket.send('{"type":"take","id":3}');
    await staying.hears('answer');
    expect(server.counts.failures).toBe(0);
  });

  test('that are huge end their connection', async () => {
    const { connect } = await live();
    const [viewer, staying] = [await connect(), await connect()];
    viewer.socket.send('x'.repeat(LIMITS.messageBytes + 1));
    const [code] = (await once(viewer.socket, 'close')) as [number];
    expect(code).toBe(1009);
    staying.socket.send('{"type":"take"}');
    await staying.hears('answer');
  });
});

test('viewers are disconnected when the hub closes', async () => {
  const { hub, connect } = await live();
  const viewer = await connect();
  const closed = once(viewer.socket, 'close');
  await hub.close();
  const [code] = (await closed) as [number];
  expect(code).toBe(CLOSE.serverEnds);
});
