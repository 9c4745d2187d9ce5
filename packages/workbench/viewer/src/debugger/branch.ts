/** The run of a delivery schedule as a server sends it to the debugger: plain data. */
import type { TraceRecord } from '@kineko/formats/trace';

/** A message under way to one process. */
export interface CopyUnderWay {
  /** Identifies it in all moments. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly content: string;
  /** Its name in steps: `deliver` and this text deliver it. */
  readonly text: string;
}

interface Field {
  readonly name: string;
  readonly text: string;
}

/** The state of a process in words. */
export interface ProcessState {
  readonly isCrashed: boolean;
  readonly protocols: readonly { readonly name: string; readonly fields: readonly Field[] }[];
  readonly stable: readonly Field[];
  readonly waits: readonly string[];
}

/** The system after a step. */
export interface Moment {
  /** Null at the start. */
  readonly step: string | null;
  /** By id; null if it is the same as before. */
  readonly processes: readonly (ProcessState | null)[];
  readonly underWay: readonly CopyUnderWay[];
  /** The steps that can follow. */
  readonly possible: readonly string[];
  /** The events of the step. */
  readonly records: readonly TraceRecord[];
  /** The properties that are violated by now, each with its first violation. */
  readonly violations: readonly string[];
}

export interface Branch {
  /** Name of the file of the system. */
  readonly name: string;
  readonly n: number;
  /** The start, and one moment for each step. */
  readonly moments: readonly Moment[];
  /** Its delivery schedule, as the text of a file. */
  readonly schedule: string;
  /** File name for its delivery schedule. */
  readonly file: string;
}
