/** A front end recognises the files of one family and loads them as scenarios. */
import type { ScenarioFlag } from './flags.js';
import type { LogFormat } from './log-format.js';
import type { Host, Scenario, Source } from './scenario.js';

export interface FrontEnd {
  /** One word: `robotsim`. */
  readonly name: string;
  /** Human-readable description of its files. */
  readonly title: string;
  /** Decides by the first bytes of a file, as text, and by its name where these do not suffice. */
  recognises(head: string, path: string): boolean;
  /** Returns what an unrecognized file of this form lacks, for a message; undefined if the file has another form. */
  lacks?(head: string): string | undefined;
  /** Name of the scenario in a folder, if a scenario can be named by its folder: `world.json`. */
  readonly folderFile?: string;
  /** Maximum size of its files, if they may be larger than others (bytes). */
  readonly maxBytes?: number;
  load(source: Source, host: Host, context?: LoadContext): Promise<Scenario>;
  /** Flags of commands that take a scenario; other front ends ignore them. */
  readonly flags?: Readonly<Record<string, ScenarioFlag>>;
  /** Key of the log file, if scenarios write a log in a format of their own; `--logfile` sets it. */
  readonly logKey?: string;
  readonly log?: LogFormat;
}

/** Context in which a scenario is loaded. */
export interface LoadContext {
  /** Folder to which paths in flags are relative. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Values of flags, in camel case; each front end reads the flags that it declares. */
  readonly flags?: Readonly<Record<string, unknown>> | undefined;
  /** Limit of the logs that scenarios write in their own format; without it they write none. */
  readonly logs?: LogLimit | undefined;
  /** Takes the output of programs that are started for robots. */
  readonly stderr?: { write(text: string): unknown } | undefined;
}

export interface LogLimit {
  readonly bytes: number;
  readonly isExceeded: boolean;
  /** Called by a writer that omits records because of the limit. */
  exceed(): void;
}
