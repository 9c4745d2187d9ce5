/** How the DEECo playground shows a run for which no visualization file says otherwise. */
import type { Dress, Look } from '@kineko/viewer';
import { PLAIN } from './from-visualization.js';

const dressIn = (color: string): Dress => ({
  rules: [],
  otherwise: { color },
  labels: 'none',
  turns: false,
  isRound: false,
  isPlain: true,
});

/** Red circles and yellow squares, where the look leaves that open. */
export function withDeecoLook(look: Look): Look {
  const isOpen = look.robots === undefined && look.coloring === undefined;
  return {
    ...look,
    ...(isOpen && { robots: { ...dressIn(PLAIN.robots), labels: look.labels ?? 'none' } }),
    ...(look.objects === undefined && { objects: dressIn(PLAIN.objects) }),
  };
}
