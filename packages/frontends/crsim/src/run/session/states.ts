/** The states of an environment, with the numbers of the report. */
export const STATE = { initial: 0, loaded: 1, robots: 2, sentObjects: 3, running: 4 } as const;
export type State = (typeof STATE)[keyof typeof STATE];

const NAMES: readonly string[] = ['INITIAL', 'LOADED', 'ROBOTS', 'SENT_OBJECTS', 'RUNNING'];

export function nameOfState(state: State): string {
  return `${NAMES[state]} (${state})`;
}

/** A request that cannot be fulfilled; the message says why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
