/** What an environment that lives is given: the time, models, chance, and somebody who keeps records. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { WallTime } from '../robots/link.js';
import type { CrsimScenario } from '../scenario.js';
import type { ViewerLimits } from './viewers.js';

/** Keeps the records of one run. */
export interface SessionRecorder {
  emit(record: TraceRecord): void;
  /** Resolves to what is to be said of it, such as its hash. */
  finish(): Promise<string>;
}

export interface SessionOptions {
  readonly clock: WallTime;
  /** Reads a model that a panel names; throws what is wrong with it. */
  readonly load: (file: string) => Promise<CrsimScenario>;
  readonly seed: () => number;
  readonly deadlineMs?: number | undefined;
  readonly recorder?: (() => Promise<SessionRecorder>) | undefined;
  readonly viewerLimits?: Partial<ViewerLimits> | undefined;
}
