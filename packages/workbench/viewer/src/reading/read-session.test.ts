import { describe, expect, test } from '@jest/globals';
import { JsonWriter, binaryHeader, BinaryWriter, jsonHeader, type TraceRecord } from '@kineko/formats/trace';
import { robot } from '@kineko/tools/kits/scenes';
import { LINES_A_ROUND, longNekoLog, longRun, longTrace } from '@kineko/tools/shared/long-log';
import { ReaderKit } from '../../test/reader-kit.js';
import { frameAt } from '../scene/frame.js';
import { Scene } from '../scene/scene.js';

const RUN = { robots: 20, rounds: 60 };
const blobOf = (pieces: Iterable<Uint8Array | string>): Blob => new Blob([...pieces] as BlobPart[]);

function jsonOf(records: Iterable<TraceRecord>): Blob {
  const writer = new JsonWriter();
  for (const record of records) writer.append(record);
  return blobOf([jsonHeader(), writer.take()]);
}

const direct = (records: Iterable<TraceRecord>): Scene => {
  const scene = new Scene();
  for (const record of records) scene.add(record);
  return scene;
};

describe('a file is read into a scene', () => {
  test.each([
    ['an exact trace', () => blobOf(longTrace(RUN))],
    ['an exact trace as JSON lines', () => jsonOf(longRun(RUN, true))],
  ])('%s, to the last bit', async (_name, file) => {
    const kit = new ReaderKit();
    await kit.open(file());
    const expected = direct(longRun(RUN, true));
    expect(kit.findings).toBe('');
    for (const time of [0, 1.5, 77.7, 20.25, 180]) {
      expect(frameAt(kit.scene, time).robots).toEqual(frameAt(expected, time).robots);
      expect(frameAt(kit.scene, time).messages).toEqual(frameAt(expected, time).messages);
    }
  });

  test('a Neko log, to its thousandths', async () => {
    const kit = new ReaderKit();
    await kit.open(blobOf(longNekoLog(RUN)));
    const expected = direct(longRun(RUN, true));
    for (const time of [5, 77.7, 20.25, 170]) {
      for (const { id, x, y } of frameAt(kit.scene, time).robots) {
        const right = expected.robots.get(id)!.poseAt(time)!;
        expect(Math.hypot(x - right.x, y - right.y)).toBeLessThan(0.5);
      }
    }
    expect(kit.scene.robots.size).toBe(20);
  });

  test('at most four chunks are in transit to a page that takes none', async () => {
    const kit = new ReaderKit({ takes: false });
    kit.begin(blobOf(longTrace({ robots: 100, rounds: 60 })));
    await kit.untilChunks(4);
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(kit.chunks).toBe(4);
    kit.takeAll();
    await kit.whenOver;
    expect(kit.chunks).toBeGreaterThan(4);
    expect(kit.scene.end).toBeCloseTo(180, 0);
  });

  test('the first chunk does not wait for the rest', async () => {
    const kit = new ReaderKit({ takes: false });
    kit.begin(blobOf(longNekoLog({ robots: 100, rounds: 60 })));
    await kit.untilChunks(1);
    expect(kit.progress[0]).toBeLessThan(0.1);
    expect(kit.scene.robots.size).toBe(100);
  });
});

test('a long log takes at most 64 bytes per line, its index included', async () => {
  const run = { robots: 50, rounds: 150 };
  const kit = new ReaderKit();
  await kit.open(blobOf(longNekoLog(run)));
  const lines = run.robots * run.rounds * LINES_A_ROUND;
  expect((kit.scene.bytes + kit.session.bytes) / lines).toBeLessThan(64);
});

describe('lines are read again', () => {
  test('as written in a Neko log, around a time, in the order of the file', async () => {
    const pieces = [...longNekoLog(RUN)];
    const all = new TextDecoder().decode(new Uint8Array(await blobOf(pieces).arrayBuffer())).split('\n');
    const own = all.filter((line) => / p7 /.test(line.slice(0, 12)));
    const kit = new ReaderKit();
    await kit.open(blobOf(pieces));
    const { lines, isFirst, isLast } = await kit.lines(7, 90, 30);
    expect(lines).toHaveLength(60);
    expect([isFirst, isLast]).toEqual([false, false]);
    const first = own.indexOf(lines[0]!.text);
    expect(lines.map(({ text }) => text)).toEqual(own.slice(first, first + 60));
    expect(lines[29]!.time).toBeLessThanOrEqual(90);
    expect(lines[30]!.time).toBeGreaterThan(90);
  });

  test('all of them, if there are no more', async () => {
    const kit = new ReaderKit();
    await kit.open(blobOf(longNekoLog({ robots: 3, rounds: 4 })));
    const { lines, isFirst, isLast } = await kit.lines(1, 2, 100);
    expect([lines.length, isFirst, isLast]).toEqual([4 * LINES_A_ROUND, true, true]);
    expect(await kit.lines(99, 2, 100)).toEqual({ lines: [], isFirst: true, isLast: true });
  });

  test.each([
    ['binary', () => blobOf(longTrace(RUN))],
    ['JSON', () => jsonOf(longRun(RUN, true))],
  ])('of a trace in %s, as a Neko log would have them', async (_name, file) => {
    const kit = new ReaderKit();
    await kit.open(file());
    const { lines } = await kit.lines(7, 90, 10);
    expect(lines).toHaveLength(20);
    // A robot's entry has no line in a Neko log.
    const shown = lines.filter(({ text }) => text !== '');
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ text }) => text.includes(' p7 '))).toBe(true);
    expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).sort((a, b) => a - b));
  });
});

