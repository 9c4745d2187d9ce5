/**
 * Families of algorithms that need more than a robot each: code that all robots of a run share, such as a scheduler. The
 * base class of a family has it as a static member, so that robotsim knows no family.
 */
import type { RecordHandler } from '@kineko/formats/trace';
import type { Agenda, Random } from '@kineko/kernel';
import type { ScheduleSearch } from '@kineko/run';
import type { World, WorldSpec } from '@kineko/world';
import type { NekoConfig } from '../../format/config.js';
import type { NekoRobot } from '../neko-robot.js';
import type { AlgorithmClass } from '../routine.js';

/** Name of the static member of a base class. */
export const FAMILY: unique symbol = Symbol.for('kineko.family') as never;

export interface AlgorithmFamily {
  /** Human-readable name, for messages. */
  readonly title: string;
  /** Group of its keys in the table of settings. */
  readonly keys: string;
  /** Prepares a run in which all robots have the same algorithm; undefined if there are errors. */
  plan(request: FamilyRequest): Promise<StartFamily | undefined>;
}

export interface FamilyRequest {
  readonly config: NekoConfig;
  readonly create: AlgorithmClass;
  /** Name of the class, for messages. */
  readonly name: string;
  readonly world: WorldSpec;
  /** The text of the file that a key names. */
  readText(key: string, path: string): Promise<string>;
  /** Reports an error at a key. */
  fail(key: string, text: string): void;
  warn(key: string, text: string): void;
}

/** Starts the shared code of a run, before its robots are initialized. */
export type StartFamily = (run: FamilyRun) => FamilyState;

export interface FamilyRun {
  readonly agenda: Agenda;
  readonly world: World;
  readonly robots: readonly NekoRobot[];
  readonly random: Random;
  readonly emit: RecordHandler | undefined;
  /** Ends the run. */
  end(reason: string): void;
}

export interface FamilyState {
  /** For the summary of the run. */
  remarks(): readonly string[];
  /** See `Run`. */
  searchSchedules?(property: string, maxStates: number): Generator<undefined, ScheduleSearch>;
}

/** Undefined for a class of no family. */
export function familyOf(create: unknown): AlgorithmFamily | undefined {
  return (create as { readonly [FAMILY]?: AlgorithmFamily } | undefined)?.[FAMILY];
}
