/** Algorithms that stand for a student's while the scenario of an assignment is checked. */
import { ActiveProtocol } from '@kineko/neko';
import { AbstractAlgorithm } from '../run/algorithm.js';

class RobotSubmission extends AbstractAlgorithm {
  protected doMotion(): void {}
}

class ProcessSubmission extends ActiveProtocol {
  protected async run(): Promise<void> {}
}

export const SUBMISSIONS = [{ RobotSubmission }, { ProcessSubmission }] as const;
