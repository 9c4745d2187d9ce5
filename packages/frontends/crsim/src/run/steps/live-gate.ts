/**
 * Holds a run back, before each step, until its robots have sent their requests. It waits for answers, not for a clock:
 * real time, pauses and single steps are those of the pacer inside.
 */
import type { Gate } from '@kineko/kernel';
import { breathe } from './breath.js';
import type { RobotControllers } from './robot-controllers.js';
import type { StepRequests } from './requests.js';

export interface LiveGateOptions {
  readonly controllers: RobotControllers;
  /** Whether nothing is to be held back any more. */
  readonly isOpen: () => boolean;
  /** Whether a step waits for its requests. */
  readonly isAsking: () => boolean;
  /** They are there: a command that is about to run. */
  readonly admit: (requests: StepRequests) => void;
  /** The run should end: a command, too. */
  readonly shutDown: (reason: string) => void;
  /** Holds the run back besides: real time, a pause. */
  readonly inner: Gate | undefined;
}

/** So many steps go on at once before the host may look after everything else. */
const STEPS_BETWEEN_BREATHS = 64;

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
    // What comes next is now the command, and has to be looked for anew.
    this.hasJustAdmitted = true;
    return false;
  }

  whenReady(callback: () => void): void {
    const ask = (): void => {
      // Whoever is first: the others come too late.
      if (this.ask !== ask) return;
      this.ask = undefined;
      callback();
    };
    this.ask = ask;
    if (this.isHeldByInner) this.options.inner!.whenReady(ask);
    else if (!this.hasJustAdmitted) this.options.controllers.whenReady(ask);
    else {
      this.hasJustAdmitted = false;
      if (++this.steps % STEPS_BETWEEN_BREATHS === 0) breathe(ask);
      // oxlint-disable-next-line kineko/no-timers -- the run waits at its gate meanwhile: no event can come between
      else queueMicrotask(ask);
    }
  }

  /** Has the run ask again: something has changed. */
  nudge(): void {
    this.ask?.();
  }
}

declare function queueMicrotask(callback: () => void): void;
