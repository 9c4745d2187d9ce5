/** The run in a recording, as a trace. */
import { BinaryWriter, type TraceRecord, TraceWriter } from '@kineko/formats/trace';
import type { IReadable } from '@mcap/core';
import { attachedTrace, hasTrace } from './attached-trace.js';
import { mcapLibraries } from './libraries.js';
import { openRecording, type RecordingOptions, recordsOfRecording } from './recording.js';

/**
 * Returns the pieces of a trace: of the one inside a recording by Kineko, or of the motions in a recording of another program.
 * Throws an `InputError` if the file is damaged, or a library is missing.
 */
export async function traceInRecording(
  readable: IReadable,
  options: RecordingOptions,
): Promise<AsyncIterable<Uint8Array>> {
  const { name } = options;
  const reader = await openRecording(await mcapLibraries(), readable, name);
  return hasTrace(reader) ? attachedTrace(reader, name) : encoded(recordsOfRecording(reader, options), name);
}

/** Bytes of records that are collected. */
const CHUNK = 1 << 18;

async function* encoded(records: AsyncIterable<TraceRecord>, name: string): AsyncGenerator<Uint8Array, void> {
  const [encoder, trace] = [new BinaryWriter(), new TraceWriter({ recording: name }, name)];
  for await (const record of records) {
    encoder.append(record);
    if (encoder.length < CHUNK) continue;
    trace.add(encoder.take());
    for (const { bytes } of trace.take()) yield bytes;
  }
  trace.add(encoder.take());
  for (const { bytes } of trace.end()) yield bytes;
}
