/** Reads a trace in either form, from bytes at hand or as they come. */
import { BinaryReader, MAGIC } from './binary.js';
import type { RecordReader, TraceEnd, TraceHeader } from './header.js';
import { JsonReader } from './json.js';
import type { TraceRecord } from './records.js';

interface Reading {
  /** Undefined if it has not been read, or the file ends before its end. */
  readonly header: TraceHeader | undefined;
  /** Once the last record has been given. */
  readonly end: TraceEnd | undefined;
}

/** Records, once. */
export interface Trace extends Reading, Iterable<TraceRecord> {}

/** Records, once. */
export interface TraceStream extends Reading, AsyncIterable<TraceRecord> {}

/** All of a file; the header is there at once. `name` is what messages call the file. */
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

/** A file as it is read, or a run as it goes. `name` is what messages call the file. */
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

/** Told by the first byte, never by the name. */
function readerOf(start: Uint8Array, name: string): RecordReader {
  return start.length === 0 || start[0] === MAGIC[0] ? new BinaryReader(name) : new JsonReader(name);
}

function* recordsOf(reader: RecordReader): Generator<TraceRecord, void> {
  for (let record = reader.next(); record !== undefined; record = reader.next()) yield record;
}
