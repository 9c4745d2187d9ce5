import type { ShrinkBudget } from '@kineko/lab/node';
import { UsageError } from '@kineko/run/console';

/** `500`: runs; `30s`: wall-clock seconds. */
export function readBudget(text: string): ShrinkBudget {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,9})?)(s?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (digits !== undefined && unit === 's' && value > 0) return { runs: Infinity, seconds: value };
  if (digits !== undefined && unit === '' && Number.isInteger(value)) return { runs: value };
  throw new UsageError(`--shrink-budget: expected a number of runs, or seconds as in 30s, got '${text}'`);
}
