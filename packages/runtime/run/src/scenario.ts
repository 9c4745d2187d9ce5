/**
 * The interface that all front ends implement. A scenario can be inspected, changed, checked and opened; an open scenario is
 * a run. Commands, sweeps, checks and pages know nothing else.
 */
import type { Problem } from '@kineko/formats/problem';
import type { RecordTaker, TraceObject, TraceValue } from '@kineko/formats/trace';
import type { Gate } from '@kineko/kernel';
import type { AuthorGuard } from './author-guard.js';
import type { ConfigEntry, Origin } from './settings/origin.js';

/** A file that was read. */
export interface Source {
  /** As the user named it: what messages call it, and what names in it are relative to. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a scenario may ask of whoever opens it: files and modules beneath the folder of the file that names them. */
export interface Host {
  /** Throws an `InputError`-worthy message: the path as it was given, and why it cannot be had. */
  readBytes(path: string, from: Source): Promise<Uint8Array>;
  /** The exports of an author's `.ts` or `.js` file. */
  loadModule(path: string, from: Source): Promise<Readonly<Record<string, unknown>>>;
}

export interface Scenario {
  /** The name of the front end that opened it. */
  readonly frontEnd: string;
  /** What it was read from. */
  readonly source: Source;
  /** Short, for people and folders: the name of its file without the ending. */
  readonly name: string;
  /** Every value that has a meaning here and where it came from, in the order in which one would read them. */
  config(): readonly ConfigEntry[];
  /** Gives a key another value; what is wrong with that shows among the problems. */
  set(key: string, value: string, origin: Origin): void;
  /** Takes the values that an environment has for it (`KINEKO_SEED`); what is wrong with names in there. */
  useEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly Problem[];
  /** From now on a key that is not known is an error, where it would be a warning. */
  beStrict(): void;
  /** All that is wrong, files it names included; without errors it can be opened. */
  problems(): Promise<readonly Problem[]>;
  /** What the header of a trace is to say of it besides, for who shows the run: the classes of its robots. */
  readonly traceInfo?: TraceObject | undefined;
  /**
   * Whether a record of its run is a scenario of its own: `--replay` then opens the record in its place, and the result
   * hash is always computed, to be compared with that of the record.
   */
  readonly recordIsScenario?: boolean;
  /** The seed it asks for; undefined if it leaves that open. */
  readonly seed: number | undefined;
  /** Throws an `InputError` with all problems if it cannot be run. */
  open(options: OpenOptions): Promise<Run>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What an author's code says, as it says it; records of it are made besides. */
export type AuthorLog = (
  level: LogLevel,
  text: string,
  who: { readonly process: number; readonly logger: string },
) => void;

export interface OpenOptions {
  readonly seed: number;
  /** Where the records go; without it none are made, which is faster. */
  readonly emit?: RecordTaker | undefined;
  readonly log?: AuthorLog | undefined;
  /** Takes a line on each cycle of runs that go in cycles. */
  readonly onCycle?: ((line: string) => void) | undefined;
  /** Called with the run before authors' classes are used, for who watches over it. */
  readonly onCreated?: ((run: Run) => void) | undefined;
  /** Watches authors' code for calls that make a simulated run unrepeatable. */
  readonly guard?: AuthorGuard | undefined;
  /** Holds the run back before each event: real time. */
  readonly gate?: Gate | undefined;
  /** Which process this program is, where all are started alike; 0 is the one that gets the results. */
  readonly process?: number | undefined;
  /** Commands of an earlier run, to be given again where they were given then. */
  readonly commands?: readonly RecordedCommand[] | undefined;
}

/** An order from outside, with the number of events that had been run when it was admitted. */
export interface RecordedCommand {
  readonly events: number;
  /** Simulated seconds. */
  readonly time: number;
  readonly source: string;
  readonly command: TraceValue;
}

/**
 * Why a run is over. `finished`: its finish condition holds; `shutdown`: someone in it asked for that; `empty`: nothing is
 * left to happen; `stalled`: robots only retry motions that end in contact, and nothing else happens; `time`, `events`: a
 * limit; `interrupted`: someone outside.
 */
export type StoppedBy = 'time' | 'empty' | 'finished' | 'shutdown' | 'stalled' | 'events' | 'log' | 'interrupted';

/** Why a run ended, for people: the same words at a terminal and in a page. */
export const WHY_STOPPED: Readonly<Record<StoppedBy, string>> = {
  time: 'its time was up',
  empty: 'nothing was left to happen',
  finished: 'it reached its goal',
  shutdown: 'a process ended it',
  stalled: 'stalled: robots are held back by contact, and nothing else happens',
  events: 'it ran all the events that it was given',
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
  /** As copies: a message to three is three. */
  readonly messages: { readonly sent: number; readonly delivered: number; readonly dropped: number };
  /** Undefined while it can go on. */
  readonly stoppedBy: StoppedBy | undefined;
  /** More about that, for people: who asked for a shutdown, who waits in vain. */
  readonly remarks: readonly string[];
  /** Whether the scenario set a goal, so that to run into a limit is to miss it. */
  readonly hasGoal: boolean;
}

/** Messages that the programs of a run (algorithms, active protocols) asked the protocols below them to send. */
export interface ProgramTraffic {
  /** Ids of the protocols that are programs. */
  readonly ids: readonly string[];
  /** Number of messages by process, omitted ones included. */
  readonly counts: readonly number[];
}

export interface Run {
  /** Simulated seconds. */
  readonly now: number;
  readonly events: number;
  /** When it ends at the latest, in simulated seconds; Infinity if nobody said. */
  readonly timeLimit: number;
  /** Goes on until it is over, or up to a limit; resolves to why it is over, or undefined if it can go on. */
  advance(limits?: { readonly until?: number; readonly maxEvents?: number }): Promise<StoppedBy | undefined>;
  /** Ends it after the event that is under way. */
  stop(): void;
  /** Whose code is being run at this moment, for who reports that it does not return: `robot 0 (Never)`. */
  readonly busyWith?: string | undefined;
  /** Orders something; refused with a message if it makes no sense. It is put on record with its place. */
  command(command: TraceValue, source: string): void;
  summary(): RunSummary;
  /** What its programs have sent; undefined if a fault schedule cannot omit messages of such runs. */
  programMessages?(): ProgramTraffic;
  /** The metrics that the scenario asks for, by name. */
  metrics(): ReadonlyMap<string, number>;
  /** Frees what it holds: sockets, files. */
  close(): Promise<void>;
}
