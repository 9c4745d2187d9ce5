/** The key that somebody may have meant. */
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

/**
 * How many letters have to be put in, left out, replaced or swapped with their neighbour to make one word of another
 * (Damerau and Levenshtein, with each letter touched once).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
