/**
 * Byzantine processes as data (Lamport, Shostak and Pease, 1982): a process runs its protocols correctly, but the copies of its
 * messages are omitted or changed on their way out, for each receiver as the fault states.
 */
import type { RandomStream } from '@kineko/kernel';
import type { Guarantees } from '../guarantees.js';
import { type NekoMessage, sealed } from '../message.js';
import { type Channel, type ChannelEnd, ChannelWrapper, EndWrapper, LostEnd } from '../networks/sim/channel.js';
import type { NekoHost } from '../process.js';

/** Returns the content that arrives in place of that of a message, or undefined if nothing arrives. */
export type Lie = (message: NekoMessage, to: number, random: RandomStream) => unknown;

/** The built-in behaviours; others are functions that are passed to `Faults` by name. */
export const BEHAVIOURS: Readonly<Record<string, Lie>> = {
  /** Sends nothing. */
  omit: () => undefined,
  /** Sends a wrong value. */
  change: ({ content }) => changed(content),
  /** Sends the right value to some, a wrong one to others. */
  equivocate: ({ content }, to) => (to % 2 === 0 ? content : changed(content)),
};

export interface ByzantineOptions {
  readonly process: number;
  readonly lie: Lie;
  /** Default: all. */
  readonly to?: readonly number[] | undefined;
  /** Types of messages, also of those that protocols carry. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Name of its random stream. */
  readonly stream: string;
}

export class ByzantineChannel extends ChannelWrapper {
  private readonly random: RandomStream;

  constructor(
    host: NekoHost,
    inner: Channel,
    private readonly options: ByzantineOptions,
  ) {
    super(host, inner);
    this.random = host.random.stream(options.stream);
  }

  /** Faulty processes break no guarantee of the links between correct ones. */
  override get guarantees(): Guarantees {
    return this.inner.guarantees;
  }

  endFor(message: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const { process, lie, to: victims, types } = this.options;
    if (message.from !== process || to === process || victims?.includes(to) === false) return end;
    if (types !== undefined && !typesOf(message).some((type) => types.includes(type))) return end;
    const content = lie(message, to, this.random);
    return content === undefined ? new LostEnd(end, 'omitted') : new LyingEnd(end, content);
  }
}

class LyingEnd extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly content: unknown,
  ) {
    super(end);
  }

  arrived(message: NekoMessage, to: number): void {
    this.end.arrived(sealed({ ...message, content: this.content }, message.from, message.number, message.to), to);
  }
}

/** The types of a message and of the messages inside it. */
function typesOf({ type, content }: { readonly type: string; readonly content: unknown }): string[] {
  const inner = innerOf(content);
  return inner === undefined ? [type] : [type, ...typesOf(inner)];
}

/** A message that a protocol carries, in its content or in the member `inner` of it. */
function innerOf(content: unknown): { readonly type: string; readonly content: unknown } | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  const { inner = content } = content as { readonly inner?: unknown };
  if (typeof inner !== 'object' || inner === null || !('type' in inner) || !('content' in inner)) return undefined;
  return inner as { readonly type: string; readonly content: unknown };
}

/**
 * Changes the value that a message is about: that of the innermost message, or its member `value`. Ids and numbers of the
 * protocols around it stay valid.
 */
function changed(content: unknown): unknown {
  if (typeof content === 'number') return content + 1;
  if (typeof content === 'boolean') return !content;
  if (typeof content === 'string') return `${content}?`;
  if (content === null || content === undefined) return '?';
  if (Array.isArray(content)) return content.length === 0 ? ['?'] : content.map(changed);
  const object = content as Readonly<Record<string, unknown>>;
  if (typeof object['inner'] === 'object' && object['inner'] !== null)
    return { ...object, inner: changed(object['inner']) };
  for (const key of ['content', 'value', 'command'])
    if (key in object) return { ...object, [key]: changed(object[key]) };
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, changed(value)]));
}
