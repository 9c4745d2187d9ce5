import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { Recording } from '@kineko/run';
import { TraceFileSink } from '@kineko/run/node';
import { sampleRecord } from '@kineko/tools/kits/sample-records';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { FakeClock } from '../test/fake-clock.js';
import { FakePeer } from '../test/fake-peer.js';
import { type HubOptions, type RunStatus, ViewerHub } from './hub.js';
import { LIMITS } from './limits.js';
import { CLOSE } from './peer.js';

const TICK = LIMITS.tickMs;

function setUp(options: HubOptions = {}, sinks: ConstructorParameters<typeof Recording>[0] = []) {
  const clock = new FakeClock();
  const hub = new ViewerHub({ clock, ...options });
  const recording = new Recording([...sinks, hub.sink]);
  hub.follow(recording);
  let count = 0;
  return {
    clock,
    hub,
    recording,
    emit: (records: number): void => {
      for (const end = count + records; count < end; count++) recording.emit(sampleRecord(count));
    },
    connect: (takes = true) => {
      const peer = new FakePeer();
      peer.takes = takes;
      return Object.assign(peer, { listener: hub.accept(peer) });
    },
  };
}

function samples(count: number): TraceRecord[] {
  return Array.from({ length: count }, (_, i) => sampleRecord(i));
}

function traceOf(count: number, info = {}): Uint8Array {
  const writer = new BinaryWriter();
  for (const record of samples(count)) writer.append(record);
  return Buffer.concat([binaryHeader(info), writer.take()]);
}

/** Advances the clock, and lets file reads finish. */
async function until(clock: FakeClock, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    clock.advance(TICK);
    await setImmediate();
  }
}

describe('records for viewers', () => {
  test('are a trace from the header to the end, whenever a viewer connects', async () => {
    const { clock, hub, recording, emit, connect } = setUp({ info: { seed: 7 } });
    const early = connect();
    emit(1000);
    clock.advance(TICK);
    const late = connect();
    emit(5000);
    clock.advance(TICK);
    await recording.close();
    const last = connect();
    clock.advance(TICK);
    await hub.allSent();
    const expected = traceOf(6000, { seed: 7 });
    for (const viewer of [early, late, last]) expect(Buffer.compare(viewer.bytes, expected)).toBe(0);
    expect(early.words).toEqual(['welcome', 'live', 'end']);
    expect(last.words).toEqual(['welcome', 'live', 'end']);
    expect(hub.counts).toEqual({ tooSlow: 0, failures: 0 });
  });

  test('come in few frames of whole records, however small the chunks are', () => {
    const { clock, recording, emit, connect } = setUp();
    const viewer = connect();
    for (let i = 0; i < 300; i++) {
      emit(1);
      recording.passOn();
    }
    clock.advance(TICK);
    expect(viewer.frames).toHaveLength(2);
    emit(10_000);
    clock.advance(TICK);
    expect(Buffer.compare(viewer.bytes, traceOf(10_300))).toBe(0);
    for (const frame of viewer.frames) expect(frame.length).toBeLessThanOrEqual(LIMITS.frameBytes);
    for (let i = 1; i < viewer.frames.length; i++) {
      const writer = new BinaryWriter();
      // Each frame is readable alone, after a header.
      const peer = new FakePeer();
      peer.send(viewer.frames[0]!);
      peer.send(viewer.frames[i]!);
      for (const record of peer.records) writer.append(record);
      expect(Buffer.compare(writer.take(), viewer.frames[i]!)).toBe(0);
    }
  });

  test('are read back from the trace when they are no longer in memory', async () => {
    const path = join(temporaryFolder(), 'run.trace');
    const info = { seed: 3 };
    const limits = { recentBytes: 50_000, frameBytes: 20_000 };
    const { clock, hub, recording, emit, connect } = setUp({ info, trace: path, limits }, [
      new TraceFileSink(path, info),
    ]);
    emit(10_000);
    recording.flush();
    const late = connect();
    await until(clock, () => late.texts('live').length > 0);
    emit(10_000);
    await recording.close();
    const later = connect();
    await until(clock, () => [late, later].every((each) => each.texts('end').length > 0));
    for (const viewer of [late, later]) expect(Buffer.compare(viewer.bytes, traceOf(20_000, info))).toBe(0);
    expect(late.texts('skipped')).toEqual([]);
    await hub.close();
  });

  test('a trace that cannot be read ends the connection of the viewer that needs it, and no other', async () => {
    const limits = { recentBytes: 50_000, frameBytes: 20_000 };
    const { clock, hub, emit, connect } = setUp({ trace: join(temporaryFolder(), 'missing.trace'), limits });
    const early = connect();
    for (let i = 0; i < 10; i++) {
      emit(200);
      clock.advance(TICK);
    }
    const late = connect();
    await until(clock, () => late.closedWith !== undefined);
    expect(late.closedWith).toBe(CLOSE.failure);
    emit(1);
    clock.advance(TICK);
    expect(early.records).toEqual(samples(2001));
    expect(hub.counts.failures).toBe(1);
    expect(hub.viewers).toBe(1);
    await hub.close();
  });

  test('are followed by changes of the status once a viewer is up to date', () => {
    let status: RunStatus = { now: 1, events: 2, paused: false, speed: Infinity };
    const { clock, emit, connect } = setUp({ status: () => status });
    const viewer = connect();
    const stalled = connect(false);
    stalled.takes = false;
    emit(20_000);
    clock.advance(3 * TICK);
    expect(viewer.texts('status')).toEqual([{ type: 'status', now: 1, events: 2, paused: false, speed: null }]);
    expect(stalled.texts('status')).toEqual([]);
    status = { ...status, now: 3, stoppedBy: 'empty' };
    clock.advance(3 * TICK);
    expect(viewer.texts('status').slice(1)).toEqual([expect.objectContaining({ now: 3, stoppedBy: 'empty' })]);
  });

  test('survive a failing status and a failed recording', () => {
    const { clock, hub, connect } = setUp({
      status: () => {
        throw new Error('no');
      },
    });
    hub.follow({
      passOn: () => {
        throw new Error('the disk is full');
      },
    });
    const viewer = connect();
    clock.advance(TICK);
    clock.advance(TICK);
    expect(viewer.words).toEqual(['welcome', 'live']);
    expect(hub.counts.failures).toBe(3);
  });
});

