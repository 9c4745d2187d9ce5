/** Shows a run in the browser while it is running. */
import type { Pacer } from '@kineko/kernel/pacing';
import type { CliContext } from './cli-context.js';
import type { RecordSink } from '../recording.js';
import type { Run } from '../scenario.js';

export interface LiveViewOptions {
  /** Whether the browser is opened. */
  readonly open: boolean;
  /** Layers to show, or a visualization file. */
  readonly layers?: string | undefined;
  /** Files with layers of authors. */
  readonly layer?: readonly string[] | undefined;
  /** Paces the run, if viewers may change its speed. */
  readonly pacer?: Pacer | undefined;
  readonly port?: number | undefined;
  /** Runs a world that was opened in a page. */
  readonly openWorld?: ((name: string, bytes: Uint8Array) => Promise<void>) | undefined;
}

export interface LiveView {
  readonly sink: RecordSink;
  begin(run: Run, recording: { passOn(): void }): void;
  /** Shows another run on the same pages. */
  showAnother(name: string, pacer: Pacer | undefined): Promise<void>;
  /** On a terminal, waits until the user ends it; otherwise until all pages have received everything. */
  linger(context: CliContext): Promise<void>;
  close(): Promise<void>;
}
