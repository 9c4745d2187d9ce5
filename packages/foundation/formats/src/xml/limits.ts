/** What an XML file may have at the most, so that none can keep anybody waiting. */

/** Characters. */
export const MAX_TEXT = 1_048_576;

/** Elements inside each other. */
export const MAX_DEPTH = 64;

/** The library finds the path of each error by counting: a file of more elements, all of them wrong, would take long. */
export const MAX_ELEMENTS = 10_240;

/** So many problems are told one by one. */
export const MAX_PROBLEMS = 100;
