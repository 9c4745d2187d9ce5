/** Limits of a trace, so that a hostile one cannot exhaust a reader. */

/** Maximum number of bytes of a binary record without its length, and of the information in a header. */
export const MAX_RECORD = 1 << 24;

/** Maximum depth of nested lists and objects. */
export const MAX_DEPTH = 64;

/**
 * Maximum number of bytes of a JSON line: the longest record in its longest form, in which a byte takes six (`\u0001`) or a
 * few more.
 */
export const MAX_LINE = 8 * MAX_RECORD;
