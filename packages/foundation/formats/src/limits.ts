/** What a configuration may have at the most, so that no file can keep anybody waiting. */

/** Characters of one file. */
export const MAX_TEXT = 1_048_576;
/** Levels of lists and maps inside each other. */
export const MAX_DEPTH = 64;
/** Files that include each other in a row, and files in all. */
export const MAX_INCLUDE_DEPTH = 16;
export const MAX_FILES = 64;
/** Characters of all files of a configuration together. */
export const MAX_TOTAL_TEXT = 4 * MAX_TEXT;
/** Marks, words and blanks of a YAML text: some 14,000 keys, or 2,500 obstacles. */
export const MAX_TOKENS = 100_000;
/** Characters from which on a list in JSON is read at one go, for which its problems tell the entry and not the line. */
export const LARGE_JSON = 65_536;
/** Anchors and aliases of a YAML text, and all its values when aliases stand for what they name. */
export const MAX_ALIASES = 1000;
export const MAX_NODES = 100_000;
/** Of one file; after so many it is not read on. */
export const MAX_SYNTAX_PROBLEMS = 100;
/** What a key, or a part of one, is never called: whoever copies it by assignment changes a prototype instead. */
export const REFUSED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Metres: the geometry's domain, which lies below this package; what is beyond it is refused there too. */
export const MAX_COORDINATE = 1_073_741_824;
export const MAX_RADIUS = 1_048_576;
export const MAX_PROCESSES = 1_000_000;
