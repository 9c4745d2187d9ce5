/** The thread that converts records to text and writes it: see `text-file-sink.ts`. */
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

export interface TextWorkerData {
  readonly format: TextFormat;
  readonly file: FileData;
  /** The trace, which is written beside the text so that both end at the same record. */
  readonly trace: FileData | undefined;
  /** Maximum size of both files together (bytes). */
  readonly limit: number;
  readonly inFlight: SharedArrayBuffer;
}

/** Encoded records, or the end of the recording. */
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
    // After a failure, chunks are discarded so that the sender does not wait.
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

/** Appends to both files together, so that after a kill or on a full disk both end at the same record. */
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