describe('a slow viewer', () => {
  test('is sent no more than the limit, and the rest when it takes it', () => {
    const { clock, emit, connect } = setUp();
    const slow = connect(false);
    const other = connect();
    emit(30_000);
    clock.advance(TICK);
    expect(Buffer.compare(other.bytes, traceOf(30_000))).toBe(0);
    expect(slow.bufferedBytes).toBeLessThanOrEqual(LIMITS.viewerBytes);
    expect(slow.bufferedBytes).toBeGreaterThan(LIMITS.viewerBytes - LIMITS.frameBytes);
    while (slow.texts('live').length === 0) {
      slow.take(100_000);
      clock.advance(LIMITS.behindMs / 4);
    }
    expect(Buffer.compare(slow.bytes, traceOf(30_000))).toBe(0);
    expect(slow.closedWith).toBeUndefined();
  });

  test('is disconnected when it has taken nothing for behindMs; others are not affected', () => {
    const { clock, hub, emit, connect } = setUp();
    const stalled = connect(false);
    const other = connect();
    emit(30_000);
    clock.advance(LIMITS.behindMs - TICK);
    expect(stalled.closedWith).toBeUndefined();
    clock.advance(4 * TICK);
    expect(stalled.closedWith).toBe(CLOSE.tooSlow);
    expect(hub.counts.tooSlow).toBe(1);
    emit(10);
    clock.advance(TICK);
    expect(Buffer.compare(other.bytes, traceOf(30_010))).toBe(0);
    expect(hub.viewers).toBe(1);
  });

  test('is not blamed for a run that blocks the process', () => {
    const { clock, emit, connect } = setUp();
    const viewer = connect(false);
    emit(30_000);
    clock.advance(2 * TICK);
    // For hours no viewer could have taken anything.
    for (let i = 0; i < 20; i++) clock.jump(LIMITS.behindMs);
    expect(viewer.closedWith).toBeUndefined();
    clock.advance(LIMITS.behindMs);
    expect(viewer.closedWith).toBe(CLOSE.tooSlow);
  });

  test('is not disconnected while there is nothing new', () => {
    const { clock, emit, connect } = setUp();
    const quiet = connect(false);
    emit(10);
    clock.advance(10 * LIMITS.behindMs);
    expect(quiet.closedWith).toBeUndefined();
    expect(quiet.records).toHaveLength(10);
  });

  test('gets a snapshot instead of records that were dropped', () => {
    const limits = { historyBytes: 60_000, frameBytes: 10_000, viewerBytes: 40_000 };
    const { clock, emit, recording, connect } = setUp({ limits });
    const early = connect();
    const slow = connect(false);
    for (let i = 0; i < 60; i++) {
      emit(100);
      clock.advance(TICK);
    }
    const late = connect();
    slow.takes = true;
    slow.take(1e9);
    clock.advance(TICK);
    recording.passOn();
    clock.advance(TICK);
    expect(early.records).toEqual(samples(6000));
    for (const viewer of [slow, late]) {
      expect(viewer.texts('skipped')).toHaveLength(1);
      expect(viewer.words.lastIndexOf('live')).toBeGreaterThan(viewer.words.indexOf('skipped'));
      // No record twice or out of order, the end complete, and the last leg of each robot present.
      const records = viewer.recordsAfter('skipped');
      expect(records.map(({ time }) => time)).toEqual(records.map(({ time }) => time).sort((a, b) => a - b));
      expect(new Set(records.map(({ time }) => time)).size).toBe(records.length);
      expect(records.slice(-500)).toEqual(samples(6000).slice(-500));
      expect(lastLegs(records)).toEqual(lastLegs(samples(6000)));
      expect(records.length).toBeLessThan(2000);
    }
  });

  test('gets a record that is larger than the limit alone', () => {
    const { clock, recording, connect } = setUp();
    const viewer = connect(false);
    const large: TraceRecord = { type: 'warning', time: 0, text: 'x'.repeat(2 * LIMITS.viewerBytes) };
    recording.emit(large);
    recording.emit(large);
    clock.advance(TICK);
    expect(viewer.frames).toHaveLength(1);
    viewer.take(1e9);
    clock.advance(TICK);
    viewer.take(1e9);
    clock.advance(TICK);
    expect(viewer.records).toEqual([large, large]);
  });
});

