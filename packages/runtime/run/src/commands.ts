/**
 * Commands from outside a running simulation. A command is an event like any other; it is recorded when it runs, with the
 * number of events before it, which is its position in the run. The time alone is not enough, since a command may run after
 * an event of the same instant that comes later in the event order.
 */
import { BinaryWriter, type TraceRecord, type TraceValue } from '@kineko/formats/trace';
import { EventClass, messageOf, type OrderKey, type SimEvent, type Simulator } from '@kineko/kernel';
import type { RecordedCommand } from './scenario.js';

export interface CommandPortOptions {
  /** Returns why a command is invalid, or undefined. */
  readonly check: (command: TraceValue, source: string) => string | undefined;
  readonly execute: (command: TraceValue, source: string, now: number) => void;
  readonly emit?: ((record: TraceRecord) => void) | undefined;
  /** Ids by which a command is ordered among the wake-ups of its instant. Default: before all others. */
  readonly ids?: ((command: TraceValue) => Pick<OrderKey, 'low' | 'high'>) | undefined;
  /**
   * The current time for clients, in simulated seconds; the clock of the simulator stands still between events. Default:
   * the clock of the simulator. An earlier time has no effect.
   */
  readonly present?: (() => number) | undefined;
}

/** A command that was refused. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Limit of pending commands, so that a paused run does not collect them without end. */
export const MAX_PENDING_COMMANDS = 10_000;

const FIRST: Pick<OrderKey, 'low' | 'high'> = { low: -Number.MAX_VALUE, high: -Number.MAX_VALUE };

/** Entry of commands into a simulation. */
export class CommandPort {
  private readonly trial = new BinaryWriter('command');
  private pending = 0;

  constructor(
    private readonly simulator: Simulator,
    private readonly options: CommandPortOptions,
  ) {}

  /**
   * Schedules a command for the current instant, also during the turn of a process; throws a `CommandError` if it is
   * refused. The caller must not change the value afterwards.
   */
  give(command: TraceValue, source: string): void {
    const { check, ids, present } = this.options;
    this.requireRoom(source);
    this.requireRecordable(command, source);
    const problem = check(command, source);
    if (problem !== undefined) throw new CommandError(`${source}: ${problem}`);
    const at = Math.max(this.simulator.now, present?.() ?? 0);
    this.pending++;
    this.simulator.schedule(at, new CommandEvent(ids?.(command) ?? FIRST, command, source, this.runGiven));
  }

  /** Schedules a recorded command as the next event; the caller ensures that this is its recorded position. */
  again(recorded: RecordedCommand): void {
    const { events, time, source, command } = recorded;
    // The commands of a live run were checked when they were given; those of another run need not fit.
    const problem = this.options.check(command, source);
    if (problem !== undefined) throw new CommandError(misplaced(recorded, problem));
    const run = (event: CommandEvent, now: number): void => {
      const before = this.eventsBefore;
      if (before !== events) throw new CommandError(misplaced(recorded, `it would come after ${before} events`));
      this.runCommand(event, now);
    };
    // First of its instant: an event with the same ids may be scheduled before it now, and was after it in the recorded run.
    this.simulator.schedule(time, new CommandEvent(FIRST, command, source, run));
  }

  private readonly runGiven = (event: CommandEvent, now: number): void => {
    this.pending--;
    this.runCommand(event, now);
  };

  private runCommand({ command, source }: CommandEvent, now: number): void {
    const { emit, execute } = this.options;
    emit?.({ type: 'command', time: now, events: this.eventsBefore, source, command });
    execute(command, source, now);
  }

  /** Number of events before the running command, which is already counted. */
  private get eventsBefore(): number {
    return this.simulator.events - 1;
  }

  private requireRoom(source: string): void {
    if (this.pending < MAX_PENDING_COMMANDS) return;
    throw new CommandError(
      `${source}: expected at most ${MAX_PENDING_COMMANDS} pending commands: ` +
        'the run is paused, or commands come faster than it executes them',
    );
  }

  /** Refuses a command that cannot be recorded: it would end the run when it is executed. */
  private requireRecordable(command: TraceValue, source: string): void {
    try {
      this.trial.append({ type: 'command', time: 0, events: 0, source, command });
    } catch (cause) {
      throw new CommandError(`${source}: ${messageOf(cause)}`, { cause });
    }
    this.trial.discard();
  }
}

/** A class rather than an object with functions: a crowd with controllers schedules thousands per second. */
class CommandEvent implements SimEvent {
  readonly class = EventClass.WakeUp;
  readonly low: number;
  readonly high: number;

  constructor(
    { low, high }: Pick<OrderKey, 'low' | 'high'>,
    readonly command: TraceValue,
    readonly source: string,
    private readonly onRun: (event: CommandEvent, now: number) => void,
  ) {
    this.low = low;
    this.high = high;
  }

  run(now: number): void {
    this.onRun(this, now);
  }

  describe(): string {
    return `command from ${this.source}`;
  }
}

/** Returns the commands among the records of a run. */
export function commandsOf(records: Iterable<TraceRecord>): RecordedCommand[] {
  return [...records].flatMap((record) => {
    if (record.type !== 'command') return [];
    const { events, time, source, command } = record;
    return [{ events, time, source, command }];
  });
}

/** The message for a command that cannot be replayed at its recorded position. */
export function misplaced({ events, time, source }: RecordedCommand, why: string): string {
  return (
    `the command from ${source} after ${events} events, at t = ${time}, does not fit into this run: ${why}. ` +
    'A replay needs the same version, scenario and seed as the recorded run'
  );
}
