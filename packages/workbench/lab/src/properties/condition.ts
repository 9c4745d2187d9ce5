/** A condition on robots at a time. */
import type { Box } from '@kineko/geometry';
import type { ObservedRun } from '../observed-run.js';
import type { OptionTable, OptionValues } from './options.js';
import type { Timeline } from './timeline.js';

export interface Condition {
  readonly name: string;
  /** Unit of the value, if it takes one: `separation=2`. */
  readonly value?: string;
  readonly doc: string;
  /** Whether the default modality is `eventually`. */
  readonly isGoal?: boolean;
  /** Whether it holds to the end once it does, so that a run in which it does not hold yet is no violation. */
  readonly isStable?: boolean;
  readonly options?: OptionTable;
  /** A problem of the options that their types do not show. */
  readonly problemOf?: (options: OptionValues) => string | undefined;
  readonly timeline: (run: ObservedRun, given: GivenOptions) => Timeline;
}

export interface GivenOptions {
  readonly value: number;
  readonly area?: Box | undefined;
  /** `bodies` or `centres`. */
  readonly of?: string | undefined;
  /** All options, defaults included. */
  readonly options: OptionValues;
}
