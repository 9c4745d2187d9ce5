import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { BinaryWriter, jsonHeader, JsonWriter, readTrace, type TraceRecord } from '@kineko/formats/trace';
import { sampleRecord } from '@kineko/tools/kits/sample-records';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { builtProgram } from '@kineko/tools/kits/built-program';
import { ResultHash } from '../../result-hash.js';
import { JsonTraceSink, TraceFileSink } from './file-sink.js';

const PROGRAM = builtProgram('packages/runtime/run/test/record-apart');

const run = promisify(execFile);
const folder = temporaryFolder();
const running = new Set<ChildProcess>();
afterEach(() => running.forEach((child) => child.kill('SIGKILL')));

describe('closed files', () => {
  test('contain every record, as binary and as JSON, and the hash is that of the binary records', async () => {
    const [trace, json] = files('closed');
    const count = 5000;
    const { stdout } = await run(process.execPath, [...PROGRAM, 'some', trace, json, String(count)]);
    const { bytes, lines } = written(count);
    const hash = await ResultHash.create();
    hash.write(bytes);
    expect(JSON.parse(stdout)).toEqual({ hash: hash.digest(), records: count, bytes: bytes.length });
    const reading = readTrace(readFileSync(trace), trace);
    expect(bytesOf(reading).equals(bytes)).toBe(true);
    expect([reading.header?.info, reading.end?.truncated]).toEqual([{ seed: 1 }, false]);
    expect(readFileSync(json, 'utf8') === jsonHeader({ seed: 1 }) + lines).toBe(true);
  });

  test('have their headers, even if nothing was recorded', async () => {
    const [trace, json] = files('empty');
    await new TraceFileSink(trace, { seed: 7 }).close();
    await new JsonTraceSink(json, { seed: 7 }).close();
    for (const path of [trace, json]) {
      const reading = readTrace(readFileSync(path), path);
      expect([...reading]).toEqual([]);
      expect(reading.header?.info).toEqual({ seed: 7 });
    }
  });
});

describe('a killed run', () => {
  test.each([1, 2, 5, 20, 60])(
    'leaves whole files that end no earlier than its last flush (after %d reports)',
    async (reports) => {
      const [trace, json] = files(`killed-${reports}`);
      const { child, ended } = start('for-ever', trace, json);
      let flushed = 0;
      let seen = 0;
      for await (const chunk of child.stdout) {
        const lines = String(chunk).trimEnd().split('\n');
        seen += lines.length;
        flushed = Math.max(flushed, Number(lines.at(-1)));
        if (seen >= reports) child.kill('SIGKILL');
      }
      expect(await ended).toBe('SIGKILL');
      expect(flushed).toBeGreaterThan(0);
      for (const path of [trace, json]) expect(expectWhole(path)).toBeGreaterThanOrEqual(flushed);
    },
  );
});

test('records reach the files even if no more follow', async () => {
  const [trace, json] = files('waiting');
  const { child, ended } = start('and-wait', trace, json);
  await once(child.stdout, 'data');
  for (const path of [trace, json]) await until(path, () => expectWhole(path) === 3);
  child.kill('SIGKILL');
  await ended;
  expect([trace, json].map(expectWhole)).toEqual([3, 3]);
});

test('a recording that is not closed does not keep the process alive', async () => {
  const { ended } = start('and-forget', files('forgotten')[1]);
  expect(await ended).toBe(0);
});

describe('a file that cannot be written', () => {
  test('is refused before the run begins', () => {
    const path = join(folder, 'nowhere', 'run.trace');
    expect(() => new TraceFileSink(path)).toThrow(`${path}: cannot be written: no such folder`);
    expect(() => new JsonTraceSink(folder)).toThrow(`${folder}: cannot be written: it is a folder`);
  });

  test.each(['trace', 'json'])('any further ends the recording, and stays intact (%s)', async (kind) => {
    const path = join(folder, `limited.${kind}`);
    // The shell's limit on file sizes stands for a disk that is soon full.
    const args = ['-c', 'ulimit -f 1000; exec "$0" "$@"', process.execPath, ...PROGRAM, 'until-failure', kind, path];
    const { stdout } = await run('/bin/sh', args);
    const message = `SinkError: ${path}: cannot be written any further: the file would be too large`;
    expect(JSON.parse(stdout)).toEqual([message, message]);
    expect(expectWhole(path)).toBeGreaterThan(1000);
    // A trace without its index is incomplete.
    expect(endOf(path)).toMatchObject({ truncated: kind === 'trace' });
  });
});

function files(name: string): [trace: string, json: string] {
  return [join(folder, `${name}.trace`), join(folder, `${name}.jsonl`)];
}

/** The bytes of the first records of a trace, after its header. */
function written(count: number): { bytes: Uint8Array; lines: string } {
  const binary = new BinaryWriter();
  const text = new JsonWriter();
  for (let i = 0; i < count; i++) {
    binary.append(sampleRecord(i));
    text.append(sampleRecord(i));
  }
  return { bytes: binary.take(), lines: text.take() };
}

/** Records in canonical form. */
function bytesOf(records: Iterable<TraceRecord>): Buffer {
  const writer = new BinaryWriter();
  for (const record of records) writer.append(record);
  return Buffer.from(writer.take());
}

function endOf(path: string) {
  const trace = readTrace(readFileSync(path), path);
  expect([...trace].length).toBe(trace.end!.records);
  return trace.end!;
}

/** Checks that the file contains the sample records up to where it ends; returns their number. */
function expectWhole(path: string): number {
  const { records, offset } = endOf(path);
  const { bytes, lines } = written(records);
  const file = readFileSync(path);
  const [found, expected] = path.endsWith('trace')
    ? [bytesOf(readTrace(file, path)), bytes]
    : [file.subarray(0, offset), Buffer.from(`${jsonHeader()}${lines}`)];
  expect(found.equals(expected)).toBe(true);
  return records;
}

function start(...args: string[]) {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  return { child, ended };
}

/** Checks the condition whenever the file changes. */
async function until(path: string, isSo: () => boolean): Promise<void> {
  const changes = watch(path);
  try {
    while (!isSo()) await once(changes, 'change');
  } finally {
    changes.close();
  }
}
