/** Reads a trace in either form, whole or in chunks. */
import { BinaryReader } from './binary.js';
import { MAGIC } from './file-header.js';
import type { RecordReader, TraceEnd, TraceHeader } from './header.js';
import { JsonReader } from './json.js';
import type { TraceRecord } from './records.js';

interface Reading {
  /** Undefined until it has been read, or if the file ends within it. */
  readonly header: TraceHeader | undefined;
  /** Undefined until the last record has been returned. */
  readonly end: TraceEnd | undefined;
}

/** Can be iterated once. */
export interface Trace extends Reading, Iterable<TraceRecord> {}

/** Can be iterated once. */
export interface TraceStream extends Reading, AsyncIterable<TraceRecord> {}

/** Reads a whole file; the header is available at once. @param name The file, for problems. */
export function readTrace(bytes: Uint8Array, name: string): Trace {
  const reader = readerOf(bytes, name);
  reader.feed(bytes);
  reader.close();
  return {
    get header() {
      return reader.header;
    },
    get end() {
      return reader.end;
    },
    [Symbol.iterator]: () => recordsOf(reader),
  };
}

/** Reads a file, or the trace of a running simulation, chunk by chunk. @param name The file, for problems. */
export function readTraceStream(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, name: string): TraceStream {
  let reader: RecordReader | undefined;
  async function* records(): AsyncGenerator<TraceRecord, void> {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      reader ??= readerOf(chunk, name);
      reader.feed(chunk);
      yield* recordsOf(reader);
    }
    reader ??= new BinaryReader(name);
    reader.close();
    yield* recordsOf(reader);
  }
  return {
    get header() {
      return reader?.header;
    },
    get end() {
      return reader?.end;
    },
    [Symbol.asyncIterator]: records,
  };
}

/** Chooses the format by the first byte, never by the name. */
function readerOf(start: Uint8Array, name: string): RecordReader {
  return start.length === 0 || start[0] === MAGIC[0] ? new BinaryReader(name) : new JsonReader(name);
}

function* recordsOf(reader: RecordReader): Generator<TraceRecord, void> {
  for (let record = reader.next(); record !== undefined; record = reader.next()) yield record;
}
