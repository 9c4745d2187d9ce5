import type { Context, Process } from '../runtime/process.js';
import { SensorySystem } from './sensory-system.js';
import { Wheels } from './action.js';

/**
 * A robot of a scenario. Its fields are its knowledge: processes and ensembles get copies of them by name. Extend it, and list
 * the processes in a static `processes`.
 */
export abstract class DEECoRobot {
  /** Set on deployment if it is null. */
  id: string | null = null;
  /** Index among the robots. */
  rID = -1;
  sensor = new SensorySystem();
  wheels: Wheels = new Wheels();
  /** Shown beside it. */
  tag = '';

  static readonly processes: readonly Process[] = [];

  /** Called with the attributes of the scenario, before `processArg`. */
  setParameters(tag: string, _context: Context): void {
    this.tag = tag;
  }

  /** Called with the argument of the scenario, empty if there is none. */
  processArg(_arg: string, _context: Context): void {}
}
