/** Log formats of front ends, which the viewer reads besides Neko logs and traces. */
import type { Problem } from '@kineko/formats/problem';
import type { TraceHeader, TraceRecord } from '@kineko/formats/trace';
import type { DescribeRun } from '../scene/run-facts.js';

/** What front ends add to the reader of the viewer. */
export interface ReaderPlugins {
  /** Logs that can be opened besides Neko logs and traces. */
  readonly logFormats?: readonly ViewedLogFormat[];
  readonly describeRun?: readonly DescribeRun[];
}

export interface ViewedLogFormat {
  /** With its article: `a DEECo log`. */
  readonly title: string;
  recognises(head: string): boolean;
  reader(name: string): ViewedLogReader;
}

/** Passes over damaged lines. */
export interface ViewedLogReader {
  readonly header: TraceHeader | undefined;
  readonly problems: readonly Problem[];
  readonly damaged: number;
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
}
