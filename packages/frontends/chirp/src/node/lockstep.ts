/**
 * Time that goes on only when every controller has spoken: a paused pacer that is stepped by a tick when each robot has
 * been given its speeds. Orders of a tick are given together, in the order of robots, so that it does not matter which
 * was first on the wire. A gate around the pacer, since a tick ends when the simulator has run all that the pacer admits.
 */
import type { Gate } from '@kineko/kernel';
import type { Pacer } from '@kineko/kernel/pacing';
import type { Clock } from '@kineko/server';
import type { ChirpCommand } from '../run/commands.js';

export interface LockstepOptions {
  /** Simulated seconds of a tick. */
  readonly tick: number;
  readonly robots: readonly number[];
  /** How long the others wait for one who does not commandGiven (ms): it is then stopped, and left out until it speaks again. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  /** Paused, and with continuous time. */
  readonly pacer: Pacer;
  readonly give: (command: ChirpCommand, source: string) => void;
  /** A tick is over: who was held back may go on. */
  readonly onTick: () => void;
  /** A robot has been left out. */
  readonly onAbsent?: (robot: number) => void;
}

interface Given {
  readonly command: ChirpCommand & { readonly robot: number };
  readonly source: string;
}

export class Lockstep implements Gate {
  private ticks = 0;
  private readonly spoken = new Set<number>();
  private readonly absent = new Set<number>();
  private given: Given[] = [];
  private isUnderWay = true;
  private cancelDeadline: (() => void) | undefined;

  constructor(private readonly options: LockstepOptions) {}

  /** Whether a robot has spoken in this tick, or the tick is not over: it has to wait for the others. */
  mustWait(robot: number): boolean {
    return this.isUnderWay || this.spoken.has(robot);
  }

  /** Keeps an order for the end of the tick. */
  command(command: Given['command'], source: string): void {
    this.given.push({ command, source });
  }

  /** A robot has been given its speeds. */
  commandGiven(robot: number): void {
    this.absent.delete(robot);
    this.spoken.add(robot);
    if (this.isComplete()) this.goOn();
  }

  close(): void {
    this.cancelDeadline?.();
  }

  // For the simulator.

  admits(time: number, now: number): boolean {
    return this.options.pacer.admits(time, now);
  }

  whenWorthAsking(ask: () => void): void {
    this.options.pacer.whenWorthAsking(ask);
    if (!this.isUnderWay) return;
    // All that happens up to here has happened.
    this.isUnderWay = false;
    this.cancelDeadline = this.options.clock.after(this.options.deadlineMs, () => this.leaveOut());
    this.options.onTick();
  }

  private isComplete(): boolean {
    const { robots } = this.options;
    return this.spoken.size > 0 && robots.every((robot) => this.spoken.has(robot) || this.absent.has(robot));
  }

  private goOn(): void {
    this.cancelDeadline?.();
    const commands = this.given.sort((a, b) => a.command.robot - b.command.robot);
    this.given = [];
    this.spoken.clear();
    for (const { command, source } of commands) this.options.give(command, source);
    this.isUnderWay = true;
    this.options.pacer.advanceTo(++this.ticks * this.options.tick);
  }

  private leaveOut(): void {
    const { robots, deadlineMs, clock, onAbsent } = this.options;
    if (this.spoken.size === 0) {
      this.cancelDeadline = clock.after(deadlineMs, () => this.leaveOut());
      return;
    }
    for (const robot of robots) {
      if (this.spoken.has(robot) || this.absent.has(robot)) continue;
      this.absent.add(robot);
      this.command({ kind: 'setspeed', robot, left: 0, right: 0 }, 'lockstep');
      onAbsent?.(robot);
    }
    this.goOn();
  }
}
