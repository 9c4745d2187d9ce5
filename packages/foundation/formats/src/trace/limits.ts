/** What a trace may hold at most, so that a hostile one cannot exhaust a reader. */

/** Bytes of a record in the binary form, without its length; also of the information in a header. */
export const MAX_RECORD = 1 << 24;

/** How many lists and objects may stand inside each other. */
export const MAX_DEPTH = 64;

/** Bytes of a line in JSON: the longest record in its longest form, in which a byte takes six (`\u0001`) or a few more. */
export const MAX_LINE = 8 * MAX_RECORD;