test('lines of all robots are found by kind and by text', async () => {
  for (const file of [blobOf(longNekoLog(RUN)), blobOf(longTrace(RUN))]) {
    const kit = new ReaderKit();
    await kit.open(file);
    const { lines } = await kit.lines(undefined, 90, 40, { kinds: ['message'] });
    expect(lines).toHaveLength(80);
    expect(new Set(lines.map(({ record }) => (record as { readonly process: number }).process)).size).toBeGreaterThan(
      1,
    );
    const all = await kit.lines(3, 90, 1000, { kinds: ['message'], text: 'RECEIVES' });
    expect([all.lines.length > 0, all.isFirst, all.isLast]).toEqual([true, true, true]);
    expect(new Set(all.lines.map(({ record }) => record!.type))).toEqual(new Set(['deliver']));
    expect((await kit.lines(undefined, 90, 10, { text: 'no such text' })).lines).toEqual([]);
  }
});

describe('problems are reported', () => {
  test('with their line and reason, and the rest is shown', async () => {
    const kit = new ReaderKit();
    const [log] = [...longNekoLog({ robots: 3, rounds: 4 })];
    const torn = new TextEncoder().encode('12.3 p1 Event: | torn\n');
    await kit.open(blobOf([log!, torn]));
    expect(kit.findings).toMatch(new RegExp(`run:${3 * 4 * LINES_A_ROUND + 1}`));
    expect(kit.scene.robots.size).toBe(3);
  });

  test.each([
    ['nothing at all', '', 'run: the file is empty'],
    [
      'no log',
      'not a log at all\n'.repeat(300),
      'run: unrecognized file format: expected a Neko log, a trace or a DEECo log',
    ],
  ])('%s', async (_name, text, problem) => {
    const kit = new ReaderKit();
    await kit.open(new Blob([text]));
    expect(kit.failure).toBe(problem);
  });

  test('a truncated trace, with the offset', async () => {
    const kit = new ReaderKit();
    const bytes = new Uint8Array(await blobOf(longTrace({ robots: 3, rounds: 4 })).arrayBuffer());
    const head = binaryHeader().length;
    new DataView(bytes.buffer).setUint32(head, 0xffffffff);
    await kit.open(new Blob([bytes]));
    expect(kit.failure).toContain(`byte ${head}`);
  });
});

test('a live run is read while it runs, and its lines are found again', async () => {
  const kit = new ReaderKit();
  kit.say({ type: 'open', name: 'live', from: { kind: 'live' } });
  const writer = new BinaryWriter();
  let given = 0;
  const give = async (...records: readonly TraceRecord[]): Promise<void> => {
    for (const record of records) writer.append(record);
    kit.say({ type: 'bytes', bytes: writer.take() });
    await kit.untilChunks(++given);
  };
  kit.say({ type: 'bytes', bytes: binaryHeader() });
  await give(robot(0, 1, 2));
  expect(kit.scene.robots.size).toBe(1);
  await give(robot(1, 3, 4, { time: 2 }), {
    type: 'log',
    time: 5,
    process: 1,
    logger: 'app',
    level: 'info',
    text: 'hello',
  });
  expect(kit.scene.end).toBe(5);
  const { lines } = await kit.lines(1, 5, 10);
  expect(lines.at(-1)).toMatchObject({ time: 5, text: '5.000 p1 app hello' });
  // A note arrives when the bytes before it have been read.
  writer.append(robot(2, 5, 6, { time: 7 }));
  kit.say({ type: 'bytes', bytes: writer.take() });
  kit.say({ type: 'note', text: 'seven' });
  writer.append(robot(3, 5, 6, { time: 9 }));
  kit.say({ type: 'bytes', bytes: writer.take() });
  await kit.untilChunks(4);
  expect(kit.notes).toEqual([['seven', 7]]);
  kit.say({ type: 'note', text: 'nine' });
  await kit.lines(1, 5, 10);
  expect(kit.notes).toContainEqual(['nine', 9]);
});

test('the facts of the header come before the robots', async () => {
  const kit = new ReaderKit();
  const writer = new BinaryWriter();
  writer.append(robot(0, 1, 2));
  const info = { config: { 'process.num': '1', algorithm: 'Asker' } };
  await kit.open(blobOf([binaryHeader(info), writer.take()]));
  expect(kit.scene.classOf(0)).toBe('Asker');
});
