/** What can be done when, and by whom: for what cannot, the reason in words, so that the page can say it. */

/** In the order in which an environment goes through them; their places are their numbers. */
export const STATES = ['INITIAL', 'LOADED', 'ROBOTS', 'SENT_OBJECTS', 'RUNNING'] as const;
export type StateName = (typeof STATES)[number];

export type Role = 'master' | 'observer' | 'robot';

export interface Circumstances {
  readonly isConnected: boolean;
  readonly role: Role;
  readonly state: StateName;
  readonly isPaused: boolean;
}

export type Command = 'load' | 'start' | 'pause' | 'step' | 'stop';
export type Setting = 'millisPerStep' | 'port' | 'stepPauseTime' | 'communications';

/** Undefined if it can be done. */
export function whyNot(wish: Command | Setting, circumstances: Circumstances): string | undefined {
  if (!circumstances.isConnected) return 'there is no connection to the environment';
  if (circumstances.role !== 'master') return 'only the master may change things: become master first';
  return REASONS[wish](circumstances);
}

type Reason = (circumstances: Circumstances) => string | undefined;

const inLoadedOnly: Reason = ({ state }) => {
  if (state === 'LOADED') return undefined;
  if (state === 'INITIAL') return 'it can be set when a model is loaded: load one first';
  return `it can be set in LOADED only, and the environment is ${state}: stop it first`;
};

const REASONS: Readonly<Record<Command | Setting, Reason>> = {
  load: ({ state }) =>
    state === 'INITIAL' || state === 'LOADED'
      ? undefined
      : `the environment is ${state}: stop it before another is loaded`,
  start: ({ state, isPaused }) => {
    if (state === 'INITIAL') return 'there is nothing to start: load a model first';
    if (state === 'LOADED' || (state === 'RUNNING' && isPaused)) return undefined;
    return 'it runs already';
  },
  pause: ({ state, isPaused }) => {
    if (state !== 'RUNNING') return 'it does not run';
    return isPaused ? 'it is paused already' : undefined;
  },
  step: ({ state, isPaused }) => {
    if (state !== 'RUNNING') return 'it does not run: start and pause it first';
    return isPaused ? undefined : 'it goes on by itself: pause it first';
  },
  stop: ({ state }) => (state === 'RUNNING' ? undefined : 'it does not run'),
  millisPerStep: inLoadedOnly,
  port: inLoadedOnly,
  communications: inLoadedOnly,
  stepPauseTime: () => undefined,
};
