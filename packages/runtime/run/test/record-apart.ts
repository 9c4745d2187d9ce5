/** Records in a process of its own: what runs is what was built, threads included. */
import { setImmediate } from 'node:timers/promises';
import { Recording, ResultHash } from '@kineko/run';
import { keepFlushing, TraceFileSink } from '@kineko/run/node';
import { JsonTraceSink } from '../src/node/sinks/file-sink.js';
import { sampleRecord } from '@kineko/tools/kits/sample-records';

const [mode, ...args] = process.argv.slice(2);
switch (mode) {
  case 'some':
    await recordSome(args[0]!, args[1]!, Number(args[2]));
    break;
  case 'for-ever':
    await recordForEver(args[0]!, args[1]!);
    break;
  case 'until-failure':
    await recordUntilFailure(args[0]!, args[1]!);
    break;
  case 'and-wait':
    await recordAndWait(args[0]!, args[1]!);
    break;
  case 'and-forget':
    recordAndForget(args[0]!);
    break;
  default:
    throw new Error(`unknown mode ${mode}`);
}

async function recordSome(trace: string, json: string, count: number): Promise<void> {
  const hash = await ResultHash.create();
  const recording = new Recording([hash, new TraceFileSink(trace, { seed: 1 }), new JsonTraceSink(json, { seed: 1 })]);
  for (let i = 0; i < count; i++) recording.emit(sampleRecord(i));
  await recording.close();
  process.stdout.write(JSON.stringify({ hash: hash.digest(), records: recording.records, bytes: recording.bytes }));
}

/** Prints the number of records after each flush, repeatedly. */
async function recordForEver(trace: string, json: string): Promise<void> {
  const recording = new Recording([new TraceFileSink(trace), new JsonTraceSink(json)]);
  for (let i = 0; ; i++) {
    recording.emit(sampleRecord(i));
    if (i % 100 !== 99) continue;
    recording.flush();
    process.stdout.write(`${recording.records}\n`);
    await setImmediate();
  }
}

/** The loop lets no timers or messages through, like that of a simulator. */
async function recordUntilFailure(kind: string, path: string): Promise<void> {
  const recording = new Recording([kind === 'trace' ? new TraceFileSink(path) : new JsonTraceSink(path)]);
  const caught: string[] = [];
  try {
    for (let i = 0; i < 10_000_000; i++) recording.emit(sampleRecord(i));
  } catch (error) {
    caught.push(String(error));
  }
  await recording.close().catch((error: unknown) => caught.push(String(error)));
  process.stdout.write(JSON.stringify(caught));
}

/** A few records, and then nothing for a long time: only the clock can get them into the files. */
async function recordAndWait(trace: string, json: string): Promise<void> {
  const recording = new Recording([new TraceFileSink(trace), new JsonTraceSink(json)]);
  keepFlushing(recording);
  for (let i = 0; i < 3; i++) recording.emit(sampleRecord(i));
  process.stdin.resume();
  process.stdout.write('recorded\n');
}

function recordAndForget(json: string): void {
  const recording = new Recording([new JsonTraceSink(json)]);
  keepFlushing(recording);
  for (let i = 0; i < 100_000; i++) recording.emit(sampleRecord(i));
}
