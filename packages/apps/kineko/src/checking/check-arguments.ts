import type { LimitArguments } from '../run-limits.js';

/** What `kineko check` is given. */
export interface CheckArguments extends LimitArguments {
  readonly file: string;
  readonly property?: readonly string[];
  readonly seeds?: string;
  readonly search?: 'swarm' | 'guided';
  readonly runs: string;
  readonly vary: string;
  readonly timeLimit?: string;
  readonly keepGoing: boolean;
  readonly shrink?: boolean;
  readonly shrinkBudget: string;
  readonly out: string;
  readonly complete: boolean;
  readonly jobs?: string;
  readonly set?: readonly string[];
  readonly plugin?: readonly string[];
  readonly strict: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}
