/**
 * Lock-step: time advances by a tick when every robot has been given its speeds. The commands of a tick are executed together, in
 * the order of robots, so that the order of datagrams does not matter. A gate around a paused pacer: a tick ends when the
 * simulator has run everything that the pacer admits.
 */
import type { Gate } from '@kineko/kernel';
import type { Pacer } from '@kineko/kernel/pacing';
import type { Clock } from '@kineko/server';
import type { ChirpCommand } from '../run/commands.js';

export interface LockstepOptions {
  /** Simulated seconds per tick. */
  readonly tick: number;
  readonly robots: readonly number[];
  /** Time that a tick waits for a robot (ms); then the robot is stopped, and left out until its next command. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  /** Paused, and with continuous time. */
  readonly pacer: Pacer;
  readonly execute: (command: ChirpCommand, source: string) => void;
  /** A tick has ended: delayed requests may continue. */
  readonly onTick: () => void;
  /** A robot has been left out. */
  readonly onAbsent?: ((robot: number) => void) | undefined;
}

interface Given {
  readonly command: ChirpCommand & { readonly robot: number };
  readonly source: string;
}

export class Lockstep implements Gate {
  private ticks = 0;
  private readonly ready = new Set<number>();
  private readonly absent = new Set<number>();
  private given: Given[] = [];
  private isAdvancing = true;
  private cancelDeadline: (() => void) | undefined;

  constructor(private readonly options: LockstepOptions) {}

  /** Whether requests of a robot have to wait for the next tick. */
  mustWait(robot: number): boolean {
    return this.isAdvancing || this.ready.has(robot);
  }

  /** Keeps a command for the end of the tick. */
  command(command: Given['command'], source: string): void {
    this.given.push({ command, source });
  }

  /** A robot has been given its speeds. */
  speedsGiven(robot: number): void {
    this.absent.delete(robot);
    this.ready.add(robot);
    if (this.options.robots.every((each) => this.ready.has(each) || this.absent.has(each))) this.advance();
  }

  close(): void {
    this.cancelDeadline?.();
  }

  admits(time: number, now: number): boolean {
    return this.options.pacer.admits(time, now);
  }

  whenReady(ask: () => void): void {
    this.options.pacer.whenReady(ask);
    if (!this.isAdvancing) return;
    this.isAdvancing = false;
    this.startDeadline();
    this.options.onTick();
  }

  private startDeadline(): void {
    this.cancelDeadline = this.options.clock.after(this.options.deadlineMs, () => this.leaveOut());
  }

  private advance(): void {
    this.cancelDeadline?.();
    const commands = this.given.sort((a, b) => a.command.robot - b.command.robot);
    this.given = [];
    this.ready.clear();
    for (const { command, source } of commands) this.options.execute(command, source);
    this.isAdvancing = true;
    this.options.pacer.advanceTo(++this.ticks * this.options.tick);
  }

  private leaveOut(): void {
    // While no controller is there, all are waited for.
    if (this.ready.size === 0) return this.startDeadline();
    for (const robot of this.options.robots) {
      if (this.ready.has(robot) || this.absent.has(robot)) continue;
      this.absent.add(robot);
      this.command({ kind: 'setspeed', robot, left: 0, right: 0 }, 'lockstep');
      this.options.onAbsent?.(robot);
    }
    this.advance();
  }
}
