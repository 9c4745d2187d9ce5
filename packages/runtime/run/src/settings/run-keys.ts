/** Keys that all front ends share. */
import type { KeyTable } from './row.js';

/** The time domain of the geometry (s). */
export const MAX_TIME = 2_147_483_648;

export const RUN_KEYS = {
  seed: {
    type: 'integer',
    range: { min: 0, max: Number.MAX_SAFE_INTEGER },
    doc: 'random seed; if not given, one is drawn and printed',
    example: '42',
  },
  'simulation.time': {
    type: 'number',
    range: { above: 0, max: MAX_TIME },
    unit: 's',
    doc: 'time limit of the run',
    example: '1000',
  },
  'simulation.speed': {
    type: 'number',
    range: { above: 0 },
    unit: 'simulated seconds per second',
    doc: 'speed of simulated time; as fast as possible if not given',
    example: '1',
  },
} as const satisfies KeyTable;
