import { describe, expect, test } from '@jest/globals';
import { type Circumstances, type Command, type Setting, type StateName, STATES, whyNot } from './rights.js';

const master = (state: StateName, isPaused = false): Circumstances => ({
  isConnected: true,
  role: 'master',
  state,
  isPaused,
});

const WISHES: readonly (Command | Setting)[] = [
  'load',
  'start',
  'pause',
  'step',
  'stop',
  'millisPerStep',
  'port',
  'stepPauseTime',
  'communications',
];

/** The commands that a master may give. */
const can = (circumstances: Circumstances): readonly string[] =>
  WISHES.filter((wish) => whyNot(wish, circumstances) === undefined);

describe('commands are allowed', () => {
  test.each([
    ['INITIAL', false, ['load', 'stepPauseTime']],
    ['LOADED', false, ['load', 'start', 'millisPerStep', 'port', 'stepPauseTime', 'communications']],
    ['ROBOTS', false, ['stepPauseTime']],
    ['SENT_OBJECTS', false, ['stepPauseTime']],
    ['RUNNING', false, ['pause', 'stop', 'stepPauseTime']],
    ['RUNNING', true, ['start', 'step', 'stop', 'stepPauseTime']],
  ] as const)('to the master in %s (paused: %s)', (state, isPaused, expected) => {
    expect(can(master(state, isPaused))).toEqual(expected);
  });

  test('never to observers and robot panels', () => {
    for (const role of ['observer', 'robot'] as const) {
      for (const state of STATES) expect(can({ ...master(state), role })).toEqual([]);
    }
    expect(whyNot('start', { ...master('LOADED'), role: 'observer' })).toMatch(/become master first/);
  });

  test('never without a connection', () => {
    expect(can({ ...master('LOADED'), isConnected: false })).toEqual([]);
  });

  test('with a reason that names the state and how to get there', () => {
    expect(whyNot('port', master('RUNNING'))).toBe('it can be set in LOADED only, got RUNNING: stop the run first');
    expect(whyNot('millisPerStep', master('INITIAL'))).toMatch(/load one first/);
  });
});
