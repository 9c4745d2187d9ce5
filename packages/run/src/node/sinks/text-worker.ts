/** The thread that makes a text of records and writes it: see `text-file-sink.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { binaryHeader, BinaryReader } from '@kineko/formats/trace';
import { GrowingFile } from './growing-file.js';
import { makerOf, type TextMaker, type TextOrder } from './text-maker.js';
import { UnderWay } from './under-way.js';

/** What the thread is started with. */
export interface TextWorkerData {
  readonly order: TextOrder;
  readonly descriptor: number;
  readonly path: string;
  /** Of the file. */
  readonly length: number;
  readonly underWay: SharedArrayBuffer;
}

/** Records as bytes, or the end of them. */
export type TextWorkerMessage = Uint8Array | 'end';

const { order, descriptor, path, length, underWay } = workerData as TextWorkerData;
const port = parentPort!;
const account = new UnderWay(underWay);
const file = new GrowingFile(descriptor, path, length);
const maker = await makerOf(order, path).catch(fail);
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
    if (maker !== undefined && !account.hasFailed) write(message, maker);
  } catch (error) {
    fail(error);
  }
  account.leave(bytes);
});

function write(chunk: Uint8Array, lines: TextMaker): void {
  reader.feed(chunk);
  for (let record = reader.next(); record !== undefined; record = reader.next()) lines.append(record);
  file.append(lines.take());
}

function fail(error: unknown): undefined {
  account.fail(error instanceof Error ? error.message : String(error));
}
