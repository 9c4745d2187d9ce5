/** The thread that writes the files of a recording: see `file-sink.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { ChunkRing } from './chunk-ring.js';
import { type FilesData, FilesWriter } from './files-writer.js';
import { InFlight } from './in-flight.js';

export interface FileWorkerData {
  readonly files: FilesData;
  readonly inFlight: SharedArrayBuffer;
  readonly ring: SharedArrayBuffer;
}

/** The lengths of the next chunks of encoded records in the ring, a chunk that is larger than the ring, or the end of the recording. */
export type FileWorkerMessage = readonly number[] | Uint8Array | 'end';

const { files, inFlight, ring } = workerData as FileWorkerData;
const port = parentPort!;
const account = new InFlight(inFlight);
const chunks = new ChunkRing(ring);
const writer = await FilesWriter.create(files).catch(fail);

port.on('message', (message: FileWorkerMessage) => {
  if (message === 'end') {
    whileWell(() => writer?.end());
    port.close();
    return;
  }
  if (message instanceof Uint8Array) write(message);
  else for (const length of message) write(chunks.take(length));
});

function write(chunk: Uint8Array): void {
  // After a failure, chunks are discarded so that the sender does not wait.
  whileWell(() => writer?.write(chunk));
  if (writer?.isFull === true) account.fill();
  account.leave(chunk.length);
}

function whileWell(action: () => void): void {
  try {
    if (!account.hasFailed) action();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): undefined {
  account.fail(error instanceof Error ? error.message : String(error));
}
