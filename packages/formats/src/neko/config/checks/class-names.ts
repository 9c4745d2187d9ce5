/** What classes are called in a configuration. */

/** `RandomNetwork` for `lse.neko.networks.sim.RandomNetwork`; `Gathering` for `./gathering.ts` and `x.ts#Gathering`. */
export function simpleName(given: string): string {
  return namesOf(given).at(-1)!;
}

/** Whether a class is named by the file that exports it. */
export function isFile(given: string): boolean {
  return /\.[cm]?[jt]sx?(?:#.*)?$/.test(given);
}

/** `Convoy` for the keys `Convoy.gap` and `org.example.Convoy.gap`; undefined if a key has another form. */
export function classIn(key: string): string | undefined {
  return /^(?:[a-z][\w$]*\.)*([A-Z][\w$]*)\../.exec(key)?.[1];
}

/** All names under which the keys of a class may stand; the simplest last. */
export function namesOf(given: string): string[] {
  const [path = '', exported] = given.split('#');
  if (exported !== undefined && exported !== '') return [exported];
  const file = /([^/\\]+)\.[cm]?[jt]sx?$/.exec(path);
  if (file !== null) {
    const stem = file[1]!;
    return [stem, capitalised(stem)];
  }
  const simple = /[^.]+$/.exec(path)?.[0] ?? path;
  return simple === path ? [path] : [path, simple];
}

/** `path-reservation` is the file of `PathReservation`. */
function capitalised(stem: string): string {
  return stem.replaceAll(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
