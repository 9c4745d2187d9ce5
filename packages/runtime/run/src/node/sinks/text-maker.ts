/** The texts that can be made of records, by a word. */
import { jsonHeader, JsonWriter, type RecordType, type TraceObject, type TraceRecord } from '@kineko/formats/trace';

/** Makes lines of records. */
export interface TextMaker {
  append(record: TraceRecord): void;
  /** Types that it makes nothing of. */
  readonly without?: readonly RecordType[] | undefined;
  /** How much `take` would give. */
  readonly length: number;
  /** The lines of all records since the last call. */
  take(): Uint8Array;
}

/** Which messages a Neko log shows. */
export type NekoLogMessages = 'none' | 'fine' | 'finer';

/** What to make, as plain data: it travels to another thread. */
export type TextOrder =
  | { readonly kind: 'json'; readonly info: TraceObject }
  | { readonly kind: 'neko'; readonly messages?: NekoLogMessages | undefined };

/** What stands before the first record. */
export function beginningOf(order: TextOrder, path: string): Uint8Array {
  return Buffer.from(order.kind === 'json' ? jsonHeader(order.info, path) : '');
}

export async function makerOf(order: TextOrder, path: string): Promise<TextMaker> {
  if (order.kind === 'json') return new JsonLines(path);
  const { NekoLogWriter, NOT_IN_NEKO_LOG } = await import('@kineko/formats/neko-log');
  const { messages } = order;
  return Object.assign(new NekoLogWriter({ messages }), { without: NOT_IN_NEKO_LOG });
}

class JsonLines implements TextMaker {
  private readonly writer: JsonWriter;

  constructor(path: string) {
    this.writer = new JsonWriter(path);
  }

  append(record: TraceRecord): void {
    this.writer.append(record);
  }

  get length(): number {
    return this.writer.length;
  }

  take(): Uint8Array {
    return Buffer.from(this.writer.take());
  }
}