function lastLegs(records: readonly TraceRecord[]): Map<number, TraceRecord> {
  const legs = new Map<number, TraceRecord>();
  for (const record of records) if (record.type === 'leg') legs.set(record.robot, record);
  return legs;
}

test('viewers that catch up share the bytes of a tick, and all catch up', () => {
  const limits = { tickBytes: 100_000, frameBytes: 50_000 };
  const { clock, emit, recording, connect } = setUp({ limits });
  emit(5000);
  recording.passOn();
  const viewers = Array.from({ length: 10 }, () => connect());
  const total = (): number => viewers.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let before = total();
  while (viewers.some((viewer) => viewer.texts('live').length === 0)) {
    clock.advance(TICK);
    expect(total() - before).toBeLessThanOrEqual(limits.tickBytes + limits.frameBytes);
    before = total();
  }
  for (const viewer of viewers) expect(viewer.records).toHaveLength(5000);
});

test('a connection that fails on writing is forgotten; others are not affected', () => {
  const { clock, hub, emit, connect } = setUp();
  const [broken, other] = [connect(), connect()];
  broken.send = () => {
    throw new Error('it is broken');
  };
  emit(100);
  clock.advance(TICK);
  expect(other.records).toEqual(samples(100));
  expect(hub.viewers).toBe(1);
  expect(hub.counts.failures).toBe(1);
});

test('the clock does not tick without viewers', () => {
  const { clock, connect, hub } = setUp();
  expect(clock.alarms).toBe(0);
  const [a, b] = [connect(), connect()];
  expect(clock.alarms).toBe(1);
  a.listener.closed();
  b.listener.closed();
  expect(clock.alarms).toBe(0);
  expect(hub.viewers).toBe(0);
});

test('the number of viewers is reported once per change', async () => {
  const counts: number[] = [];
  const { hub, connect } = setUp({ onViewers: (viewers) => counts.push(viewers) });
  const [first] = [connect(), connect()];
  first.listener.closed();
  first.listener.closed();
  await hub.close();
  expect(counts).toEqual([1, 2, 1, 0]);
});

test('closing the hub disconnects all viewers', async () => {
  const { connect, hub } = setUp();
  const viewers = [connect(), connect()];
  await hub.close();
  expect(viewers.map(({ closedWith }) => closedWith)).toEqual([CLOSE.serverEnds, CLOSE.serverEnds]);
  await hub.allSent();
});

