import type { RecordOf, TraceValue } from '@kineko/formats/trace';

export type NekoRecord = RecordOf<
  'send' | 'deliver' | 'drop' | 'crash' | 'recover' | 'suspect' | 'decide' | 'protocolEvent' | 'log'
>;

export type Emit = (record: NekoRecord) => void;

/** Contents are plain data: checked when messages are sent. */
export function onRecord(content: unknown): TraceValue {
  return (content ?? null) as TraceValue;
}
