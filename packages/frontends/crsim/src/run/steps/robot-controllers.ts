import type { StepOutcome } from './environment.js';
import type { StepRequests } from './requests.js';

/** The controllers of a run's robots, over TCP or in the same process. A replayed run has none. */
export interface RobotControllers {
  /** A step begins: sends its number to all controllers. */
  ask(step: number): void;
  /** The requests of the step, or undefined while some are missing. */
  take(): StepRequests | undefined;
  /** Calls back once when `take` may return more than at its last call. */
  whenReady(callback: () => void): void;
  /** Sends the outcome of the step. */
  answer(outcome: StepOutcome): void;
  /** Why the run should end; undefined if it should not. */
  readonly endReason?: string | undefined;
  /** Disconnects all controllers. */
  close(): void | Promise<void>;
}
