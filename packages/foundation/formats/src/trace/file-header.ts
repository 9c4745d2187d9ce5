/** The header of a binary trace: records follow it directly (version 1, also sent by live runs) or in blocks (version 2). */
import { valueCodec } from './binary-fields.js';
import { ByteSink, TOO_LONG } from './byte-sink.js';
import { MAX_RECORD } from './limits.js';
import { crc32 } from './packed/crc32.js';
import { PACKED_MAJOR } from './packed/layout.js';
import { MAJOR, MINOR } from './records.js';
import { Misfit, TraceError } from './trace-error.js';
import type { TraceObject } from './values.js';

/** \x89KINEKO\n: no text starts like this, and a transfer that rewrites line ends breaks it. */
export const MAGIC: readonly number[] = [0x89, 0x4b, 0x49, 0x4e, 0x45, 0x4b, 0x4f, 0x0a];

/** Magic, major and minor version, length of the info. */
export const HEADER_START = MAGIC.length + 2 + 2 + 4;

/** Whether a file that begins with these bytes is a binary trace. */
export function isTrace(start: Uint8Array): boolean {
  return MAGIC.every((byte, i) => start[i] === byte);
}

/** The bytes before canonical records. `name` is what messages call the trace. */
export function binaryHeader(info: TraceObject = {}, name = 'trace'): Uint8Array {
  return headerSink(info, name, MAJOR).take();
}

/** The bytes before blocks, with their checksum. */
export function packedHeader(info: TraceObject, name: string): Uint8Array {
  const sink = headerSink(info, name, PACKED_MAJOR);
  const bytes = sink.take();
  const header = new Uint8Array(bytes.length + 4);
  header.set(bytes);
  new DataView(header.buffer).setUint32(bytes.length, crc32(bytes), true);
  return header;
}

function headerSink(info: TraceObject, name: string, major: number): ByteSink {
  const sink = new ByteSink();
  MAGIC.forEach((byte) => sink.u8(byte));
  sink.u16(major);
  sink.u16(MINOR);
  sink.u32(0);
  sink.limit(MAX_RECORD);
  try {
    valueCodec.write(sink, info);
    if (sink.length - HEADER_START > MAX_RECORD) throw new Misfit(TOO_LONG);
  } catch (failure) {
    throw failure instanceof Misfit ? new TraceError(name, ', header', failure.describe()) : failure;
  }
  sink.setU32(HEADER_START - 4, sink.length - HEADER_START);
  return sink;
}
