import type { StoppedBy } from './scenario.js';

/** Why a run ended, for people: the same words at a terminal and in a page. */
export const WHY_STOPPED: Readonly<Record<StoppedBy, string>> = {
  time: 'its time was up',
  empty: 'nothing was left to happen',
  finished: 'it reached its goal',
  shutdown: 'a process ended it',
  stalled: 'stalled: robots are held back by contact, and nothing else happens',
  events: 'it ran all the events that it was given',
  log: 'log limit reached: the results are partial',
  interrupted: 'interrupted: the results are partial',
};
