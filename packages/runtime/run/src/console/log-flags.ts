/** `--log` and `--log-limit`: which logs a run writes, and how large they may be. */
import { LogBudget } from '../node/log-budget.js';
import { UsageError } from './cli-context.js';

const NONE = 'none';

export const LOG_FLAGS = {
  log: { type: 'string', requiresArg: true, choices: ['none', 'neko', 'trace', 'both', 'mcap'] },
  'log-limit': {
    type: 'string',
    requiresArg: true,
    default: '10GB',
    describe: `limit of the log and the trace together, such as 500MB; beyond it the run is stopped ('${NONE}': no limit)`,
  },
} as const;

export type LogChoice = (typeof LOG_FLAGS.log.choices)[number];

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
]);

/** Reads the value of `--log-limit`: `500MB`, or `none`. */
export function logBudgetOf(text: string = LOG_FLAGS['log-limit'].default): LogBudget {
  if (text === NONE) return new LogBudget();
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?) ?([A-Za-z]{0,2})$/.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS.get(unit.toUpperCase()) ?? Number.NaN);
  if (bytes >= 1 && bytes < Infinity) return new LogBudget(bytes);
  throw new UsageError(`--log-limit: expected a size such as 500MB or 2GB, or ${NONE}, got '${text}'`);
}
