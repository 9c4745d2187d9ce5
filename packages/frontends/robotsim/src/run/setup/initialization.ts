/** Problems of putting processes together: what an initializer throws, and what it does not launch. */
import { inputError, type Place } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { NekoProcess } from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { StackError } from './stack.js';

/** Why a process cannot be put together: the fault of the configuration, as far as that is known, or of an author's code. */
export function initializationError(error: unknown, { name, now }: NekoProcess, config: NekoConfig): Error {
  const text = messageOf(error);
  const key = keyIn(error);
  if (key !== undefined) return inputError(text, placeOfSetting(key, config));
  if (error instanceof StackError) return inputError(text, config.placeOf('protocol'));
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

export interface LaunchCheck {
  readonly processes: readonly NekoProcess[];
  readonly hasBodies: boolean;
  /** Whether a process was put together by an author's initializer. */
  readonly isOwn: (process: number) => boolean;
  readonly placeOf: (process: number) => Place | undefined;
}

/** Throws an `InputError` for an algorithm that was not launched; returns a note on processes that run nothing. */
export function checkLaunches({ processes, hasBodies, isOwn, placeOf }: LaunchCheck): string | undefined {
  const own = processes.filter(({ id }) => isOwn(id));
  const [first] = own;
  if (first === undefined) return undefined;
  const refuse = ({ id, name }: NekoProcess, text: string): never => {
    throw inputError(`${name}: its initializer ${text}`, placeOf(id));
  };
  const forgetful = own.find(({ unlaunchedPrograms }) => unlaunchedPrograms.length > 0);
  if (forgetful !== undefined) {
    const names = forgetful.unlaunchedPrograms.join(', ');
    return refuse(forgetful, `made ${names} and never launched it: call launch() when its parts are set`);
  }
  const runsNothing = (process: NekoProcess): boolean =>
    hasBodies ? process.launchedPrograms === 0 : process.dispatcher.isEmpty;
  const idle = own.filter(runsNothing);
  // Processes without bodies may do all they are for while they are put together.
  if (hasBodies && idle.length === processes.length) {
    return refuse(first, 'launched no algorithm: make one, set its parts and call launch()');
  }
  return idle.length === 0 ? undefined : `${namesOf(idle)}: the initializer launched no algorithm`;
}

function namesOf(processes: readonly NekoProcess[]): string {
  const names = processes.slice(0, 5).map(({ name }) => name);
  return `${names.join(', ')}${processes.length > names.length ? ` and ${processes.length - names.length} more` : ''}`;
}
