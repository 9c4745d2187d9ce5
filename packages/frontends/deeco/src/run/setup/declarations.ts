/** What authors' classes declare, as far as no compiler has looked at it: a plugin may be plain JavaScript. */
import { InputError, type Place } from '@kineko/formats/problem';
import type { Schedule } from '../runtime/schedule.js';

export function checkProcesses(processes: unknown, className: string, place: Place): void {
  if (!Array.isArray(processes) || !processes.every(isProcess)) {
    throw refusal(place, `${className} has no list of processes; right would be a static one, of what process() makes`);
  }
  for (const process of processes) checkSchedule(process, `${className}.${process.name}`, place);
}

function isProcess(value: unknown): value is Schedule & { readonly name: string } {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

/** Of an ensemble: `roles` has the names for both sides, `exchanged` may have them. */
export function checkNames(
  { roles, exchanged }: { readonly roles?: unknown; readonly exchanged?: unknown },
  who: string,
  place: Place,
): void {
  const { coord, member } = (roles ?? {}) as { readonly coord?: unknown; readonly member?: unknown };
  const wrong: string[] = [];
  if (!(Array.isArray(coord) && Array.isArray(member)))
    wrong.push('no roles, where { coord: […], member: […] } would be right');
  if (typeof exchanged !== 'object' || exchanged === null)
    wrong.push('nothing exchanged, where { coord: { in: […] }, member: { inout: […] } } would be right');
  if (wrong.length > 0) throw refusal(place, `${who} has ${wrong.join(', and ')}`);
}

/** Milliseconds are whole: what falls between them would never come. */
export function checkSchedule({ period = 1, offset = 0, order = 0 }: Schedule, who: string, place: Place): void {
  const wrong: string[] = [];
  if (!(Number.isSafeInteger(period) && period >= 1))
    wrong.push(`a period of ${period} ms, where 1, 2 … would be right`);
  if (!(Number.isSafeInteger(offset) && offset >= 0))
    wrong.push(`an offset of ${offset} ms, where 0, 1 … would be right`);
  if (!Number.isFinite(order)) wrong.push(`an order of ${order}, where a number would be right`);
  if (wrong.length > 0) throw refusal(place, `${who} has ${wrong.join(', and ')}`);
}

function refusal(place: Place, text: string): InputError {
  return new InputError([{ severity: 'error', place, text }]);
}
