/** Who puts the protocols and the algorithm of each process together. */
import type { NekoProcess } from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { Catalog } from './catalog.js';
import { hasMethod, isPlainFunction, type Wanted } from './classes.js';

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

/** All processes are put together before anything happens: nobody would wait for one that takes its time. */
function atOnce(init: WithInit['init']): AuthorInitializer {
  return (process, config) => {
    const result = init(process, config);
    if (!(result instanceof Promise)) return;
    result.catch(() => {});
    throw new TypeError('an initializer must not be async: it puts protocols together, and they run by themselves');
  };
}
