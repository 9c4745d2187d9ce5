/** A component that has been deployed. */
import type { Context } from './context.js';
import type { Knowledge } from './knowledge.js';
import type { Process } from './process.js';

export interface Component {
  /** Its place in the order of deployment. */
  readonly index: number;
  readonly className: string;
  readonly knowledge: Knowledge;
  readonly processes: readonly Process[];
  readonly context: Context;
  /** Of the framework itself: what goes wrong in it ends the run. */
  readonly isEssential: boolean;
}
