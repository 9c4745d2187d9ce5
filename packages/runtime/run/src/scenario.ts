/**
 * The interfaces that all front ends implement. A scenario can be inspected, changed, checked and opened; an open scenario
 * is a run. Commands, sweeps, checks and pages use nothing else.
 */
import type { Problem } from '@kineko/formats/problem';
import type { RecordHandler, TraceObject, TraceValue } from '@kineko/formats/trace';
import type { Gate } from '@kineko/kernel';
import type { AuthorGuard } from './author-guard.js';
import type { ConfigEntry, Origin } from './settings/origin.js';

/** A file that was read. */
export interface Source {
  /** The path as the user wrote it, for messages; paths in the file are relative to its folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Gives a scenario access to files and modules beneath the folder of the file that names them. */
export interface Host {
  /** Throws an error with the given path and the reason if the file cannot be read. */
  readBytes(path: string, from: Source): Promise<Uint8Array>;
  /** The exports of an author's `.ts` or `.js` file. */
  loadModule(path: string, from: Source): Promise<Readonly<Record<string, unknown>>>;
  /** Bytes that a run can still use; undefined if that is not known. */
  memory?(): number | undefined;
}

export interface Scenario {
  /** The name of the front end that opened it. */
  readonly frontEnd: string;
  readonly source: Source;
  /** Short name for messages and folders: the name of its file without the extension. */
  readonly name: string;
  /** Every value that applies, and its origin, in the order of the documentation. */
  config(): readonly ConfigEntry[];
  /** Sets the value of a key; an invalid value is among the problems. */
  set(key: string, value: string, origin: Origin): void;
  /** Applies the values in an environment (`KINEKO_SEED`); returns problems with their names. */
  useEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly Problem[];
  /** From now on an unknown key is an error instead of a warning. */
  beStrict(): void;
  /** All problems, also of the files that it names; without errors it can be opened. */
  problems(): Promise<readonly Problem[]>;
  /**
   * Examines the scenario without running it; undefined if there is nothing to examine. Throws an `InputError`.
   * @param name Name of the scenario in the report.
   */
  audit?(name: string): Promise<Audit>;
  /** Names of the metrics that its runs compute; none if it is not defined. */
  metricNames?(): Promise<readonly string[]>;
  /** More data for the header of a trace, such as the classes of robots, for viewers. */
  readonly traceInfo?: TraceObject | undefined;
  /**
   * Whether the trace of a run is a scenario itself: `--replay` then opens the trace instead, and the result hash is always
   * computed, to be compared with that of the trace.
   */
  readonly recordIsScenario?: boolean;
  /** Undefined if the scenario does not set a seed. */
  readonly seed: number | undefined;
  /** Throws an `InputError` with all problems if the scenario cannot be run. */
  open(options: OpenOptions): Promise<Run>;
  /**
   * Opens a run for pictures of the scenario itself, also if it states a problem only, so that nothing moves. Undefined if
   * pictures need the log of a run.
   */
  preview?(options: OpenOptions): Promise<Run>;
}

/** The result of examining a scenario. */
export interface Audit {
  /** Whether it satisfies everything that was examined. */
  readonly isClean: boolean;
  /** The report, line by line. */
  lines(): Iterable<string>;
  /** The pieces of one JSON object. */
  json(): Iterable<string>;
  /** A self-contained page. */
  page(): string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Receives the log messages of authors' code, in addition to the records. */
export type AuthorLog = (
  level: LogLevel,
  text: string,
  who: { readonly process: number; readonly logger: string },
) => void;

export interface OpenOptions {
  readonly seed: number;
  /** Takes the records; without it none are created, which is faster. */
  readonly emit?: RecordHandler | undefined;
  readonly log?: AuthorLog | undefined;
  /** Takes a line per cycle, if the run has cycles. */
  readonly onCycle?: ((line: string) => void) | undefined;
  /** Called with the run before authors' classes are used, for watchdogs. */
  readonly onCreated?: ((run: Run) => void) | undefined;
  /** Finds calls in authors' code that make a simulated run unrepeatable. */
  readonly guard?: AuthorGuard | undefined;
  /** Holds the run back before each event, for real time. */
  readonly gate?: Gate | undefined;
  /** Id of the process of this program, if all are started by the same command; process 0 gets the results. */
  readonly process?: number | undefined;
  /** Commands of an earlier run, to be replayed at their recorded positions. */
  readonly commands?: readonly RecordedCommand[] | undefined;
}

/** A command, with the number of events before it. */
export interface RecordedCommand {
  readonly events: number;
  /** Simulated seconds. */
  readonly time: number;
  readonly source: string;
  readonly command: TraceValue;
}

/**
 * Why a run ended. `finished`: its finish condition holds; `shutdown`: a process or a command requested it; `empty`: no
 * event is left; `stalled`: robots only retry motions that end in contact, and nothing else happens; `time`, `events`,
 * `log`: a limit; `interrupted`: the user or the program stopped it.
 */
export type StoppedBy = 'time' | 'empty' | 'finished' | 'shutdown' | 'stalled' | 'events' | 'log' | 'interrupted';

/** Human-readable reasons, the same in a terminal and in a page. */
export const WHY_STOPPED: Readonly<Record<StoppedBy, string>> = {
  time: 'time limit reached',
  empty: 'no events left',
  finished: 'goal reached',
  shutdown: 'shut down',
  stalled: 'stalled: robots are held back by contact, and nothing else happens',
  events: 'event limit reached',
  log: 'log limit reached: the results are partial',
  interrupted: 'interrupted: the results are partial',
};

export interface RunSummary {
  readonly robots: number;
  readonly processes: number;
  readonly simulatedSeconds: number;
  /** Without the engine's upkeep. */
  readonly events: number;
  readonly motionRequests: number;
  /** Contacts that ended at least one motion, counted once per pair from touch to release. */
  readonly collisions: number;
  /** Number of times that a robot was held back because its motions kept ending in contact. */
  readonly delays: number;
  /** Counted as copies: a message to three processes counts three times. */
  readonly messages: { readonly sent: number; readonly delivered: number; readonly dropped: number };
  /** Undefined while the run can continue. */
  readonly stoppedBy: StoppedBy | undefined;
  /** Human-readable remarks, such as the process that requested a shutdown, or processes that are blocked. */
  readonly remarks: readonly string[];
  /** Whether the scenario sets a goal, so that reaching a limit means missing it. */
  readonly hasGoal: boolean;
}

/** Messages that the programs of a run (algorithms, active protocols) passed to the protocols below them. */
export interface ProgramTraffic {
  /** Ids of the protocols that are programs. */
  readonly ids: readonly string[];
  /** Number of messages by process, omitted ones included. */
  readonly counts: readonly number[];
}

/** The result of a search through all activation schedules. */
export interface ScheduleSearch {
  /** Undecided: a limit was reached, or the answer depends on rounding. */
  readonly verdict: 'holds' | 'violated' | 'undecided';
  /** Human-readable description of the result. */
  readonly text: string;
  /** Everything that the verdict depends on besides the algorithm. */
  readonly model: string;
  readonly states: number;
  /** The counterexample as a file, which `run` can play. */
  readonly schedule?: string | undefined;
}

export interface Run {
  /** Simulated seconds. */
  readonly now: number;
  readonly events: number;
  /** Simulated seconds; Infinity for no limit. */
  readonly timeLimit: number;
  /** Runs to its end or up to a limit; resolves to why the run ended, or undefined if it can continue. */
  advance(limits?: { readonly until?: number; readonly maxEvents?: number }): Promise<StoppedBy | undefined>;
  /** Ends the run after the current event. */
  stop(): void;
  /** Robot or process whose code is being executed, for watchdogs: `robot 0 (Never)`. */
  readonly busyWith?: string | undefined;
  /** Schedules and records a command; throws an error with a message if it is invalid. */
  command(command: TraceValue, source: string): void;
  summary(): RunSummary;
  /** Messages that its programs have sent; undefined if a fault schedule cannot omit messages of such runs. */
  programMessages?(): ProgramTraffic;
  /**
   * Tries all activation schedules from the start of the run, which is not advanced; undefined if a scheduler does not
   * activate its robots. Pauses now and then, so that the caller can end the search.
   */
  searchSchedules?(property: string, maxStates: number): Generator<undefined, ScheduleSearch> | undefined;
  /** The metrics of the scenario, by name. */
  metrics(): ReadonlyMap<string, number>;
  /** More results for `--json`, by name, such as those of each robot. */
  details?(): Readonly<Record<string, unknown>>;
  /** Releases sockets and files. */
  close(): Promise<void>;
}
