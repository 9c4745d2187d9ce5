/** Text formats of records. */
import { jsonHeader, JsonWriter, type RecordType, type TraceObject, type TraceRecord } from '@kineko/formats/trace';

/** Converts records to lines. */
export interface TextMaker {
  append(record: TraceRecord): void;
  /** Types that it ignores. */
  readonly without?: readonly RecordType[] | undefined;
  /** The lines of all records since the last call. */
  take(): Uint8Array;
}

/** Detail of messages in a Neko log. */
export type NekoLogMessages = 'none' | 'fine' | 'finer';

/** A text format, as plain data that can be sent to a thread. */
export type TextFormat =
  | { readonly kind: 'json'; readonly info: TraceObject }
  | { readonly kind: 'neko'; readonly messages?: NekoLogMessages | undefined };

/** The text before the first record. */
export function beginningOf(format: TextFormat, path: string): Uint8Array {
  return Buffer.from(format.kind === 'json' ? jsonHeader(format.info, path) : '');
}

export async function makerOf(format: TextFormat, path: string): Promise<TextMaker> {
  if (format.kind === 'json') {
    const writer = new JsonWriter(path);
    return { append: (record) => writer.append(record), take: () => Buffer.from(writer.take()) };
  }
  const { NekoLogWriter, NOT_IN_NEKO_LOG } = await import('@kineko/formats/neko-log');
  return Object.assign(new NekoLogWriter({ messages: format.messages }), { without: NOT_IN_NEKO_LOG });
}
