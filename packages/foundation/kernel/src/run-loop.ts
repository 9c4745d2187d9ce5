/** Continues a run after its halts: when a task has blocked, the gate opens, or the host has served its input. */
import { afterInput, afterLateInput } from './barrier.js';
import type { StoppedBy } from './run-report.js';
import type { Turn } from './turn.js';

/** Holds a run back before each event: real time, a debugger. */
export interface Gate {
  /** Whether the event of that time may run; if true, it runs. */
  admits(time: number, now: number): boolean;
  /** Calls back when it is worth trying again. */
  whenReady(retry: () => void): void;
}

/** Why the event loop was left: permanently, or until it may continue. */
export type Halt = StoppedBy | 'turn' | 'gate' | 'input';

export interface RunDriver {
  readonly runBatch: () => Halt;
  readonly turn: Turn;
  readonly gate: Gate | undefined;
  readonly over: (stoppedBy: StoppedBy) => void;
  readonly failed: (error: unknown) => void;
}

export function driveRun({ runBatch, turn, gate, over, failed }: RunDriver): void {
  let hostHadItsTurn = false;
  // A callback rather than an await after each turn halves the cost of a turn.
  const proceed = (): void => {
    try {
      if (turn.failure !== undefined) throw turn.failure;
      const halt = runBatch();
      if (halt === 'turn') turn.whenOver(proceed);
      else if (halt === 'gate') gate!.whenReady(proceed);
      else if (halt === 'input') continueAfterInput();
      else if (halt === 'empty' && turn.hasParked && !hostHadItsTurn) {
        // A promise may be settled by the host, without `outside()`: that is a different mistake.
        hostHadItsTurn = true;
        afterLateInput(proceed)();
      } else over(halt);
    } catch (error) {
      failed(error);
    }
  };
  const continueAfterInput = afterInput(proceed);
  proceed();
}
