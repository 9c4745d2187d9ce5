import type { Completion } from '@kineko/kernel';
import { AbstractAlgorithm } from '../algorithm.js';

/** Leaves its robot to commands from outside, as with `kineko serve --rosbridge`; without one, the robot stands. */
export class Driven extends AbstractAlgorithm {
  protected doMotion(): Completion<void> {
    return this.task.completion<void>(() => 'commands: kineko serve --rosbridge takes them');
  }
}
