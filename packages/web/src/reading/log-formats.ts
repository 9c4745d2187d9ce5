/** Log formats of front ends, which the viewer reads besides Neko logs and traces. */
import { DeecoRecordReader, isDeecoLog } from '@kineko/formats/deeco';
import type { Problem } from '@kineko/formats/problem';
import type { TraceRecord } from '@kineko/formats/trace';

export interface ViewedLogFormat {
  /** With its article: `a DEECo log`. */
  readonly title: string;
  recognises(head: string): boolean;
  reader(name: string): ViewedLogReader;
}

/** Passes over damaged lines. */
export interface ViewedLogReader {
  readonly problems: readonly Problem[];
  readonly damaged: number;
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
}

export const LOG_FORMATS: readonly ViewedLogFormat[] = [
  { title: 'a DEECo log', recognises: isDeecoLog, reader: (name) => new DeecoRecordReader(name) },
];
