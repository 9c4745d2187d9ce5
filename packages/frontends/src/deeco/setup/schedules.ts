import { InputError, type Place } from '@kineko/formats/problem';
import type { Schedule } from '../runtime/schedule.js';

/** Milliseconds are whole: what falls between them would never come. */
export function checkSchedule({ period = 1, offset = 0, order = 0 }: Schedule, who: string, place: Place): void {
  const wrong: string[] = [];
  if (!(Number.isSafeInteger(period) && period >= 1))
    wrong.push(`a period of ${period} ms, where 1, 2 … would be right`);
  if (!(Number.isSafeInteger(offset) && offset >= 0))
    wrong.push(`an offset of ${offset} ms, where 0, 1 … would be right`);
  if (!Number.isFinite(order)) wrong.push(`an order of ${order}, where a number would be right`);
  if (wrong.length > 0)
    throw new InputError([{ severity: 'error', place, text: `${who} has ${wrong.join(', and ')}` }]);
}
