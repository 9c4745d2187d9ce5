/** The thread that makes a text of records and writes it: see `text-file-sink.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { binaryHeader, BinaryReader } from '@kineko/formats/trace';
import { GrowingFile } from './growing-file.js';
import { makerOf, type TextMaker, type TextFormat } from './text-maker.js';
import { InFlight } from './in-flight.js';

/** A file that is open for writing. */
export interface FileData {
  readonly descriptor: number;
  readonly path: string;
  readonly length: number;
}

/** What the thread is started with. */
export interface TextWorkerData {
  readonly format: TextFormat;
  readonly file: FileData;
  /** The trace, which is written beside the text: both end at the same record. */
  readonly trace: FileData | undefined;
  /** Bytes of both files. */
  readonly limit: number;
  readonly inFlight: SharedArrayBuffer;
}

/** Records as bytes, or the end of them. */
export type TextWorkerMessage = Uint8Array | 'end';

const { format, file: data, trace, limit, inFlight } = workerData as TextWorkerData;
const { path } = data;
const port = parentPort!;
const account = new InFlight(inFlight);
const file = new GrowingFile(data.descriptor, path, data.length);
const traceFile = trace && new GrowingFile(trace.descriptor, trace.path, trace.length);
const maker = await makerOf(format, path).catch(fail);
const reader = new BinaryReader(path, { without: maker?.without });
reader.feed(binaryHeader());

port.on('message', (message: TextWorkerMessage) => {
  if (message === 'end') {
    port.close();
    return;
  }
  const bytes = message.length;
  try {
    // After a failure chunks are let through, so that nobody waits for them.
    if (maker !== undefined && !account.hasFailed && !account.isFull) write(message, maker);
  } catch (error) {
    fail(error);
  }
  account.leave(bytes);
});

function write(chunk: Uint8Array, lines: TextMaker): void {
  reader.feed(chunk);
  for (let record = reader.next(); record !== undefined; record = reader.next()) lines.append(record);
  const text = lines.take();
  const traceBytes = traceFile === undefined ? 0 : traceFile.length + chunk.length;
  if (file.length + text.length + traceBytes > limit) account.fill();
  else appendBoth(chunk, text);
}

/** One after the other, at once: after a kill, or on a full disk, both files end at the same record. */
function appendBoth(chunk: Uint8Array, text: Uint8Array): void {
  const before = traceFile?.length ?? 0;
  traceFile?.append(chunk);
  try {
    file.append(text);
  } catch (error) {
    traceFile?.cutTo(before);
    throw error;
  }
}

function fail(error: unknown): undefined {
  account.fail(error instanceof Error ? error.message : String(error));
}
