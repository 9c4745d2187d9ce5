/** The messages of viewers. They are checked strictly: a client with the token may still send anything. */
import { integerFrom, numberFrom, parseMessage, readMessage } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import type { ServerLimits } from './limits.js';
import { BadMessage } from './peer.js';

/** A command to the run. */
export type ViewerCommand =
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** Simulated seconds per second; Infinity for no limit. */
  | { readonly type: 'speed'; readonly factor: number }
  /** The number of events to execute in a paused run. */
  | { readonly type: 'step'; readonly events: number };

type ControlRequest = { readonly type: 'take' } | { readonly type: 'release' };

export interface ViewerMessage {
  /** Repeated in the answer. */
  readonly id: number | undefined;
  readonly content: ViewerCommand | ControlRequest;
}

function message<T extends string, M extends Readonly<Record<string, z.ZodMiniType>>>(type: T, members: M) {
  return z.strictObject({ type: z.literal(type), id: z.optional(integerFrom(0)), ...members });
}

/** Returns a function that reads a message, or throws a `BadMessage`. */
export function viewerMessageReader({ commandCharacters, commandSpeed, commandSteps }: ServerLimits) {
  const fail = (text: string, cause?: unknown): BadMessage => new BadMessage(text, { cause });
  const factor = numberFrom(1 / commandSpeed, commandSpeed, ', or null for no limit');
  const shape = z.discriminatedUnion('type', [
    message('take', {}),
    message('release', {}),
    message('pause', {}),
    message('resume', {}),
    message('speed', { factor: z.nullable(factor) }),
    message('step', { events: z._default(integerFrom(1, commandSteps), 1) }),
  ]);
  return (data: string | Uint8Array): ViewerMessage => {
    if (data.length > commandCharacters) {
      throw fail(`expected at most ${commandCharacters} characters, got ${data.length}`);
    }
    const { id, ...content } = readMessage(shape, parseMessage(data, fail), fail);
    // JSON has no Infinity.
    return { id, content: content.type === 'speed' ? { ...content, factor: content.factor ?? Infinity } : content };
  };
}
