/** The exact trace inside a recording that Kineko has written. */
import type { McapIndexedReader } from '@mcap/core';
import { TRACE_PART } from './export.js';
import { damage } from './recording.js';

export function hasTrace({ attachmentIndexes }: McapIndexedReader): boolean {
  return attachmentIndexes.some((attachment) => attachment.name === TRACE_PART);
}

/** The pieces of the trace; throws an `InputError` if the file is damaged. @param name In messages. */
export async function* attachedTrace(reader: McapIndexedReader, name: string): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const { data } of reader.readAttachments({ name: TRACE_PART })) yield data;
  } catch (error) {
    throw damage(error, name);
  }
}
