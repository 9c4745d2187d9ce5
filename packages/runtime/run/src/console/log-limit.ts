/** The value of `--log-limit`. */
import { LogBudget } from '../node/log-budget.js';
import { UsageError } from './cli-context.js';

export const NO_LOG_LIMIT = 'none';
export const USUAL_LOG_LIMIT = '10GB';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
]);

/** Reads a limit: `500MB`, or `none`. */
export function logBudgetOf(text: string = USUAL_LOG_LIMIT): LogBudget {
  if (text === NO_LOG_LIMIT) return new LogBudget();
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?) ?([A-Za-z]{0,2})$/.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS.get(unit.toUpperCase()) ?? Number.NaN);
  if (bytes >= 1 && bytes < Infinity) return new LogBudget(bytes);
  throw new UsageError(`--log-limit: expected a size such as 500MB or 2GB, or ${NO_LOG_LIMIT}, got '${text}'`);
}
