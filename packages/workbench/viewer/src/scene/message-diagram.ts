/** The messages of a time range for a space-time diagram: a limited number of arrows, and the density of all messages. */
import type { Flight, Flights } from './flights.js';

export interface MessageDiagram {
  /** Messages whose flight overlaps the range. */
  readonly total: number;
  /** Number of messages without an arrow. */
  readonly hidden: number;
  readonly arrows: readonly Flight[];
  /** Messages per sender in equal bins over the range; empty if every message has its arrow. */
  readonly density: ReadonlyMap<number, Float64Array>;
}

export interface DiagramLimits {
  readonly arrows: number;
  readonly bins: number;
}

/** Limit on the messages counted for the density; beyond it a sample is enough. */
const MAX_COUNTED = 1 << 16;

/**
 * Arrows are thinned by message number, in powers of two: they spread over the whole range, and stay the same while the range
 * moves.
 */
export function messageDiagram(
  flights: Flights,
  from: number,
  to: number,
  { arrows: maxArrows, bins }: DiagramLimits,
): MessageDiagram {
  const [first, end] = flights.rowsBetween(from, to);
  const earlier = flights.underWayAt(from);
  const total = end - first + earlier.length;
  let stride = 1;
  while (total / stride > maxArrows) stride *= 2;
  let shown = rowsShown(first, end, earlier, stride);
  while (shown.length > maxArrows) shown = rowsShown(first, end, earlier, (stride *= 2));
  return {
    total,
    hidden: total - shown.length,
    arrows: shown.map((row) => flights.flight(row)),
    density: stride === 1 ? new Map() : densityOf(flights, first, end, { from, to, bins }),
  };
}

function rowsShown(first: number, end: number, earlier: readonly number[], stride: number): number[] {
  const rows = earlier.filter((row) => row % stride === 0);
  for (let row = Math.ceil(first / stride) * stride; row < end; row += stride) rows.push(row);
  return rows;
}

function densityOf(
  flights: Flights,
  first: number,
  end: number,
  { from, to, bins }: { readonly from: number; readonly to: number; readonly bins: number },
): Map<number, Float64Array> {
  const density = new Map<number, Float64Array>();
  const stride = Math.max(1, Math.ceil((end - first) / MAX_COUNTED));
  for (let row = first; row < end; row += stride) {
    const sender = flights.senderOf(row);
    let counts = density.get(sender);
    if (counts === undefined) density.set(sender, (counts = new Float64Array(bins)));
    const bin = Math.floor(((flights.sentAt(row) - from) / (to - from)) * bins);
    counts[Math.min(bin, bins - 1)]! += stride;
  }
  return density;
}
