/** What a front end is: it recognises the files of one family and makes scenarios of them. */
import type { ScenarioFlag } from './flags.js';
import type { LogFormat } from './log-format.js';
import type { Host, Scenario, Source } from './scenario.js';

export interface FrontEnd {
  /** One word: `robotsim`. */
  readonly name: string;
  /** What it opens, human-readable. */
  readonly title: string;
  /** Decides by the first bytes of a file, as text, and by its name where they do not suffice. */
  recognises(head: string, path: string): boolean;
  /** What a file of this form lacks to be recognised, for a message; undefined if the file is of another form. */
  lacks?(head: string): string | undefined;
  /** The file that a folder stands for, where a scenario can be named by its folder: `world.json`. */
  readonly folderFile?: string;
  load(source: Source, host: Host, context?: LoadContext): Promise<Scenario>;
  /** Flags of commands that take a scenario; other front ends ignore them. */
  readonly flags?: Readonly<Record<string, ScenarioFlag>>;
  /** Key of the log file, where scenarios write a log in a format of their own; `--logfile` sets it. */
  readonly logKey?: string;
  readonly log?: LogFormat;
}

/** What loading a scenario may need besides its files. */
export interface LoadContext {
  /** What relative paths of flags are relative to. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Values of flags, in camel case; each front end reads those that it declares. */
  readonly flags?: Readonly<Record<string, unknown>> | undefined;
  /** Limit of the logs that scenarios write in their own format; without it they write none. */
  readonly logs?: LogLimit | undefined;
  /** Takes the output of programs that are started for robots. */
  readonly stderr?: { write(text: string): unknown } | undefined;
}

export interface LogLimit {
  readonly bytes: number;
  readonly isExceeded: boolean;
  /** Called by a writer that leaves out what exceeds the limit. */
  exceed(): void;
}
