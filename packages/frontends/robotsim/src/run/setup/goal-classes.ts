/** Finish conditions of authors. */
import { Catalog } from './catalog.js';
import { isPlainFunction, type Wanted } from './classes.js';
import type { Goal, RunView } from './finish.js';

export const GOAL_WANTED: Wanted<Goal> = {
  what: 'a finish condition',
  explained: 'a function that is given what can be seen of the run and says whether it has reached its goal',
  catalog: new Catalog<Goal>('finish condition', []),
  take: (exported) => {
    if (!isPlainFunction(exported)) return undefined;
    const isReached = exported as (run: RunView) => unknown;
    return { text: exported.name, isReached: (run) => isReached(run) === true };
  },
};
