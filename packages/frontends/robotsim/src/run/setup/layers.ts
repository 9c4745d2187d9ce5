/** The protocols of a configuration's list: built-in ones, and layers of authors. */
import { PROTOCOL } from '@kineko/neko';
import { hasBrand } from '../brand.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';
import { PROTOCOLS } from './protocols.js';
import { builtInPart, type NamedPart, ownLayer } from './stack.js';

export const LAYER_WANTED: Wanted<NamedPart> = {
  what: 'a protocol',
  explained: 'a class that extends Layer',
  catalog: new Catalog(
    PROTOCOLS.kind,
    PROTOCOLS.entries.map((entry) => ({ ...entry, item: builtInPart(entry.name) })),
  ),
  take: (exported) => {
    // What runs by itself stands on top of the stack.
    if (!hasBrand(exported, PROTOCOL) || !hasMethod(exported, 'send') || hasMethod(exported, 'run')) return undefined;
    return ownLayer((exported as { readonly name: string }).name, exported);
  },
};
