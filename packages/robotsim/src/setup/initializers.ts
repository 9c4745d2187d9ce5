/** Who puts the protocols and the algorithm of each process together. */
import type { NekoConfig } from '@kineko/formats/neko-config';
import type { NekoProcess } from '@kineko/neko';
import { Catalog } from './catalog.js';
import type { Wanted } from './classes.js';

/**
 * An initializer of an author's own: a function, an object with `init`, or a class of such; it is given the process (a robot,
 * where there are bodies) and the configuration.
 */
export type AuthorInitializer = (process: NekoProcess, config: NekoConfig) => void;

/** What stands for the built-in one, which follows `robot.algorithm` and `protocol`. */
export const BUILT_IN = 'built-in';

export type InitializerItem = AuthorInitializer | typeof BUILT_IN;

export const INITIALIZERS = new Catalog<InitializerItem>('initializer', [
  {
    name: 'RobotSimInitializer',
    aliases: ['lse.neko.robotsim.RobotSimInitializer'],
    doc: 'puts robot.algorithm on top of the list of protocols, on top of the network',
    item: BUILT_IN,
  },
]);

interface WithInit {
  init(process: NekoProcess, config: NekoConfig): void;
}

export const INITIALIZER_WANTED: Wanted<InitializerItem> = {
  what: 'an initializer',
  explained: 'a function init(process, config), or a class with such a method',
  catalog: INITIALIZERS,
  take: (exported) => {
    if (hasInit(exported)) return (process, config) => exported.init(process, config);
    if (typeof exported !== 'function') return undefined;
    if (hasInit(exported.prototype)) {
      const create = exported as unknown as new () => WithInit;
      return (process, config) => new create().init(process, config);
    }
    return isClass(exported) ? undefined : (exported as AuthorInitializer);
  },
};

function hasInit(value: unknown): value is WithInit {
  return typeof value === 'object' && value !== null && 'init' in value && typeof value.init === 'function';
}

function isClass(value: { readonly prototype?: unknown }): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(value, 'prototype');
  return descriptor !== undefined && descriptor.writable === false;
}
