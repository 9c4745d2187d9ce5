/** A run that is shown in the browser while it goes on. */
import type { Pacer } from '@kineko/kernel/pacing';
import type { CliContext } from './cli-context.js';
import type { RecordSink } from '../recording.js';
import type { Run } from '../scenario.js';

export interface LiveViewOptions {
  /** Whether the browser is opened. */
  readonly open: boolean;
  /** Layers to show, or a file that describes the look. */
  readonly layers?: string | undefined;
  /** Files with layers of authors. */
  readonly layer?: readonly string[] | undefined;
  /** What holds the run back, if viewers may change it. */
  readonly pacer?: Pacer | undefined;
  readonly port?: number | undefined;
  /** Runs a world that was opened in a page. */
  readonly openWorld?: ((name: string, bytes: Uint8Array) => Promise<void>) | undefined;
}

export interface LiveView {
  /** Takes the records. */
  readonly sink: RecordSink;
  begin(run: Run, recording: { flush(): void }): void;
  /** Shows another run from now on, on the same pages. */
  showAnother(name: string, pacer: Pacer | undefined): Promise<void>;
  /** On a terminal, waits until the user ends it; otherwise until all pages have received everything. */
  linger(context: CliContext): Promise<void>;
  close(): Promise<void>;
}
