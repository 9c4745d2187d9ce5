/** Places in a text, and limits on what is read. */
export {
  LARGE_JSON,
  MAX_COORDINATE,
  MAX_DEPTH,
  MAX_FILES,
  MAX_INCLUDE_DEPTH,
  MAX_NODES,
  MAX_PROCESSES,
  MAX_RADIUS,
  MAX_SYNTAX_PROBLEMS,
  MAX_TEXT,
  MAX_TOTAL_TEXT,
  REFUSED_NAMES,
} from './limits.js';
export { lastUpTo, placesIn } from './line-starts.js';
export { type Chunks, LogStream, WholeLog } from './log-reading.js';
export { composed, Refusal, TOO_DEEP } from './yaml/compose.js';
