/** `--log` and `--log-limit`: which logs a run writes, and how large they may be. */
import { UsageError } from './cli-context.js';

export const LOG_CHOICES = ['none', 'neko', 'trace', 'both', 'mcap'] as const;
export type LogChoice = (typeof LOG_CHOICES)[number];

const NONE = 'none';

export const LOG_LIMIT_OPTION = {
  type: 'string',
  requiresArg: true,
  default: '10GB',
  describe: `limit of the log and the trace together, such as 500MB; beyond it the run is stopped ('${NONE}': no limit)`,
} as const;

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
]);

export function logLimitOf(text: string = LOG_LIMIT_OPTION.default): number {
  if (text === NONE) return Infinity;
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?) ?([A-Za-z]{0,2})$/.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS.get(unit.toUpperCase()) ?? Number.NaN);
  if (bytes >= 1 && bytes < Infinity) return bytes;
  throw new UsageError(`--log-limit: expected a size such as 500MB or 2GB, or ${NONE}, got '${text}'`);
}
