/** A scenario of the DEECo playground as its file says it; every value that can be wrong has its place. */
import type { Place } from '@kineko/formats/problem';

/** Something of the file, and where it stands. */
export interface Placed<T> {
  readonly value: T;
  readonly place: Place;
}

export interface ScenarioFile {
  /** Cycles 0 to this one are simulated. */
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

/** The picture says how large the field is, if there is one. */
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
  /** Degrees, as they are written. */
  readonly angle: number;
}

export interface ObjectEntry extends ComponentEntry {}

export interface EnsembleEntry {
  readonly className: Placed<string>;
}
