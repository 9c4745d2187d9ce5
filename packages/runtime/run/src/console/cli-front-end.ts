/** Additions of a front end to the command line: subcommands, catalogs of names, and serving of scenarios. */
import type { NameCatalog } from '../catalog.js';
import type { Flags } from '../flags.js';
import type { FrontEnd } from '../front-end.js';
import type { RecordedCommand, Scenario } from '../scenario.js';
import type { CliContext, ExitCode } from './cli-context.js';
import type { Diagnostics } from './diagnostics.js';
import type { LiveView, LiveViewOptions } from './live-view.js';
import type { McapRecorder } from './results.js';

export interface CliFrontEnd extends FrontEnd {
  /** Its scenarios in the plural, for messages: `Chirp worlds`. */
  readonly plural: string;
  readonly subcommands?: readonly Subcommand[];
  /** Names that its scenarios can use, by kind: `kineko list <kind>`. */
  catalogs?(): Promise<readonly NameCatalog[]>;
  /** Undefined if its scenarios cannot be served. */
  readonly serving?: Serving;
}

type Examples = readonly (readonly [command: string, meaning: string])[];

export interface Subcommand {
  /** `slave [port]`. */
  readonly usage: string;
  readonly does: string;
  readonly positionals?: Flags;
  readonly flags?: Flags;
  readonly examples: Examples;
  run(args: Readonly<Record<string, unknown>>, context: CliContext): Promise<ExitCode>;
}

/** Serves scenarios whose robots are driven by external controllers. */
export interface Serving {
  /** Flags of `kineko serve` for scenarios of this front end only. */
  readonly flags: Flags;
  readonly examples: Examples;
  /** Effect of serving without a file: `a control panel loads an environment`. Undefined if a file is required. */
  readonly withoutFile?: string;
  /** Flags with which the editor serves a world for trial; undefined if it runs the world instead. */
  trialFlags?(wanted: TrialRequest): Readonly<Record<string, unknown>>;
  serve(request: ServeRequest, context: CliContext): Promise<ExitCode>;
}

export interface TrialRequest {
  readonly hasControllers: boolean;
  readonly plugin?: readonly string[] | undefined;
}

interface Recorded {
  readonly seed: number;
  readonly commands: readonly RecordedCommand[];
  /** Simulated seconds at which the run ended; those of the last record if no manifest is beside the trace. */
  readonly end: number;
}

export interface ServeRequest {
  /** Path of the file to serve, as the user wrote it. */
  readonly file: string | undefined;
  readonly version: string;
  /** Folder of the web pages. */
  readonly pages: string;
  /** The values of all flags, in camel case. */
  readonly args: Readonly<Record<string, unknown>>;
  /**
   * Loads a file like `kineko run`, with the values of the flags; throws an `InputError` if it is invalid.
   * @param prepare Changes the scenario before it is checked.
   */
  load(file: string, prepare?: (scenario: Scenario) => void): Promise<Scenario>;
  /** Applies the values of the flags to another scenario. */
  give(scenario: Scenario): void;
  /** Reads the commands of an earlier run; throws an `InputError` if the file is not a trace, and warns if it is cut off. */
  recordedCommands(path: string, name: string, diagnostics: Diagnostics): Promise<Recorded>;
  /** Writes MCAP recordings, for `--log mcap`. */
  readonly recordMcap: McapRecorder;
  /** Shows the runs of a scenario in the browser. */
  watch(scenario: Scenario, options: LiveViewOptions): Promise<LiveView>;
}