describe('control', () => {
  function controlled() {
    const commands: unknown[] = [];
    const control = (command: unknown): void => {
      if (JSON.stringify(command).includes('666')) throw new Error('not so fast');
      commands.push(command);
    };
    return { ...setUp({ control }), commands };
  }
  const say = (viewer: ReturnType<ReturnType<typeof setUp>['connect']>, message: unknown): unknown => {
    viewer.listener.message(JSON.stringify(message));
    return viewer.texts('answer').at(-1);
  };

  test('commands are executed in order and answered', () => {
    const { commands, connect } = controlled();
    const viewer = connect();
    expect(viewer.texts('welcome')).toEqual([{ type: 'welcome', version: 1, control: true }]);
    expect(say(viewer, { type: 'pause', id: 1 })).toEqual({ type: 'answer', id: 1, done: true });
    say(viewer, { type: 'step' });
    say(viewer, { type: 'step', events: 3 });
    say(viewer, { type: 'speed', factor: 2.5 });
    say(viewer, { type: 'speed', factor: null });
    say(viewer, { type: 'resume' });
    expect(commands).toEqual([
      { type: 'pause' },
      { type: 'step', events: 1 },
      { type: 'step', events: 3 },
      { type: 'speed', factor: 2.5 },
      { type: 'speed', factor: Infinity },
      { type: 'resume' },
    ]);
    expect(say(viewer, { type: 'speed', factor: 666, id: 2 })).toEqual({
      type: 'answer',
      id: 2,
      done: false,
      reason: 'not so fast',
    });
  });

  test('belongs to one viewer at a time, until it releases it, leaves, or is idle while another requests it', () => {
    const { clock, commands, connect } = controlled();
    const [a, b, c] = [connect(), connect(), connect()];
    const holders = (): unknown[] => {
      clock.advance(TICK);
      return [a, b, c].map((viewer) => viewer.texts('control').at(-1)!['holder']);
    };
    expect(holders()).toEqual(['nobody', 'nobody', 'nobody']);
    expect(say(a, { type: 'take' })).toMatchObject({ done: true });
    expect(holders()).toEqual(['you', 'another', 'another']);
    for (const type of ['take', 'pause', 'release']) say(b, { type });
    expect(b.texts('answer').map(({ done }) => done)).toEqual([false, false, true]);
    expect(b.texts('answer')[0]!['reason']).toBe('another viewer is in control');
    expect(commands).toEqual([]);
    say(a, { type: 'release' });
    expect(holders()).toEqual(['nobody', 'nobody', 'nobody']);
    // A command takes control if no viewer has it.
    expect(say(b, { type: 'pause' })).toMatchObject({ done: true });
    expect(holders()).toEqual(['another', 'you', 'another']);
    b.listener.closed();
    expect(say(c, { type: 'take' })).toMatchObject({ done: true });
    clock.advance(LIMITS.leaseMs - 1);
    expect(say(a, { type: 'take' })).toMatchObject({ done: false });
    expect(say(c, { type: 'resume' })).toMatchObject({ done: true });
    clock.advance(LIMITS.leaseMs - 1);
    expect(say(a, { type: 'take' })).toMatchObject({ done: false });
    clock.advance(1);
    expect(say(a, { type: 'take' })).toMatchObject({ done: true });
    expect(say(c, { type: 'resume' })).toMatchObject({ done: false });
  });

  test('is refused for a run that can only be watched', () => {
    const { connect, clock } = setUp();
    const viewer = connect();
    expect(say(viewer, { type: 'pause', id: 5 })).toEqual({
      type: 'answer',
      id: 5,
      done: false,
      reason: 'this run can only be watched',
    });
    clock.advance(TICK);
    expect(viewer.texts('control')).toEqual([]);
  });

  test('invalid messages are answered with the reason and thrown to the caller', () => {
    const { connect, commands } = controlled();
    const viewer = connect();
    expect(() => viewer.listener.message('{')).toThrow('expected JSON, got "{"');
    expect(viewer.texts('answer')).toEqual([{ type: 'answer', done: false, reason: 'expected JSON, got "{"' }]);
    expect(commands).toEqual([]);
  });

  test('a viewer that does not take its answers is sent no more of them', () => {
    const { connect, clock, emit } = controlled();
    const viewer = connect(false);
    emit(30_000);
    clock.advance(TICK);
    for (let i = 0; i < 20_000; i++) viewer.listener.message('{"type":"take"}');
    expect(viewer.bufferedBytes).toBeLessThan(LIMITS.viewerBytes + 200);
  });
});
