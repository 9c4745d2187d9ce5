/**
 * An activation schedule as data: what the adversary does, step by step. A run plays it, and `schedule-check.ts` compares
 * it with its scheduler.
 */
import type { LcmEvent, Scheduler } from './schedulers.js';
import type { TableAlgorithm } from './table.js';

/** A robot at the start. */
export interface ScheduledRobot {
  /** Coordinates as written: decimals or fractions such as `1/3`. */
  readonly at: readonly [x: string, y: string];
  /** Colour; undefined for the first one of the palette. */
  readonly light?: string | undefined;
}

/** One step; steps happen at times 0, 1, 2 …. Shares of a segment are decimals or fractions, as written. */
export type ScheduleStep =
  /** One event of one robot. A move that ends at a share below 1 is stopped by the adversary. */
  | { readonly kind: 'event'; readonly event: LcmEvent; readonly robot: number; readonly share?: string | undefined }
  /** The first group of events of the scheduler, by several robots at once. */
  | { readonly kind: 'joint'; readonly robots: readonly number[] }
  /** A moving robot reaches a share of its segment; it rests there until its next `go` or ME. */
  | { readonly kind: 'go'; readonly robot: number; readonly share: string };

/** How the adversary turns, mirrors and scales the snapshots of a robot. */
export interface ScheduledFrame {
  /** Degrees. */
  readonly rotate?: number | undefined;
  readonly isMirrored?: boolean | undefined;
  readonly unit?: number | undefined;
}

export interface ActivationSchedule {
  readonly scheduler: Scheduler;
  /** Name of the algorithm that the schedule was made for. */
  readonly algorithm?: string | undefined;
  /** Its table, if it has one. */
  readonly table?: TableAlgorithm | undefined;
  /** Minimum length of a stopped move, in metres, as written; undefined if moves are rigid. */
  readonly delta?: string | undefined;
  /** More keys of the configuration with which a run plays it. */
  readonly settings?: ReadonlyMap<string, string> | undefined;
  /** Empty if the run places the robots. */
  readonly robots: readonly ScheduledRobot[];
  readonly prefix: readonly ScheduleStep[];
  /** Repeated forever; empty if the schedule ends. */
  readonly loop: readonly ScheduleStep[];
  readonly frames: ReadonlyMap<number, ScheduledFrame>;
  /** Colours that Looks read of a light that is being written, by the number of the step: those of the loop follow the prefix. */
  readonly reads: ReadonlyMap<number, string>;
}

/** The text of a step in a file. */
export function describeStep(step: ScheduleStep): string {
  switch (step.kind) {
    case 'joint':
      return `joint ${step.robots.join(' ')}`;
    case 'go':
      return `go ${step.robot} ${step.share}`;
    case 'event':
      return `${step.event} ${step.robot}${step.share === undefined ? '' : ` ${step.share}`}`;
  }
}
