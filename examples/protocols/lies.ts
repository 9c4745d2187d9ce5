import type { NekoMessage } from 'kineko';

/** Claims to have received something else, but only to process 1, and only half of the time. */
export function lie(message: NekoMessage, to: number, random: { uniform(): number }): unknown {
  return to === 1 && random.uniform() < 0.5 ? { ...(message.content as object), number: 99 } : message.content;
}
