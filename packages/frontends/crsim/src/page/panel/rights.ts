/** Which commands and settings are available in which state and role; for others, the reason. */

/** In order; their indexes are their numbers. */
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

/** Why a command or setting is not available, or undefined. */
export function whyNot(what: Command | Setting, circumstances: Circumstances): string | undefined {
  if (!circumstances.isConnected) return 'no connection to the environment';
  if (circumstances.role !== 'master') return 'only the master may change the environment: become master first';
  return REASONS[what](circumstances);
}

type Reason = (circumstances: Circumstances) => string | undefined;

const inLoadedOnly: Reason = ({ state }) => {
  if (state === 'LOADED') return undefined;
  if (state === 'INITIAL') return 'no model is loaded: load one first';
  return `it can be set in LOADED only, got ${state}: stop the run first`;
};

const REASONS: Readonly<Record<Command | Setting, Reason>> = {
  load: ({ state }) =>
    state === 'INITIAL' || state === 'LOADED' ? undefined : `the environment is ${state}: stop it first`,
  start: ({ state, isPaused }) => {
    if (state === 'INITIAL') return 'no model is loaded: load one first';
    if (state === 'LOADED' || (state === 'RUNNING' && isPaused)) return undefined;
    return 'the run is not paused';
  },
  pause: ({ state, isPaused }) => {
    if (state !== 'RUNNING') return 'no run';
    return isPaused ? 'the run is paused already' : undefined;
  },
  step: ({ state, isPaused }) => {
    if (state !== 'RUNNING') return 'no run: start and pause it first';
    return isPaused ? undefined : 'the run is not paused: pause it first';
  },
  stop: ({ state }) => (state === 'RUNNING' ? undefined : 'no run'),
  millisPerStep: inLoadedOnly,
  port: inLoadedOnly,
  communications: inLoadedOnly,
  stepPauseTime: () => undefined,
};
