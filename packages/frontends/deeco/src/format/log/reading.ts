/** Reads a simulation log from bytes at hand, or as they come. */
import { type Chunks, LogStream, WholeLog } from '@kineko/formats/text';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { type DeecoLogEnd, DeecoLogReader } from './reader.js';

export class DeecoLog extends WholeLog<DeecoCycle, DeecoLogEnd, DeecoLogReader> {
  get header(): DeecoLogHeader {
    // There is one: `close` throws otherwise.
    return this.reader.header!;
  }
}

export class DeecoLogStream extends LogStream<DeecoCycle, DeecoLogEnd, DeecoLogReader> {
  /** As soon as it has been read. */
  get header(): DeecoLogHeader | undefined {
    return this.reader.header;
  }
}

/** All of a file; throws an InputError if its header is not that of a simulation log. `name` is what problems call it. */
export function readDeecoLog(bytes: Uint8Array, name: string): DeecoLog {
  return new DeecoLog(new DeecoLogReader(name), bytes);
}

/** A file as it is read, or a run as it goes. `name` is what problems call it. */
export function readDeecoLogStream(chunks: Chunks, name: string): DeecoLogStream {
  return new DeecoLogStream(new DeecoLogReader(name), chunks);
}
