/**
 * Cost of recording for the thread that simulates: a loop that creates records, without a recording and with each kind of
 * sink. Threads of sinks are not counted, except for the time that the loop waits for them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TraceRecord } from '@kineko/formats/trace';
import { Recording, type RecordSink, ResultHash } from '@kineko/run';
import { TraceFileSink } from '@kineko/run/node';
import { JsonTraceSink } from '../src/node/sinks/file-sink.js';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';

const COUNT = 1_000_000;

type Sinks = (file: string) => RecordSink[] | Promise<RecordSink[]>;

const kinds: readonly [string, Sinks | undefined][] = [
  ['no recording', undefined],
  ['made binary', () => []],
  ['hash', async () => [await ResultHash.create()]],
  ['trace file', (file) => [new TraceFileSink(file)]],
  ['hash and trace file', async (file) => [await ResultHash.create(), new TraceFileSink(file)]],
  ['JSON lines, in a thread', (file) => [new JsonTraceSink(file)]],
];

export const comparisons: Comparison[] = [
  {
    name: 'motion records, CPU time of the main thread',
    n: COUNT,
    unit: 'ms',
    alternatives: kinds.map(([name, sinks]) => alternative(name, sinks, threadMs)) as [Alternative, ...Alternative[]],
  },
  {
    name: 'motion records, time until all is kept',
    n: COUNT,
    unit: 'ms',
    needsIdleMachine: true,
    alternatives: kinds.map(([name, sinks]) => alternative(name, sinks, wallMs)) as [Alternative, ...Alternative[]],
  },
];

/** Every loop stores its sum here, so that the work is not optimized away. */
const sum = new Float64Array(1);

function alternative(name: string, sinks: Sinks | undefined, clock: () => number): Alternative {
  return {
    name,
    setUp: () => async () => {
      const folder = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
      try {
        // Once to have it compiled.
        await record(await sinks?.(join(folder, 'warm')), COUNT / 10);
        const taken = await sinks?.(join(folder, 'records'));
        const start = clock();
        await record(taken, COUNT);
        return clock() - start;
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

async function record(sinks: RecordSink[] | undefined, count: number): Promise<void> {
  if (sinks === undefined) {
    for (let i = 0; i < count; i++) sum[0]! += motion(i).time;
    return;
  }
  const recording = new Recording(sinks);
  for (let i = 0; i < count; i++) recording.emit(motion(i));
  await recording.close();
}

function motion(i: number): TraceRecord {
  const time = i / 7;
  const place = { x: i / 3, y: i / 11, heading: i / 13 };
  if (i % 2 === 0) {
    return {
      type: 'leg',
      time,
      robot: i % 100,
      leg: { kind: 'line', ...place, start: time, end: time + 1, vx: 1 / 7, vy: 1 / 9 },
    };
  }
  return { type: 'motionEnd', time, robot: i % 100, task: i, status: 'finished', ...place };
}

function wallMs(): number {
  return performance.now();
}

/** CPU time of this thread, if the system provides it, in steps of 10 ms. */
function threadMs(): number {
  try {
    // Behind the name, which may have spaces in it: user and system time are the 12th and 13th field.
    const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
