/** What `kineko check` is given. */
export interface CheckArguments {
  readonly file: string;
  readonly property?: readonly string[];
  readonly seeds: string;
  readonly search?: 'swarm' | 'guided';
  readonly runs: string;
  readonly vary: string;
  readonly timeLimit?: string;
  readonly keepGoing: boolean;
  readonly shrink: boolean;
  readonly complete: boolean;
  readonly jobs?: string;
  readonly set?: readonly string[];
  readonly plugin?: readonly string[];
  readonly strict: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}
