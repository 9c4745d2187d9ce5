import type { NekoConfig } from '../../format/config.js';

/** The parameters of a class by its name: `Gathering.speed = 3`, or for all classes `parameter.speed = 3`. */
export type ClassParameters = (className: string) => ReadonlyMap<string, string>;

/** Caches the parameters of each class, since every robot reads them. */
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
