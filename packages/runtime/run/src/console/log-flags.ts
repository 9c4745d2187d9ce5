/** `--log` and `--log-limit`: which logs a run writes, and how large they may be. */
import { NO_LOG_LIMIT, USUAL_LOG_LIMIT } from '../node/log-budget.js';

export const LOG_FLAGS = {
  log: { type: 'string', requiresArg: true, choices: ['none', 'neko', 'trace', 'both', 'mcap'] },
  'log-limit': {
    type: 'string',
    requiresArg: true,
    default: USUAL_LOG_LIMIT,
    describe: `limit of the log and the trace together, such as 500MB; beyond it the run is stopped ('${NO_LOG_LIMIT}': no limit)`,
  },
} as const;

export type LogChoice = (typeof LOG_FLAGS.log.choices)[number];
