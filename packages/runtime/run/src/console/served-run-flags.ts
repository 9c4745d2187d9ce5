/** Flags of `kineko serve` that front ends share: pace, values and results of the run that is served. */
import { type Flags, VALUE, VALUES } from '../flags.js';
import { LOG_CHOICES, LOG_LIMIT_OPTION } from './log-flags.js';
import { LAYER_FLAG, LAYERS_FLAG } from './look-flags.js';

/** Without a default, so that a missing flag is undefined. */
const FLAG = { type: 'boolean' } as const;

export const SERVED_RUN_FLAGS = {
  speed: { ...VALUE, describe: 'simulated seconds per second (default: 1), or max for Chirp worlds' },
  set: { ...VALUES, describe: 'set a key of the configuration: --set seed=7 (may be repeated)' },
  'time-limit': { ...VALUE, describe: 'time limit in simulated seconds' },
  out: { ...VALUE, alias: 'o', describe: 'folder for results: manifest.json, logs' },
  log: {
    ...VALUE,
    choices: LOG_CHOICES,
    describe: 'logs to keep: the Neko log, the exact trace, both, or an MCAP recording',
  },
  'log-limit': { ...VALUE, describe: `${LOG_LIMIT_OPTION.describe} (${LOG_LIMIT_OPTION.default})` },
  watch: { ...FLAG, describe: 'show the run in the browser' },
  open: { ...FLAG, describe: 'open the browser (with --watch; --no-open prints the address)' },
  layers: { ...LAYERS_FLAG, describe: `${LAYERS_FLAG.describe} (with --watch)` },
  layer: { ...LAYER_FLAG, describe: `${LAYER_FLAG.describe} (with --watch)` },
  json: { ...FLAG, describe: 'print the result as one JSON object' },
  verbose: { alias: 'v', type: 'count', describe: 'print more' },
} as const satisfies Flags;
