/** What a front end adds to the command line: subcommands, lists of names, and how its scenarios are served. */
import type { Flags } from '../flags.js';
import type { FrontEnd } from '../front-end.js';
import type { Scenario } from '../scenario.js';
import type { CliContext, ExitCode } from './cli-context.js';
import type { LiveView, LiveViewOptions } from './live-view.js';

export interface CliFrontEnd extends FrontEnd {
  /** What messages call its scenarios, in the plural: `Chirp worlds`. */
  readonly plural: string;
  readonly subcommands?: readonly Subcommand[];
  /** Names that its scenarios can use, by kind: `kineko list <kind>`. */
  catalogs?(): Promise<Readonly<Record<string, readonly CatalogItem[]>>>;
  /** Without it, scenarios are only run. */
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

export interface CatalogItem {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly doc: string;
}

/** How scenarios are served: programs outside steer their robots. */
export interface Serving {
  /** Flags of `kineko serve` for scenarios of this front end only. */
  readonly flags: Flags;
  readonly examples: Examples;
  /** What happens without a file: `a control panel loads an environment`; if it is left out, a file is needed. */
  readonly withoutFile?: string;
  /** Flags with which the editor tries a world. */
  trialFlags(wanted: TrialRequest): Readonly<Record<string, unknown>>;
  serve(request: ServeRequest, context: CliContext): Promise<ExitCode>;
}

export interface TrialRequest {
  readonly hasControllers: boolean;
  readonly plugin?: readonly string[] | undefined;
}

export interface ServeRequest {
  /** The file to serve, as the user named it. */
  readonly file: string | undefined;
  /** Version of the program. */
  readonly version: string;
  /** The folder of the pages that servers show. */
  readonly pages: string;
  /** The values of all flags, in camel case. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Loads the file as `kineko run` does, with the values of the flags; throws an `InputError` if it is invalid. */
  load(file: string): Promise<Scenario>;
  /** Gives another scenario the values of the flags. */
  give(scenario: Scenario): void;
  /** Shows the runs of a scenario in the browser. */
  watch(scenario: Scenario, options: LiveViewOptions): Promise<LiveView>;
}
