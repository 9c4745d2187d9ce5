import type { RecordOf, TraceValue } from '@kineko/formats/trace';

/** What communication puts on record, in the order in which it happens. */
export type NekoRecord = RecordOf<
  'send' | 'deliver' | 'drop' | 'crash' | 'recover' | 'suspect' | 'decide' | 'protocolEvent' | 'log'
>;

export type Emit = (record: NekoRecord) => void;

/** Contents are plain data: that is checked where messages are sent. */
export function onRecord(content: unknown): TraceValue {
  return (content ?? null) as TraceValue;
}
