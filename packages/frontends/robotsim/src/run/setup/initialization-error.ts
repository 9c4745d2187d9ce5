import { InputError, type Place } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { NekoProcess } from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { StackError } from './stack.js';

/** Why a process cannot be put together: the fault of the configuration, as far as that is known, or of an author's code. */
export function initializationError(error: unknown, { name, now }: NekoProcess, config: NekoConfig): Error {
  const text = messageOf(error);
  const refused = (place: Place | undefined): InputError => new InputError([{ severity: 'error', place, text }]);
  const key = keyIn(error);
  if (key !== undefined) return refused(placeOfSetting(key, config));
  if (error instanceof StackError) return refused(config.placeOf('protocol'));
  return new Error(`${name} failed at t = ${now}, when it was put together: ${text}`, { cause: error });
}

/** Of a ParameterError, known by its name: an author's file may have brought a class of its own along. */
function keyIn(error: unknown): string | undefined {
  const isOne = error instanceof Error && error.name === 'ParameterError' && 'key' in error;
  return isOne && typeof error.key === 'string' ? error.key : undefined;
}

/** It may have been given with the package of its class, or to all classes. */
function placeOfSetting(key: string, config: NekoConfig): Place | undefined {
  const general = key.replace(/^[^.]*/, 'parameter');
  const entries = config.entries();
  const entry =
    entries.find((each) => each.key === key || each.key.endsWith(`.${key}`)) ??
    entries.find((each) => each.key === general);
  return entry?.origin.place;
}
