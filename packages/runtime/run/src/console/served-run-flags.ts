/** Flags of `kineko serve` that front ends share: pace, values and results of the run that is served. */
import { type Flags, VALUE, VALUES } from '../flags.js';
import { type LogChoice, OUTPUT_FLAGS } from './output-flags.js';

/** Without a default, so that a missing flag is undefined. */
const FLAG = { type: 'boolean' } as const;

export const SERVED_RUN_FLAGS = {
  speed: { ...VALUE, describe: 'simulated seconds per second (default: 1), or max for Chirp worlds' },
  set: { ...VALUES, describe: 'set a key of the configuration: --set seed=7 (may be repeated)' },
  'time-limit': { ...VALUE, describe: 'time limit in simulated seconds' },
  out: { ...VALUE, alias: 'o', describe: 'folder for results: manifest.json, logs' },
  log: {
    ...OUTPUT_FLAGS.log,
    describe: 'logs to keep: the Neko log, the exact trace, both, or an MCAP recording',
  },
  'log-limit': { ...VALUE, describe: `${OUTPUT_FLAGS['log-limit'].describe} (${OUTPUT_FLAGS['log-limit'].default})` },
  watch: { ...FLAG, describe: 'show the run in the browser' },
  open: { ...FLAG, describe: 'open the browser (with --watch; --no-open prints the address)' },
  layers: { ...OUTPUT_FLAGS.layers, describe: `${OUTPUT_FLAGS.layers.describe} (with --watch)` },
  layer: { ...OUTPUT_FLAGS.layer, describe: `${OUTPUT_FLAGS.layer.describe} (with --watch)` },
  json: { ...FLAG, describe: 'print the result as one JSON object' },
  verbose: { alias: 'v', type: 'count', describe: 'print more' },
} as const satisfies Flags;

/** Their values, in camel case. */
export interface ServedRunOptions {
  readonly speed?: string | undefined;
  readonly out?: string | undefined;
  readonly log?: LogChoice | undefined;
  readonly logLimit?: string | undefined;
  readonly watch: boolean;
  readonly open: boolean;
  readonly layers?: string | undefined;
  readonly layer?: readonly string[] | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}
