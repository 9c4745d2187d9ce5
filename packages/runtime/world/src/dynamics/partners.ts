/** The partner of the next contact of a body, as a number: the slot of another body, or a value below 0. */

export const enum Partner {
  NONE = -1,
  /** The partner has found an earlier contact: the body searches again at the old contact time. */
  LOST = -2,
  /** Fixtures are numbered downwards from here. */
  FIXTURE = -3,
}

/** Whether, at the same time, the contact of a with p comes before that of b with q: by the order of events. */
export function precedes(a: number, p: number, b: number, q: number): boolean {
  if (q === Partner.NONE || q === Partner.LOST) return true;
  const low = p < 0 ? a : Math.min(a, p);
  const high = p < 0 ? a : Math.max(a, p);
  const otherLow = q < 0 ? b : Math.min(b, q);
  const otherHigh = q < 0 ? b : Math.max(b, q);
  // Between two fixtures the lower number comes first.
  return low < otherLow || (low === otherLow && (high < otherHigh || (high === otherHigh && p >= q)));
}
