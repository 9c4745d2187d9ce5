/** The protocols below an algorithm, from the list in the configuration, bottom first. */
import type { Layer, NekoProcess, Sender } from '@kineko/neko';
import { wire } from '@kineko/neko';
import { ParameterError, Parameters } from '../parameters.js';
import type { Oracles } from './oracles.js';
import { PROTOCOLS, type StackPart, type StackSite } from './protocols.js';
import type { Settings } from './settings.js';

/** A class of layers of an author's own. */
export type LayerClass = new (process: NekoProcess) => Layer<never>;

/** One protocol of the list. */
export interface NamedPart extends StackPart {
  /** Of its class: what its settings and its id are called by. */
  readonly name: string;
  /** Whether an author wrote it. */
  readonly isOwn?: boolean;
}

/** A built-in protocol that cannot be made with the settings that it is given. */
export class StackError extends RangeError {
  override readonly name = 'StackError';

  constructor(protocol: string, cause: unknown) {
    super(`protocol ${protocol}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

export interface StackPlan {
  /** Bottom first. */
  readonly parts: readonly NamedPart[];
  /** What was put in besides what the list names, and why; for people. */
  readonly remarks: readonly string[];
}

/** What is known of the channels below. */
export interface Channels {
  readonly keepOrder: boolean;
  readonly lose: boolean;
}

export function ownLayer(name: string, create: LayerClass): NamedPart {
  return { name, isOwn: true, build: ({ process, id, below }) => wire(new create(process), id, below) };
}

export function builtInPart(name: string): NamedPart {
  const { name: ownName, item } = PROTOCOLS.find(name)!;
  return { name: ownName, ...item };
}

/**
 * Puts links where protocols need them: a reliable one at the bottom where messages are lost, a FIFO one below what needs
 * the order. `ReliableLink.automatic = false` and `FifoLink.automatic = false` leave them out.
 */
export function planStack(listed: readonly NamedPart[], channels: Channels, settings: Settings): StackPlan {
  const remarks: string[] = [];
  const parts = [...listed];
  const isAutomatic = (name: string): boolean => settings(name).get('automatic') !== 'false';
  if (parts.length > 0 && channels.lose && !parts.some(({ isReliable }) => isReliable) && isAutomatic('ReliableLink')) {
    parts.unshift(builtInPart('ReliableLink'));
    remarks.push('a ReliableLink was put below the protocols, since the network loses messages');
  }
  for (let i = 0; i < parts.length; i++) {
    const below = parts.slice(0, i);
    const isOrdered = below.some(({ isFifo }) => isFifo) || (channels.keepOrder && below.length === 0);
    if (!parts[i]!.needsFifo || isOrdered || !isAutomatic('FifoLink')) continue;
    remarks.push(`a FifoLink was put below ${parts[i]!.name}, which needs channels that keep the order of messages`);
    parts.splice(i, 0, builtInPart('FifoLink'));
    i++;
  }
  return { parts, remarks };
}

/** Builds the stack of one process; the top, for the algorithm to stand on. */
export function buildStack({ parts }: StackPlan, process: NekoProcess, oracles: Oracles, settings: Settings): Sender {
  const taken = new Map<string, number>();
  let below = process.network();
  for (const part of parts) {
    const { name } = part;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    const id = count === 1 ? idOf(name) : `${idOf(name)}-${count}`;
    below = built(part, { process, below, id, oracles, settings: new Parameters({ parameters: settings }, name) });
  }
  return below;
}

function built({ name, isOwn, build }: NamedPart, site: StackSite): Sender {
  try {
    return build(site);
  } catch (error) {
    throw isOwn === true || error instanceof ParameterError ? error : new StackError(name, error);
  }
}

/** `LamportBroadcast` is `lamport-broadcast`: the same in every process. */
function idOf(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();
}
