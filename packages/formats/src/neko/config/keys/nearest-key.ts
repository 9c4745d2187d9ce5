/** The key that somebody may have meant. */
import { editDistance } from '../../../nearest.js';
import { MAX_KEY } from '../limits.js';
import { PATTERNS } from './find-key.js';

/** Undefined if none is near. */
export function nearestKey(key: string): string | undefined {
  if (key.length > MAX_KEY) return undefined;
  const numbers = key.match(/\d+/g) ?? [];
  const candidates = PATTERNS.filter(({ name, row }) => !name.includes('<name>') && row.aliasOf === undefined).map(
    ({ name }) => filled(name, numbers),
  );
  return nearest(key, candidates);
}

/** Small letters, and dots, dashes and underscores alike: who confuses them means the same. */
function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[_\-\s]/g, '.');
}

/** With the numbers of what was written, so that only the words are compared. */
function filled(name: string, numbers: readonly string[]): string {
  let next = 0;
  return name.replaceAll(/<[ik]>/g, () => numbers[Math.min(next++, numbers.length - 1)] ?? '1');
}

export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(word);
  const most = Math.max(1, Math.floor(wanted.length / 4));
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of candidates) {
    const other = plain(candidate);
    if (Math.abs(other.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, other);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}
