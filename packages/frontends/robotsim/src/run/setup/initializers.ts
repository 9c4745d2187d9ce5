/** Initializers, which assemble the protocols and the algorithm of a process. */
import type { NekoProcess } from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { Catalog } from './catalog.js';
import { hasMethod, isPlainFunction, type Wanted } from './classes.js';

/**
 * An initializer of an author: a function, an object with `init`, or a class of such objects. It is called with the process
 * (a robot, if there are bodies) and the configuration.
 */
export type AuthorInitializer = (process: NekoProcess, config: NekoConfig) => void;

/** Stands for the built-in initializer, which uses `robot.algorithm` and `protocol`. */
export const BUILT_IN = 'built-in';

export type InitializerItem = AuthorInitializer | typeof BUILT_IN;

export const INITIALIZERS = new Catalog<InitializerItem>('initializer', [
  {
    name: 'RobotSimInitializer',
    aliases: ['lse.neko.robotsim.RobotSimInitializer'],
    doc: 'robot.algorithm on the list of protocols on the network',
    item: BUILT_IN,
  },
]);

interface WithInit {
  init(process: NekoProcess, config: NekoConfig): unknown;
}

export const INITIALIZER_WANTED: Wanted<InitializerItem> = {
  what: 'an initializer',
  explained: 'a function init(process, config), or a class with such a method',
  catalog: INITIALIZERS,
  take: (exported) => {
    if (hasInit(exported)) return atOnce((process, config) => exported.init(process, config));
    if (hasMethod(exported, 'init')) {
      const create = exported as unknown as new () => WithInit;
      return atOnce((process, config) => new create().init(process, config));
    }
    return isPlainFunction(exported) ? atOnce(exported) : undefined;
  },
};

function hasInit(value: unknown): value is WithInit {
  return typeof value === 'object' && value !== null && 'init' in value && typeof value.init === 'function';
}

/** All processes are initialized before the first event, so an initializer cannot be asynchronous. */
function atOnce(init: WithInit['init']): AuthorInitializer {
  return (process, config) => {
    const result = init(process, config);
    if (!(result instanceof Promise)) return;
    result.catch(() => {});
    throw new TypeError('an initializer must not be async: it assembles protocols, which then run in their own tasks');
  };
}
