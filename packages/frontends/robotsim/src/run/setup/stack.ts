/** The protocols below an algorithm, from the list in the configuration, bottom first. */
import { messageOf } from '@kineko/kernel';
import {
  composeLinks,
  type Layer,
  type LinkComposer,
  type NekoProcess,
  PROTOCOL,
  type Sender,
  wire,
} from '@kineko/neko';
import { hasBrand } from '../brand.js';
import { ParameterError, Parameters } from '../parameters.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';
import type { Oracles } from './oracles.js';
import { PROTOCOLS, reliableLinkOptions } from './protocols.js';
import { SERVICES } from './services.js';
import type { StackContext, StackPart } from './stack-part.js';
import type { ClassParameters } from './class-parameters.js';

export type LayerClass = new (process: NekoProcess) => Layer<never>;

export interface NamedPart extends StackPart {
  /** Name of its class, from which the names of its settings and its id are derived. */
  readonly name: string;
  /** Whether an author wrote it. */
  readonly isOwn?: boolean;
}

/** A built-in protocol cannot be created with its settings. */
export class StackError extends RangeError {
  override readonly name = 'StackError';

  constructor(protocol: string, cause: unknown) {
    super(`protocol ${protocol}: ${messageOf(cause)}`, { cause });
  }
}

export interface StackPlan {
  /** Bottom first. */
  readonly parts: readonly NamedPart[];
  /** Human-readable notes on links that were added, with reasons. */
  readonly remarks: readonly string[];
}

export interface Channels {
  readonly keepOrder: boolean;
  readonly lose: boolean;
  readonly duplicate: boolean;
  /** Whether processes lose their memory. */
  readonly forget?: boolean;
}

function ownLayer(name: string, create: LayerClass): NamedPart {
  return { name, isOwn: true, build: ({ process, id, below }) => wire(new create(process), id, below) };
}

function builtInPart(name: string): NamedPart {
  const { name: ownName, item } = (PROTOCOLS.find(name) ?? SERVICES.find(name))!;
  return { name: ownName, ...item };
}

/** The protocols of a configuration's list: built-in ones, and layers of authors. */
export const LAYER_WANTED: Wanted<NamedPart> = {
  what: 'a protocol',
  explained: 'a class that extends Layer',
  catalog: new Catalog(
    PROTOCOLS.kind,
    [...PROTOCOLS.entries, ...SERVICES.entries].map((entry) => ({ ...entry, item: builtInPart(entry.name) })),
  ),
  take: (exported) => {
    // A protocol with a program of its own is the top of the stack.
    if (!hasBrand(exported, PROTOCOL) || !hasMethod(exported, 'send') || hasMethod(exported, 'run')) return undefined;
    return ownLayer((exported as { readonly name: string }).name, exported);
  },
};

/**
 * Adds links where protocols need them: a reliable one at the bottom if messages can be lost, a FIFO one below a protocol that
 * needs FIFO order or no duplicates. `ReliableLink.automatic = false` and `FifoLink.automatic = false` prevent this.
 */
export function planStack(listed: readonly NamedPart[], channels: Channels, settings: ClassParameters): StackPlan {
  const remarks: string[] = [];
  const parts = [...listed];
  const put = (link: 'ReliableLink' | 'FifoLink', at: number, why: string): boolean => {
    if (settings(link).get('automatic') === 'false') return false;
    parts.splice(at, 0, builtInPart(link));
    remarks.push(`a ${link} was added ${why} (${link}.automatic = false prevents this)`);
    return true;
  };
  if (parts.some(({ isDirect }) => isDirect !== true) && channels.lose && !parts.some(({ isReliable }) => isReliable)) {
    put('ReliableLink', 0, 'below the protocols, since the network loses messages');
  }
  for (let i = 0; i < parts.length; i++) {
    const { name, needsFifo, needsOnce } = parts[i]!;
    const below = parts.slice(0, i).filter(({ isService }) => isService !== true);
    const isOrdered = below.some(({ isFifo }) => isFifo) || (channels.keepOrder && below.length === 0);
    const comesOnce = !channels.duplicate || below.some(({ isFifo, isReliable }) => isFifo || isReliable);
    const why =
      needsFifo && !isOrdered
        ? 'needs FIFO channels'
        : needsOnce && !comesOnce
          ? 'needs channels without duplicates'
          : undefined;
    if (why !== undefined && put('FifoLink', i, `below ${name}, which ${why}`)) i++;
  }
  const forgetful = channels.forget ? parts.filter(({ isStable, isOwn }) => !isStable && !isOwn) : [];
  if (forgetful.length > 0) {
    const names = forgetful.map(({ name }) => name).join(', ');
    remarks.push(`the guarantees of ${names} do not cover processes that lose their memory (process.crash.memory)`);
  }
  return { parts, remarks };
}

/** Adds links to stacks that an initializer builds, when their protocols are launched. */
export function linksOf(settings: ClassParameters, note: (text: string) => void): LinkComposer {
  return composeLinks({
    note,
    isAutomatic: (link) => settings(link).get('automatic') !== 'false',
    reliable: () => reliableLinkOptions(new Parameters({ parameters: settings }, 'ReliableLink')),
  });
}

/** Builds the stack of one process; returns its top, for the algorithm. */
export function buildStack(
  { parts }: StackPlan,
  process: NekoProcess,
  oracles: Oracles,
  settings: ClassParameters,
): Sender {
  const taken = new Map<string, number>();
  let below = process.defaultSender;
  for (const part of parts) {
    const { name } = part;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    const id = count === 1 ? idOf(name) : `${idOf(name)}-${count}`;
    below = built(part, { process, below, id, oracles, settings: new Parameters({ parameters: settings }, name) });
  }
  return below;
}

function built({ name, isOwn, build }: NamedPart, context: StackContext): Sender {
  try {
    return build(context);
  } catch (error) {
    throw isOwn === true || error instanceof ParameterError ? error : new StackError(name, error);
  }
}

/** `LamportBroadcast` is `lamport-broadcast`, the same in every process. */
function idOf(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();
}
