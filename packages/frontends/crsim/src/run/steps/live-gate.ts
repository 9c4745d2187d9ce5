/**
 * Holds a run before each step until its controllers have sent their requests. It waits for answers, not for a clock: real
 * time, pauses and single steps come from the pacer inside.
 */
import type { Gate } from '@kineko/kernel';
import type { StepRequests } from './requests.js';
import type { RobotControllers } from './robot-controllers.js';
import { yieldToHost } from './yield-to-host.js';

export interface LiveGateOptions {
  readonly controllers: RobotControllers;
  /** Whether the run is no longer held. */
  readonly isOpen: () => boolean;
  /** Whether a step waits for its requests. */
  readonly isAsking: () => boolean;
  /** Schedules the requests as a command. */
  readonly admit: (requests: StepRequests) => void;
  /** Schedules the end of the run as a command. */
  readonly shutDown: (reason: string) => void;
  /** Another gate that holds the run: real time, a pause. */
  readonly inner: Gate | undefined;
}

/** Steps between two turns of the host. */
const STEPS_PER_TURN = 64;

export class LiveGate implements Gate {
  private hasJustAdmitted = false;
  private isHeldByInner = false;
  private ask: (() => void) | undefined;
  private steps = 0;

  constructor(private readonly options: LiveGateOptions) {}

  admits(time: number, now: number): boolean {
    const { controllers, isOpen, isAsking, admit, shutDown, inner } = this.options;
    if (isOpen()) return true;
    this.isHeldByInner = inner?.admits(time, now) === false;
    if (this.isHeldByInner) return false;
    if (!isAsking()) return true;
    const { endReason } = controllers;
    const requests = endReason === undefined ? controllers.take() : undefined;
    if (requests !== undefined) admit(requests);
    else if (endReason !== undefined) shutDown(endReason);
    else return false;
    // The next event is now the command, which the simulator has to find again.
    this.hasJustAdmitted = true;
    return false;
  }

  whenReady(callback: () => void): void {
    const ask = (): void => {
      // Only the first of several calls counts.
      if (this.ask !== ask) return;
      this.ask = undefined;
      callback();
    };
    this.ask = ask;
    if (this.isHeldByInner) this.options.inner!.whenReady(ask);
    else if (!this.hasJustAdmitted) this.options.controllers.whenReady(ask);
    else {
      this.hasJustAdmitted = false;
      if (++this.steps % STEPS_PER_TURN === 0) yieldToHost(ask);
      // oxlint-disable-next-line kineko/no-timers -- the run waits at its gate meanwhile: no event can come between
      else queueMicrotask(ask);
    }
  }

  /** Makes the run ask again after something has changed. */
  poke(): void {
    this.ask?.();
  }
}

declare function queueMicrotask(callback: () => void): void;
