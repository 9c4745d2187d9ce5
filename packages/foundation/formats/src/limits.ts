/** Limits on texts that are read (YAML, JSON, XML), so that no file can exhaust a reader. */

/** Maximum number of characters of one file. */
export const MAX_TEXT = 1_048_576;
/** Maximum depth of nested lists and maps, or elements. */
export const MAX_DEPTH = 64;
/** Maximum number of problems reported per file. */
export const MAX_SYNTAX_PROBLEMS = 100;
/** Copying a member of such a name by assignment would change a prototype. */
export const REFUSED_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Maximum number of tokens of a YAML text, blanks included: about 14,000 keys, or 2,500 obstacles. */
export const MAX_TOKENS = 100_000;
/** Maximum number of anchors and aliases of a YAML text, and of all its values with aliases expanded. */
export const MAX_ALIASES = 1000;
export const MAX_NODES = 100_000;

/**
 * Maximum number of elements of an XML text. The library finds the path of each error by counting, which takes long in a
 * larger file.
 */
export const MAX_ELEMENTS = 10_240;
