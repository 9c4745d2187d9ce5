/** MCAP recordings: written from the records of a run, and read by the trace inside. */
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, open, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { expected } from '@kineko/formats/problem';
import { BinaryWriter, TraceWriter } from '@kineko/formats/trace';
import { type ServeRequest, UsageError } from '@kineko/run/console';
import { writingNow } from '@kineko/run/node';
import type { Findings } from '@kineko/viewer';
import { LOG_FORMATS } from './front-ends.js';
import { type NamedLog, readRecords, type RecordFile } from './record-files.js';

/** The start of a file; both formats begin with a byte that no text has. */
const STARTS = { mcap: '\u0089MCAP', trace: '\u0089' } as const;

export async function writeMcap(
  from: NamedLog,
  file: FileHandle,
  { hz, findings }: { readonly hz?: number | undefined; readonly findings?: Findings | undefined },
  signal: AbortSignal,
): Promise<RecordFile> {
  const [{ McapExport }, { shapeOf }] = await Promise.all([import('@kineko/interop/node'), import('@kineko/viewer')]);
  let position = 0n;
  const writable = {
    position: () => position,
    async write(bytes: Uint8Array) {
      await file.write(bytes);
      position += BigInt(bytes.length);
    },
  };
  const recording = await McapExport.begin(writable, { hz, library: 'kineko', outlineOf: shapeOf });
  // A trace is kept unchanged; the records of other logs are encoded as one.
  const encoder = (await startsWith(from.path, STARTS.trace)) ? undefined : new BinaryWriter();
  let trace: TraceWriter | undefined;
  const keepEncoded = (): void => {
    if (encoder === undefined || trace === undefined) return;
    trace.add(encoder.take());
    for (const { bytes } of trace.take()) recording.attach(bytes);
  };
  const read = await readRecords(
    from,
    LOG_FORMATS,
    {
      info(info) {
        if (encoder !== undefined) trace = new TraceWriter(info, from.name);
      },
      record(record) {
        recording.add(record);
        encoder?.append(record);
      },
      chunk(bytes) {
        if (encoder === undefined) recording.attach(bytes);
        else keepEncoded();
      },
      afterChunk: () => recording.flush(),
    },
    signal,
  );
  keepEncoded();
  for (const { bytes } of trace?.end() ?? []) recording.attach(bytes);
  await recording.end(findings);
  return read;
}

/** An MCAP recording that is written while a run creates its records. */
export const recordMcap: ServeRequest['recordMcap'] = async (path, info, budget) => {
  const [{ McapSink }, { shapeOf }] = await Promise.all([import('@kineko/interop/node'), import('@kineko/viewer')]);
  const open = (): number => writingNow(path, () => openSync(path, 'w'));
  return McapSink.begin(open, {
    info,
    library: 'kineko',
    outlineOf: shapeOf,
    maxBytes: budget?.bytes,
    onFull: () => budget?.exceed(),
    writing: (write) => writingNow(path, write),
  });
};

/** How recordings of other programs are understood, from the options of a command. */
export interface AskedRecording {
  readonly radius?: number | string | undefined;
  readonly maxGap?: number | undefined;
  readonly warn?: ((text: string) => void) | undefined;
}

const DEFAULTS = { radius: 0.5, maxGap: 1 } as const;

function numbersOf(asked: AskedRecording): { readonly radius: number; readonly maxGap: number } {
  const [radius, maxGap] = [Number(asked.radius ?? DEFAULTS.radius), asked.maxGap ?? DEFAULTS.maxGap];
  if (!(radius >= 0 && radius < Infinity)) throw new UsageError(`--radius: ${expected('0 m or more', asked.radius)}`);
  if (!(maxGap > 0 && maxGap < Infinity)) throw new UsageError(`--max-gap: ${expected('seconds above 0', maxGap)}`);
  return { radius, maxGap };
}

/**
 * A trace made from an MCAP recording, in a folder that is removed at the end: the one inside a recording by this program, or the motions
 * in a recording of another. Undefined if the file is no recording.
 */
export async function traceOfRecording(path: string, name: string, asked: AskedRecording): Promise<string | undefined> {
  if (!(await startsWith(path, STARTS.mcap))) return undefined;
  const options = { name, warn: () => {}, ...numbersOf(asked), ...(asked.warn && { warn: asked.warn }) };
  const { traceInRecording } = await import('@kineko/interop/node');
  const file = await open(path);
  try {
    const readable = {
      size: async () => BigInt((await file.stat()).size),
      async read(offset: bigint, size: bigint) {
        // A damaged recording may name any size.
        const { size: all } = await file.stat();
        const bytes = new Uint8Array(Math.max(0, Math.min(Number(size), all - Number(offset))));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, Number(offset));
        return bytes.subarray(0, bytesRead);
      },
    };
    const trace = await traceInRecording(readable, options);
    const folder = mkdtempSync(join(tmpdir(), 'kineko-recording-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    // Under the same name, so that the manifest applies to the copy.
    const copy = join(folder, basename(path));
    await writeFile(copy, trace);
    const manifest = join(dirname(path), 'manifest.json');
    if ((await stat(manifest).catch(() => undefined))?.isFile() === true) {
      await copyFile(manifest, join(folder, basename(manifest)));
    }
    return copy;
  } finally {
    await file.close();
  }
}

/** False for a file that cannot be read, which its reader reports. */
async function startsWith(path: string, start: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(start.length), 0, start.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === start;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
