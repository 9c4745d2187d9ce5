/** Problems of initializers: errors that they throw, and algorithms that they do not launch. */
import { inputError, type Place } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { NekoProcess } from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { StackError } from './stack.js';

/** The error for a process that cannot be initialized, because of the configuration or of an author's code. */
export function initializationError(error: unknown, { name, now }: NekoProcess, config: NekoConfig): Error {
  const text = messageOf(error);
  const key = keyIn(error);
  if (key !== undefined) return inputError(text, placeOfSetting(key, config));
  if (error instanceof StackError) return inputError(text, config.placeOf('protocol'));
  return new Error(`${name} failed during its initialization at t = ${now}: ${text}`, { cause: error });
}

/** The key of a ParameterError, which is recognised by its name: an author's file may bring its own copy of the class. */
function keyIn(error: unknown): string | undefined {
  const isOne = error instanceof Error && error.name === 'ParameterError' && 'key' in error;
  return isOne && typeof error.key === 'string' ? error.key : undefined;
}

/** The place of a setting, which may include the package of its class, or be for all classes. */
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
  /** Whether a process has an author's initializer. */
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
    return refuse(forgetful, `created ${names} and never launched it: call launch() when its parts are set`);
  }
  const runsNothing = (process: NekoProcess): boolean =>
    hasBodies ? process.launchedPrograms === 0 : process.dispatcher.isEmpty;
  const idle = own.filter(runsNothing);
  // Processes without bodies may do all their work during initialization.
  if (hasBodies && idle.length === processes.length) {
    return refuse(first, 'launched no algorithm: create one, set its parts and call launch()');
  }
  return idle.length === 0 ? undefined : `${namesOf(idle)}: the initializer launched no algorithm`;
}

function namesOf(processes: readonly NekoProcess[]): string {
  const names = processes.slice(0, 5).map(({ name }) => name);
  return `${names.join(', ')}${processes.length > names.length ? ` and ${processes.length - names.length} more` : ''}`;
}
