import type { NekoConfig } from '../../format/config.js';

/** What a configuration says to a class, by its name: `Gathering.speed = 3`, or else, to all, `parameter.speed = 3`. */
export type ClassParameters = (className: string) => ReadonlyMap<string, string>;

/** Each class is looked up once: every robot asks. */
export function parametersOf(config: NekoConfig): ClassParameters {
  const found = new Map<string, ReadonlyMap<string, string>>();
  return (className) => {
    let settings = found.get(className);
    if (settings === undefined) {
      settings = new Map([...config.parameters(), ...config.parameters(className)]);
      found.set(className, settings);
    }
    return settings;
  };
}
