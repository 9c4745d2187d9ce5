import { binaryHeader, BinaryWriter, readTrace, type TraceRecord } from '@kineko/formats/trace';
import { describe, expect, test } from '@jest/globals';
import { EventClass, Simulator } from '@kineko/kernel';
import { Recording, type RecordSink } from './recording.js';
import { ResultHash } from './result-hash.js';

/** Keeps all bytes. */
class Keeper implements RecordSink {
  readonly chunks: Uint8Array[] = [];
  flushes = 0;
  checkpoints = 0;
  isClosed = false;

  write(chunk: Uint8Array): void {
    this.chunks.push(chunk.slice());
  }

  checkpoint(): void {
    this.checkpoints++;
  }

  flush(): void {
    this.flushes++;
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  get records(): TraceRecord[] {
    return [...readTrace(joined([binaryHeader(), ...this.chunks]), 'kept')];
  }
}

class Failing extends Keeper {
  constructor(
    private readonly failAt: 'write' | 'close',
    private readonly text = 'run.trace: no space left',
  ) {
    super();
  }

  override write(chunk: Uint8Array): void {
    if (this.failAt === 'write') throw new Error(this.text);
    super.write(chunk);
  }

  override async close(): Promise<void> {
    await super.close();
    if (this.failAt === 'close') throw new Error(this.text);
  }
}

function records(count: number): TraceRecord[] {
  return Array.from({ length: count }, (_, i) => ({ type: 'warning', time: i, robot: i % 7, text: `warning ${i}` }));
}

describe('records', () => {
  test('reach every sink, in order, complete and once', async () => {
    const sinks = [new Keeper(), new Keeper()];
    const recording = new Recording(sinks);
    const given = records(10_000);
    given.forEach(recording.emit);
    await recording.close();
    for (const sink of sinks) expect(sink.records).toEqual(given);
    expect(recording.records).toBe(10_000);
    expect(recording.bytes).toBe(joined(sinks[0]!.chunks).length);
  });

  test('are passed on in chunks of about 64 KiB, each of complete records', () => {
    const sink = new Keeper();
    const recording = new Recording([sink]);
    records(10_000).forEach(recording.emit);
    expect(sink.chunks.length).toBeGreaterThan(3);
    for (const chunk of sink.chunks) {
      expect(chunk.length).toBeGreaterThanOrEqual(65_536);
      expect(chunk.length).toBeLessThan(66_000);
      expect(() => [...readTrace(joined([binaryHeader(), chunk]), 'chunk')]).not.toThrow();
    }
  });

  test('are passed on at request, stored by flush, and counted before', () => {
    const sink = new Keeper();
    const recording = new Recording([sink]);
    records(3).forEach(recording.emit);
    expect([sink.chunks.length, recording.records, recording.bytes > 0]).toEqual([0, 3, true]);
    recording.flush();
    recording.flush();
    expect([sink.records.length, sink.chunks.length, sink.flushes]).toEqual([3, 1, 2]);
    recording.emit(records(1)[0]!);
    recording.passOn();
    expect([sink.records.length, sink.chunks.length, sink.flushes]).toEqual([4, 2, 2]);
    recording.emit(records(1)[0]!);
    recording.checkpoint();
    expect([sink.records.length, sink.checkpoints, sink.flushes]).toEqual([5, 1, 2]);
  });

  test('before the sinks are known are kept for them', async () => {
    const sink = new Keeper();
    const recording = new Recording(undefined);
    const given = records(5_000);
    given.forEach(recording.emit);
    recording.flush();
    recording.begin([sink]);
    expect(() => recording.begin([])).toThrow('already has its sinks');
    await recording.close();
    expect(sink.records).toEqual(given);
  });

  test('can be given as parts, which may be changed after the call', async () => {
    const sink = new Keeper();
    const recording = new Recording([sink]);
    const leg = { kind: 'rest', x: 1, y: 2, heading: 3, start: 4, end: 5 } as const;
    const reused = { ...leg, x: 1 };
    recording.emit.frequent!.leg(4, 2, reused);
    reused.x = 9;
    await recording.close();
    expect([sink.records, recording.records]).toEqual([[{ type: 'leg', time: 4, robot: 2, leg }], 1]);
  });

  test('give a hash that depends on nothing else', async () => {
    const given = records(10_000);
    const writer = new BinaryWriter();
    given.forEach((record) => writer.append(record));
    const direct = await ResultHash.create();
    direct.write(writer.take());
    const hash = await ResultHash.create();
    const recording = new Recording([hash]);
    given.forEach((record, i) => {
      recording.emit(record);
      if (i % 1000 === 17) recording.flush();
    });
    await recording.close();
    expect(hash.digest()).toBe(direct.digest());
  });

  test('that cannot be written are refused, and the others are kept', async () => {
    const sink = new Keeper();
    const recording = new Recording([sink], 'gathering');
    recording.emit(records(1)[0]!);
    expect(() => recording.emit({ type: 'warning', time: 0, text: '\ud800' })).toThrow(
      /^gathering, record 2 \(warning\)/,
    );
    recording.emit(records(2)[1]!);
    await recording.close();
    expect(sink.records).toEqual(records(2));
  });
});

describe('a sink that fails', () => {
  test('ends the recording at once, and again at every record, flush and close', async () => {
    const failing = new Failing('write');
    const recording = new Recording([failing, new Keeper()]);
    recording.emit(records(1)[0]!);
    expect(() => recording.flush()).toThrow('run.trace: no space left');
    expect(recording.failure?.message).toBe('run.trace: no space left');
    expect(() => recording.emit(records(1)[0]!)).toThrow('run.trace: no space left');
    expect(() => recording.emit.frequent!.touch(0, 1, 'robot', 2)).toThrow('run.trace: no space left');
    expect(recording.records).toBe(1);
    expect(() => recording.flush()).toThrow('run.trace: no space left');
    await expect(recording.close()).rejects.toThrow('run.trace: no space left');
    expect(failing.isClosed).toBe(true);
  });

  test('leaves the records up to then to the others', async () => {
    const keeper = new Keeper();
    const recording = new Recording([new Failing('write'), keeper]);
    const given = records(10_000);
    expect(() => given.forEach(recording.emit)).toThrow('no space left');
    await expect(recording.close()).rejects.toThrow('no space left');
    expect(keeper.records).toEqual(given.slice(0, recording.records));
    expect(keeper.isClosed).toBe(true);
  });

  test('when it is closed rejects the close, with all failures', async () => {
    const sinks = [new Failing('close', 'a: broken'), new Keeper(), new Failing('close', 'b: broken')];
    await expect(new Recording(sinks).close()).rejects.toThrow('a: broken\nb: broken');
    expect(sinks.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
  });

  test('ends a simulation, with the name of the file', async () => {
    const recording = new Recording([new Failing('write')]);
    const simulator = new Simulator();
    const tick = {
      class: EventClass.Sensor,
      low: 1,
      high: 1,
      run: (now: number) => {
        recording.emit({ type: 'warning', time: now, text: 'still here' });
        simulator.schedule(now + 1, tick);
      },
      describe: () => 'a tick',
    };
    simulator.schedule(0, tick);
    await expect(simulator.run()).rejects.toThrow(/^"a tick" of owner 1 failed at t = \d+: run.trace: no space left$/);
  });
});

test('a closed recording takes no more records', async () => {
  const recording = new Recording([]);
  await recording.close();
  expect(() => recording.emit(records(1)[0]!)).toThrow('this recording is closed');
  expect(() => recording.emit.frequent!.touch(0, 1, 'robot', 2)).toThrow('this recording is closed');
  expect(recording.records).toBe(0);
  await expect(recording.close()).rejects.toThrow('already closed');
});

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
