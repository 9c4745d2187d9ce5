import { Random } from '@kineko/kernel';
import { BEHAVIOURS } from '../faults/byzantine.js';
import { type NekoMessage, sealed } from '../message.js';
import { copyText } from './copies.js';
import type { ExploreSystem } from './local-run.js';

/** Whether a process may lie to another one: never to itself. */
export function mayLie<Stack>({ byzantine = [] }: ExploreSystem<Stack>, { from }: NekoMessage, to: number): boolean {
  return to !== from && byzantine.includes(from);
}

/** The message that arrives in place of another one if its sender lies; undefined if it cannot lie about it. */
export function lieAbout<Stack>(
  system: ExploreSystem<Stack>,
  message: NekoMessage,
  to: number,
): NekoMessage | undefined {
  if (!mayLie(system, message, to)) return undefined;
  const { lie = BEHAVIOURS['change']!, seed = 0 } = system;
  const text = copyText(message, to);
  const content = lie(message, to, new Random(seed).stream(`lie about ${text}`));
  if (content === undefined) return undefined;
  const changed = sealed({ ...message, content }, message.from, message.number, message.to);
  return copyText(changed, to) === text ? undefined : changed;
}
