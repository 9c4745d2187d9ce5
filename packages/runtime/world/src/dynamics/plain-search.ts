import type { Bodies } from './bodies.js';
import { Body, Clock } from './body-layout.js';
import type { EarliestContact } from './earliest-contact.js';
import { type Grid, Link, Side } from './grid.js';

/** Constant enums for the reason given in `body-layout.ts`. */
const enum Margin {
  /** 1 - 2^-44: makes squared distances smaller by more than their rounding errors. */
  NEARER = 0.9999999999999432,
  /** 1 - 2^-51: the time of a contact is rounded, and late clocks round it down. */
  SOONER = 0.9999999999999996,
  /** 2^-48: bound on the error of a position relative to the numbers it is computed from. */
  POSITION = 3.552713678800501e-15,
}
const enum Near {
  LENGTH = 32,
  MASK = LENGTH - 1,
  /** Shifted by this, a negative number is -1, and any other 0. */
  SIGN = 31,
}

/** The search in the common case: there is one grid, and no body is on an arc or a curve or has a halo. */
export function plainSearch(bodies: Bodies, finest: Grid, clock: Float64Array, earliest: EarliestContact) {
  const { considerUniform } = earliest;
  /** Each body that is taken adds at most one, so it never has more than one for each cell around. */
  const near = new Int32Array(Near.LENGTH);
  return searchFinest;

  /**
   * Considers the bodies in the cells of the only grid around the one of a body, `own`, or in those beyond the side over which it came,
   * all in uniform motion: the innermost loop of the simulator. Most pairs are rejected in plain doubles, as of now, by discs that are larger by more than rounding can matter.
   *
   * Two discs that are apart will touch if they close, b < 0, and b² > |w|² c (see `touchTime`). That is one comparison,
   * b |b| + |w|² c < 0, since two would be two branches that no processor can predict. The body itself is rejected too: its
   * distance from itself does not change. Where discs overlap, or an error of the positions changes the sign of b, the sum
   * is below 0 as well: the radius has four times that error in reserve.
   *
   * For the same reason, bodies are taken from a short queue, `near`, to which the first body of each cell, and then the
   * next one of each list, are added without a branch: a negative number, the end of a list, is overwritten by the next
   * one. Measured: a sixth more collisions per second than with nested loops.
   */
  function searchFinest(slot: number, own: number, side: number): void {
    const { records } = bodies;
    const { heads, links, columnMask, columnBits, cellSize } = finest;
    const cellMask = finest.smaller - 1;
    const now = clock[0]!;
    const at = slot << Body.BITS;
    const vx = records[at | Body.VX]!;
    const vy = records[at | Body.VY]!;
    const seconds = now - records[at | Body.START]!;
    const x = records[at | Body.X]! + vx * seconds;
    const y = records[at | Body.Y]! + vy * seconds;
    // A body that can touch it soon is within a few cells, so this bounds its position too.
    const noise = Margin.POSITION * (clock[Clock.EXTENT]! + Math.abs(x) + Math.abs(y) + 8 * cellSize);
    const reach = records[at | Body.RADIUS]! + 4 * noise;
    const ownColumn = own & columnMask;
    const ownRow = own - ownColumn;
    const rowStep = 1 << columnBits;
    let count: number;
    // Written out: a loop over a table takes twice the instructions.
    if (side === Side.ALL) {
      const below = (ownRow - rowStep) & cellMask;
      const above = (ownRow + rowStep) & cellMask;
      const left = (ownColumn - 1) & columnMask;
      const right = (ownColumn + 1) & columnMask;
      count = withHead(heads[below | left]!, 0);
      count = withHead(heads[below | ownColumn]!, count);
      count = withHead(heads[below | right]!, count);
      count = withHead(heads[ownRow | left]!, count);
      count = withHead(heads[own]!, count);
      count = withHead(heads[ownRow | right]!, count);
      count = withHead(heads[above | left]!, count);
      count = withHead(heads[above | ownColumn]!, count);
      count = withHead(heads[above | right]!, count);
    } else {
      const isVertical = side >> 1;
      const step = 2 * (side & 1) - 1;
      const row = ownRow + isVertical * step * rowStep;
      const column = ownColumn + (1 - isVertical) * step;
      const rows = (1 - isVertical) * rowStep;
      count = withHead(heads[((row - rows) & cellMask) | ((column - isVertical) & columnMask)]!, 0);
      count = withHead(heads[(row & cellMask) | (column & columnMask)]!, count);
      count = withHead(heads[((row + rows) & cellMask) | ((column + isVertical) & columnMask)]!, count);
    }
    for (let taken = 0; taken < count; taken = (taken + 1) | 0) {
      const other = near[taken & Near.MASK]!;
      const next = links[(other << Link.BITS) | Link.NEXT]!;
      near[count & Near.MASK] = next;
      count = (count + 1 + (next >> Near.SIGN)) | 0;
      const otherAt = other << Body.BITS;
      const ovx = records[otherAt | Body.VX]!;
      const ovy = records[otherAt | Body.VY]!;
      const wx = ovx - vx;
      const wy = ovy - vy;
      const otherSeconds = now - records[otherAt | Body.START]!;
      const dx = records[otherAt | Body.X]! + ovx * otherSeconds - x;
      const dy = records[otherAt | Body.Y]! + ovy * otherSeconds - y;
      const sum = reach + records[otherAt | Body.RADIUS]!;
      const gap = Margin.NEARER * (dx * dx + dy * dy) - 1.001 * sum * sum;
      const closing = dx * wx + dy * wy;
      const miss = closing * Math.abs(closing) + (wx * wx + wy * wy) * gap;
      if (miss >= 0) continue;
      let soonest = now;
      if (gap > 0) {
        soonest = Margin.SOONER * (now + (0.9999999 * gap) / (Math.sqrt(-miss) - closing));
        if (soonest > clock[Clock.BEST]! || soonest > records[otherAt | Body.CONTACT]!) continue;
      }
      considerUniform(slot, other, soonest);
    }
  }

  /** Adds the first body of a cell, if there is one, to the queue of those to consider; returns their number. */
  function withHead(head: number, count: number): number {
    near[count] = head;
    return (count + 1 + (head >> Near.SIGN)) | 0;
  }
}
