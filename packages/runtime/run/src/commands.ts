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
    this.schedule(at, ids?.(command) ?? FIRST, command, source, () => this.pending--);
  }

  /** Schedules a recorded command as the next event; the caller ensures that this is its recorded position. */
  again(recorded: RecordedCommand): void {
    const { events, time, source, command } = recorded;
    // First of its instant: an event with the same ids may be scheduled before it now, and was after it in the recorded run.
    this.schedule(time, FIRST, command, source, (before) => {
      if (before !== events) throw new CommandError(misplaced(recorded, `it would come after ${before} events`));
    });
  }

  private schedule(
    at: number,
    ids: Pick<OrderKey, 'low' | 'high'>,
    command: TraceValue,
    source: string,
    begin: (eventsBefore: number) => void,
  ): void {
    const event: SimEvent = {
      class: EventClass.WakeUp,
      low: ids.low,
      high: ids.high,
      run: (now) => {
        // The event of the command itself is already counted.
        const events = this.simulator.events - 1;
        begin(events);
        this.options.emit?.({ type: 'command', time: now, events, source, command });
        this.options.execute(command, source, now);
      },
      describe: () => `command from ${source}`,
    };
    this.simulator.schedule(at, event);
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
