/**
 * Cost of recording: a thousand robots in random movement, without records and with the files of a run folder. Measures the
 * time of all threads, the time of the engine's thread, and the wall-clock time, in which the engine may wait for the thread
 * that writes the log.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordHandler } from '@kineko/formats/trace';
import { Random } from '@kineko/kernel';
import { BasicChannel, SimNetwork } from '@kineko/neko';
import { RandomMovement } from '@kineko/robotsim';
import { RobotSystem } from '../src/run/robot-system.js';
import { Recording, type RecordSink, ResultHash } from '@kineko/run';
import { NekoLogSink, TraceFileSink } from '@kineko/run/node';
import type { Alternative, Comparison, Target, Work } from '@kineko/tools/bench/comparison';

const ROBOTS = 1000;
const RADIUS = 1;
/** Part of the ground that they cover. */
const DENSITY = 0.1;
/** Events that one call runs: enough that the start of a thread does not show, which takes as long as 10,000 events. */
const EVENTS = 500_000;
/** Events of which the files are measured. */
const EVENTS_ON_FILE = 100_000;

/** Where records go, in a folder; undefined if none are made. */
type Keeping = ((folder: string) => Promise<readonly RecordSink[]>) | undefined;

const kinds: readonly [name: string, keeping: Keeping][] = [
  ['no records', undefined],
  ['records, made binary', async () => []],
  ['hash', async () => [await ResultHash.create()]],
  ['hash and trace', async (folder) => [await ResultHash.create(), new TraceFileSink(join(folder, 'trace'))]],
  ['hash and Neko log', async (folder) => [await ResultHash.create(), new NekoLogSink(join(folder, 'log'))]],
];

/** Bounds for the time of the engine's thread, relative to a run without records. */
const TARGETS: Readonly<Record<string, Target>> = {
  hash: { figure: "result hash on: time of the engine's thread", compares: 'cost', must: 1.1, aim: 1.05 },
  'hash and trace': { figure: "trace on: time of the engine's thread", compares: 'cost', must: 1.15, aim: 1.08 },
  'hash and Neko log': { figure: "Neko log on: time of the engine's thread", compares: 'cost', must: 1.5, aim: 1.2 },
};

const WHOSE = { process: 'time of all threads', thread: "time of the engine's thread", wall: 'time on the wall' };

export const comparisons: Comparison[] = [
  ...(['process', 'thread', 'wall'] as const).map((clock) => ({
    name: `events of a run that is recorded, ${WHOSE[clock]}`,
    n: ROBOTS,
    clock,
    alternatives: kinds.map(([name, keeping]) => ({
      name,
      setUp: () => recorded(keeping),
      ...(clock === 'thread' && name in TARGETS && { target: TARGETS[name]! }),
    })) as [Alternative],
  })),
  {
    name: `size of the files of a run, per ${EVENTS_ON_FILE.toLocaleString('en')} events`,
    n: ROBOTS,
    unit: 'bytes',
    alternatives: [
      { name: 'Neko log', setUp: () => sizeOf((path) => new NekoLogSink(path)) },
      {
        name: 'trace',
        setUp: () => sizeOf((path) => new TraceFileSink(path)),
        target: { figure: 'size of the trace ÷ Neko log', compares: 'growth', must: 0.5, aim: 0.25 },
      },
    ],
    isScaling: true,
  },
];

function sizeOf(sinkAt: (path: string) => RecordSink): Work {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
    try {
      const path = join(folder, 'file');
      const recording = new Recording([sinkAt(path)]);
      await crowd(recording.emit).simulator.run({ maxEvents: EVENTS_ON_FILE });
      await recording.close();
      return statSync(path).size;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

function recorded(keeping: Keeping): Work {
  const sinks = new Changing();
  const recording = new Recording([sinks]);
  const { simulator } = crowd(keeping && recording.emit);
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
    try {
      sinks.now = (await keeping?.(folder)) ?? [];
      await simulator.run({ maxEvents: EVENTS });
      recording.flush();
      await sinks.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
    return EVENTS;
  };
}

/** One run, and other files in each call of it. */
class Changing implements RecordSink {
  now: readonly RecordSink[] = [];

  write(chunk: Uint8Array): void {
    for (const sink of this.now) sink.write(chunk);
  }

  async close(): Promise<void> {
    await Promise.all(this.now.map((sink) => sink.close()));
  }
}

function crowd(emit: RecordHandler | undefined): RobotSystem {
  const side = Math.sqrt((ROBOTS * Math.PI * RADIUS * RADIUS) / DENSITY);
  return new RobotSystem({
    world: {
      robots: Array.from({ length: ROBOTS }, (_, id) => ({ id, radius: RADIUS })),
      area: { minX: 0, minY: 0, maxX: side, maxY: side },
      walled: true,
    },
    random: new Random(1),
    networks: (host) => [new SimNetwork(host, new BasicChannel(host))],
    initializer: (robot) => {
      const algorithm = new RandomMovement(robot);
      algorithm.setId('algorithm');
      algorithm.setSender(robot.network());
      algorithm.launch();
    },
    makeSensor: () => {
      throw new Error('random movement looks at nothing');
    },
    parameters: () => new Map([['side', String(side)]]),
    emit,
  });
}
