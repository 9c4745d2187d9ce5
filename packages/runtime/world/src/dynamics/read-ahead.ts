import type { Bodies } from './bodies.js';
import { Body, State, Status } from './body-layout.js';
import { type Grid, Link } from './grid.js';

/** Number of slots that are read at once; more rarely come in one call. */
const MAX_SLOTS = 16;
/** Cells beyond a side. */
const AHEAD = 3;

/**
 * Returns a function that reads what the next events of some bodies will need: their records, and the first body of each cell
 * that is new to a body when it crosses into the next cell, the most frequent event. In a crowd that does not fit into the
 * caches, the processor then waits for all of that at once, rather than in the order in which the events come upon it. Measured:
 * elastic bodies are 7 to 8 % faster from 400,000 on, and a tenth slower with 100,000, which do fit.
 */
export function readAheadOf(bodies: Bodies, grid: Grid): (slots: Int32Array, count: number) => void {
  const firsts = new Int32Array(AHEAD * MAX_SLOTS);
  /** Takes a sum of all values that are read: the compiler would omit unused ones. */
  const sink = new Int32Array(1);
  return (slots, count) => {
    const { records, states } = bodies;
    const { heads, columnMask, columnBits } = grid;
    const cellMask = grid.smaller - 1;
    let found = 0;
    let read = 0;
    for (let i = 0; i < count && i < MAX_SLOTS; i++) {
      const slot = slots[i]!;
      read += +(records[slot << Body.BITS]! > 0);
      const side = (states[slot * State.SIZE + State.STATUS]! >> Status.SIDE_BIT) & Status.SIDE_MASK;
      const isVertical = side >> 1;
      // Two cells on: the event moves the body over the side, and looks beyond.
      const steps = 4 * (side & 1) - 2;
      const own = grid.listOf(slot);
      const column = (own & columnMask) + (1 - isVertical) * steps;
      const row = (own & ~columnMask) + ((isVertical * steps) << columnBits);
      for (let beside = -1; beside < AHEAD - 1; beside++) {
        const columns = (column + isVertical * beside) & columnMask;
        const rows = (row + (((1 - isVertical) * beside) << columnBits)) & cellMask & ~columnMask;
        firsts[found++] = heads[rows | columns]!;
      }
    }
    for (let i = 0; i < found; i++) {
      const first = firsts[i]! < 0 ? 0 : firsts[i]!;
      read += states[(first << Link.BITS) | Link.NEXT]! + +(records[first << Body.BITS]! > 0);
    }
    sink[0] = read;
  };
}
