/** The contents of a scenario file of the DEECo playground; values that may turn out invalid have their places. */
import type { Place } from '@kineko/formats/problem';

/** A value, and where it was read. */
export interface Placed<T> {
  readonly value: T;
  readonly place: Place;
}

export interface ScenarioFile {
  /** Number of the last cycle; the first one is 0. */
  readonly cycles: Placed<number>;
  readonly logfile: Placed<string>;
  readonly field: Field;
  /** Milliseconds that the coordinator waits in every cycle. */
  readonly processingTime: Placed<number>;
  readonly sensors: readonly SensorEntry[];
  readonly robots: readonly RobotEntry[];
  readonly ensembles: readonly EnsembleEntry[];
  readonly objects: readonly ObjectEntry[];
}

/** A bitmap also gives the size of the field. */
export type Field =
  | { readonly bitmap: Placed<string> }
  | { readonly width: Placed<number>; readonly height: Placed<number> };

export interface SensorEntry {
  readonly name: Placed<string>;
  readonly processor: Placed<string>;
  readonly arg: Placed<string>;
}

interface ComponentEntry {
  readonly place: Place;
  readonly className: Placed<string>;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
  readonly arg: Placed<string>;
}

export interface RobotEntry extends ComponentEntry {
  /** In degrees, as written in the file. */
  readonly angle: number;
}

export interface ObjectEntry extends ComponentEntry {}

export interface EnsembleEntry {
  readonly className: Placed<string>;
}
