/** Names of classes in a configuration. */

/** `RandomNetwork` for `lse.neko.networks.sim.RandomNetwork`; `Gathering` for `./gathering.ts` and `x.ts#Gathering`. */
export function simpleName(given: string): string {
  return namesOf(given).at(-1)!;
}

const FILE_ENDING = /\.[cm]?[jt]sx?$/;

/** Whether a class is named by the file that exports it. */
export function isFile(given: string): boolean {
  return FILE_ENDING.test(given.split('#', 1)[0]!);
}

/** `Convoy` for the keys `Convoy.gap` and `org.example.Convoy.gap`; undefined if a key has another form. */
export function classIn(key: string): string | undefined {
  return /^(?:[a-z][\w$]*\.)*([A-Z][\w$]*)\../.exec(key)?.[1];
}

/** All names with which the keys of a class may start, the simplest last. */
export function namesOf(given: string): string[] {
  const [path = '', exported] = given.split('#');
  if (exported !== undefined && exported !== '') return [exported];
  if (FILE_ENDING.test(path)) {
    const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    const stem = file.replace(FILE_ENDING, '');
    if (stem !== '') return [stem, capitalised(stem)];
  }
  const simple = path.slice(path.lastIndexOf('.') + 1);
  return simple === path || simple === '' ? [path] : [path, simple];
}

/** `path-reservation` is the file of `PathReservation`. */
function capitalised(stem: string): string {
  return stem.replaceAll(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
