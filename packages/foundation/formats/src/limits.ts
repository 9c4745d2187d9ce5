/** Limits on texts that are read (YAML, JSON, XML), so that no file can exhaust a reader. */

/** Characters of one file. */
export const MAX_TEXT = 1_048_576;
/** Nested lists and maps, or elements. */
export const MAX_DEPTH = 64;
/** Problems reported per file. */
export const MAX_SYNTAX_PROBLEMS = 100;
/** Copying a member of such a name by assignment would change a prototype. */
export const REFUSED_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Tokens of a YAML text, blanks included: some 14,000 keys, or 2,500 obstacles. */
export const MAX_TOKENS = 100_000;
/** Anchors and aliases of a YAML text, and all its values with aliases expanded. */
export const MAX_ALIASES = 1000;
export const MAX_NODES = 100_000;

/** Elements of an XML text. The library finds the path of each error by counting, which takes long in a larger file. */
export const MAX_ELEMENTS = 10_240;
