/** Suggestions for misspelt names. */

/** Undefined if no candidate is similar. Case is ignored, except to decide ties. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  // Up to a third of the letters may differ; in a short name, one letter.
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const exact = editDistance(name, candidate);
    const distance = Math.min(exact, editDistance(name.toLowerCase(), candidate.toLowerCase()) + 0.5);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

/**
 * Number of letters that have to be inserted, deleted, replaced, or swapped with their neighbour (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
