/** Continues a run after its halts: when a task has blocked, the gate opens, or the host has served its input. */
import { afterInput, afterLateInput } from './barrier.js';
import type { Gate } from './gate.js';
import type { StoppedBy } from './run-report.js';
import type { Turn } from './turn.js';

/** Why the event loop was left: permanently, or until it may continue. */
export type Halt = StoppedBy | 'turn' | 'gate' | 'input';

export interface Course {
  readonly runForAWhile: () => Halt;
  readonly turn: Turn;
  readonly gate: Gate | undefined;
  readonly over: (stoppedBy: StoppedBy) => void;
  readonly failed: (error: unknown) => void;
}

export function carryOn({ runForAWhile, turn, gate, over, failed }: Course): void {
  let hostHadItsTurn = false;
  // A callback rather than an await after each turn halves the cost of a turn.
  const goOn = (): void => {
    try {
      if (turn.failure !== undefined) throw turn.failure;
      const halt = runForAWhile();
      if (halt === 'turn') turn.whenOver(goOn);
      else if (halt === 'gate') gate!.whenWorthAsking(goOn);
      else if (halt === 'input') goOnAfterInput();
      else if (halt === 'empty' && turn.hasParked && !hostHadItsTurn) {
        // A promise may be settled by the host, without `outside()`: that is a different mistake.
        hostHadItsTurn = true;
        afterLateInput(goOn)();
      } else over(halt);
    } catch (error) {
      failed(error);
    }
  };
  const goOnAfterInput = afterInput(goOn);
  goOn();
}
