/** A worker that reads a log for the page; without workers the page reads it itself. */
import type { FromReader, ToReader } from '../reading/protocol.js';
import { Session } from '../reading/read-session.js';
import { plugins } from './plugins.js';

declare global {
  /** Source of the worker in a standalone page: the contents of `page/reader.js`. */
  var kinekoWorkerSource: string | undefined;
}

export interface ReaderLink {
  post(message: ToReader, transfer?: Transferable[]): void;
  close(): void;
}

export function startReader(hear: (message: FromReader) => void): ReaderLink {
  const worker = startWorker();
  if (worker === undefined) return readHere(hear);
  let hasSpoken = false;
  let inPlace: ReaderLink | undefined;
  const said: ToReader[] = [];
  worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
    hasSpoken = true;
    hear(data);
  });
  worker.addEventListener('error', (event) => {
    if (hasSpoken || inPlace !== undefined) {
      hear({ type: 'failed', message: `reading failed: ${event.message}` });
      return;
    }
    // The worker could not start, for example from a file: the page takes over its messages.
    event.preventDefault();
    inPlace = readHere(hear);
    for (const message of said.splice(0)) inPlace.post(message);
  });
  return {
    post: (message, transfer = []) => {
      if (inPlace !== undefined) return inPlace.post(message);
      // Transferred bytes cannot be sent again.
      if (!hasSpoken) said.push(message);
      else said.length = 0;
      worker.postMessage(message, hasSpoken ? transfer : []);
    },
    close: () => {
      worker.terminate();
      inPlace?.close();
    },
  };
}

let carriedUrl: string | undefined;

function startWorker(): Worker | undefined {
  const source = globalThis.kinekoWorkerSource;
  try {
    if (source === undefined) return new Worker(new URL('./reader.js', import.meta.url));
    carriedUrl ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    return new Worker(carriedUrl);
  } catch {
    return undefined;
  }
}

function readHere(hear: (message: FromReader) => void): ReaderLink {
  let isClosed = false;
  const session = new Session((message) => {
    // Asynchronously, like a worker.
    queueMicrotask(() => {
      if (!isClosed) hear(message);
    });
  }, plugins());
  return {
    post: (message) => session.hear(message),
    close: () => {
      isClosed = true;
      session.end();
    },
  };
}
