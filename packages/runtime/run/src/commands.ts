/**
 * Orders from outside a running simulation, and how they are given again. An order is an event like any other, put on
 * record when it runs, with the number of events before it: that is its place in the run. Time alone would not do, since
 * an order may come after an event of the same instant that sorts behind it.
 */
import { BinaryWriter, type TraceRecord, type TraceValue } from '@kineko/formats/trace';
import { EventClass, messageOf, type OrderKey, type SimEvent, type Simulator } from '@kineko/kernel';
import type { RecordedCommand } from './scenario.js';

export interface CommandPortOptions {
  /** Why a command makes no sense, and what would; undefined if it can be given. */
  readonly check: (command: TraceValue, source: string) => string | undefined;
  readonly execute: (command: TraceValue, source: string, now: number) => void;
  readonly emit?: ((record: TraceRecord) => void) | undefined;
  /** Whom a command goes to, which decides among the wake-ups of its instant; by default commands come before all others. */
  readonly ids?: ((command: TraceValue) => Pick<OrderKey, 'low' | 'high'>) | undefined;
  /**
   * What time it is for those outside, in simulated seconds: that of the simulator stands still between events. By
   * default the simulator's; never before it.
   */
  readonly present?: (() => number) | undefined;
}

/** An order that was not admitted. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** So many commands may wait to be run: a paused run does not collect them without end. */
export const MAX_PENDING_COMMANDS = 10_000;

const FIRST: Pick<OrderKey, 'low' | 'high'> = { low: -Number.MAX_VALUE, high: -Number.MAX_VALUE };

/** Where commands enter a simulation. */
export class CommandPort {
  private readonly trial = new BinaryWriter('command');
  private pending = 0;

  constructor(
    private readonly simulator: Simulator,
    private readonly options: CommandPortOptions,
  ) {}

  /**
   * Has a command run at this instant, also when it comes in the middle of a process's turn; throws a `CommandError` if
   * it is refused. The value must not be changed afterwards.
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

  /** Has a command of an earlier run come next: the replay has to see to it that this is its place. */
  again(recorded: RecordedCommand): void {
    const { events, time, source, command } = recorded;
    // First of its instant: others of the same ids may have been scheduled before it now, and after it then.
    this.schedule(time, FIRST, command, source, (before) => {
      if (before !== events) throw new CommandError(misplaced(recorded, `it would come after ${before} events now`));
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
        // Its own event is counted already.
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
      `${source}: ${MAX_PENDING_COMMANDS} commands wait to be run, and no more are taken: ` +
        'the run is paused, or commands come faster than it goes',
    );
  }

  /** What cannot be put on record must not get in: it would end the run when its turn comes. */
  private requireRecordable(command: TraceValue, source: string): void {
    try {
      this.trial.append({ type: 'command', time: 0, events: 0, source, command });
    } catch (cause) {
      throw new CommandError(`${source}: ${messageOf(cause)}`, { cause });
    }
    // Nobody wants the bytes: the next one is written over them.
    this.trial.lend();
  }
}

/** The commands of a run, from its records. */
export function commandsOf(records: Iterable<TraceRecord>): RecordedCommand[] {
  return [...records].flatMap((record) => {
    if (record.type !== 'command') return [];
    const { events, time, source, command } = record;
    return [{ events, time, source, command }];
  });
}

/** What to say when a command does not find its place. */
export function misplaced({ events, time, source }: RecordedCommand, why: string): string {
  return (
    `the command from ${source} that was given after ${events} events, at t = ${time}, does not fit into this run: ` +
    `${why}. To be given again, commands need the same version, scenario and seed as when they were given`
  );
}
