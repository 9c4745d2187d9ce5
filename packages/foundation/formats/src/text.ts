/** Positions in texts, limits on texts, and YAML within these limits. */
export { MAX_DEPTH, MAX_NODES, MAX_SYNTAX_PROBLEMS, MAX_TEXT, REFUSED_KEYS } from './limits.js';
export { lastUpTo, placesIn } from './line-starts.js';
export { WholeLog } from './log-reading.js';
export { composed } from './yaml/compose.js';
