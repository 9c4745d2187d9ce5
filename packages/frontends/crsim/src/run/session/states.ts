/** The states of an environment, with the numbers that the report gives them. */
export const STATE = { initial: 0, loaded: 1, robots: 2, sentObjects: 3, running: 4 } as const;
export type State = (typeof STATE)[keyof typeof STATE];

const NAMES: readonly string[] = ['INITIAL', 'LOADED', 'ROBOTS', 'SENT_OBJECTS', 'RUNNING'];

/** For people. */
export function nameOfState(state: State): string {
  return `${NAMES[state]} (${state})`;
}

/** A wish that cannot be fulfilled, as the environment is: says why, and what would be right. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
