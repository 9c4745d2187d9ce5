/** Who sits behind the robots of a run: over the wire, in the same program, or nobody, when a run is given again. */
import type { StepOutcome } from './environment.js';
import type { StepRequests } from './requests.js';

export interface RobotControllers {
  /** A step begins: everybody is told its number, before anybody is waited for. */
  ask(step: number): void;
  /** The requests of the step that was asked for; undefined while some are waited for. */
  take(): StepRequests | undefined;
  /** Calls back, once, when there is more to be had than when `take` was last called. */
  whenReady(callback: () => void): void;
  /** What came of the step. */
  answer(outcome: StepOutcome): void;
  /** Why the run should end; undefined if it should not. */
  readonly endReason?: string | undefined;
  /** Lets everybody go. */
  close(): void | Promise<void>;
}
