/** Whether authors' initializers have launched what they made: a run in which nothing runs helps nobody. */
import { InputError, type Place } from '@kineko/formats/problem';
import type { NekoProcess } from '@kineko/neko';

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
    throw new InputError([{ severity: 'error', place: placeOf(id), text: `${name}: its initializer ${text}` }]);
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
