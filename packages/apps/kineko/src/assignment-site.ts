/** The program as assignments need it: with algorithms that stand for submissions while a scenario is checked. */
import type { AssignmentSite } from '@kineko/lab/node';
import { ActiveProtocol } from '@kineko/neko';
import { AbstractAlgorithm } from '@kineko/robotsim';
import type { CliContext } from '@kineko/run/console';
import { labSite } from './lab-site.js';

class RobotSubmission extends AbstractAlgorithm {
  protected doMotion(): void {}
}

class ProcessSubmission extends ActiveProtocol {
  protected async run(): Promise<void> {}
}

export function assignmentSite(env: CliContext['env']): AssignmentSite {
  return { ...labSite(env), standIns: [{ RobotSubmission }, { ProcessSubmission }] };
}
