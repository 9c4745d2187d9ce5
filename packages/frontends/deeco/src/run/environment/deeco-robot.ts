import type { Context, Process } from '../runtime/process.js';
import { SensorySystem } from './sensory-system.js';
import { Wheels } from './action.js';

/**
 * A robot of a scenario. Its fields are what it knows: processes and ensembles see copies of them, by their names. Extend it,
 * and list the processes in a static `processes`.
 */
export abstract class DEECoRobot {
  /** What it is called; given when it is deployed, if it has none. */
  id: string | null = null;
  /** Its place among the robots, from 0. */
  rID = -1;
  sensor = new SensorySystem();
  wheels: Wheels = new Wheels();
  /** Shown beside it. */
  tag = '';

  static readonly processes: readonly Process[] = [];

  /** What the scenario says of it, before `processArg`. */
  setParameters(tag: string, _context: Context): void {
    this.tag = tag;
  }

  /** Empty if the scenario has none. */
  processArg(_arg: string, _context: Context): void {}
}
