/** Replays the commands of an earlier run, each at its recorded position. */
import { EventClass, type Gate, type Handle, type SimEvent, type Simulator } from '@kineko/kernel';
import { CommandError, type CommandPort, misplaced } from './commands.js';
import type { RecordedCommand } from './scenario.js';

/**
 * A gate that admits each command after the recorded number of events, at its recorded time; the clock of the simulator
 * in between does not matter. `inner` may hold the run back as well.
 */
export class ReplayGate implements Gate {
  private given = 0;
  private holder: Handle | undefined;
  private hasJustGiven = false;

  constructor(
    private readonly simulator: Simulator,
    private readonly commands: readonly RecordedCommand[],
    private readonly port: CommandPort,
    private readonly inner?: Gate,
  ) {
    this.holdOpen();
  }

  admits(time: number, now: number): boolean {
    const command = this.commands[this.given];
    if (command !== undefined && this.simulator.events >= command.events) {
      this.give(command);
      return false;
    }
    return this.inner?.admits(time, now) ?? true;
  }

  whenReady(ask: () => void): void {
    if (!this.hasJustGiven) {
      this.inner!.whenReady(ask);
      return;
    }
    this.hasJustGiven = false;
    // In a microtask: a nested call for each command would exhaust the stack.
    // oxlint-disable-next-line kineko/no-timers -- the run waits at its gate meanwhile, so no event can come in between
    queueMicrotask(ask);
  }

  private give(command: RecordedCommand): void {
    const { events, now } = this.simulator;
    if (events > command.events) throw new CommandError(misplaced(command, `${events} events have been run already`));
    if (!(command.time >= now)) throw new CommandError(misplaced(command, `it is t = ${now} already`));
    if (this.holder?.state === 'pending') this.simulator.cancel(this.holder);
    this.port.again(command);
    this.given++;
    this.hasJustGiven = true;
    this.holdOpen();
  }

  /** Schedules a placeholder for the next command, last of its instant, so that the run does not end before it. */
  private holdOpen(): void {
    const command = this.commands[this.given];
    if (command === undefined) return;
    const { events, now } = this.simulator;
    if (!(command.events >= events && command.time >= now && command.time < Infinity)) {
      throw new CommandError(misplaced(command, `at t = ${now} there have been ${events} events already`));
    }
    const event: SimEvent = {
      class: EventClass.Observer,
      low: Number.MAX_VALUE,
      high: Number.MAX_VALUE,
      run: () => {
        throw new CommandError(misplaced(command, `only ${this.simulator.events - 1} events happen up to its time`));
      },
      describe: () => 'placeholder of a recorded command',
    };
    this.holder = this.simulator.schedule(command.time, event);
  }
}

declare function queueMicrotask(callback: () => void): void;
