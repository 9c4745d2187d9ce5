/** Recognition of Neko logs, and of foreign text between their lines. */
import { LINES } from './lines.js';
import type { Scanner } from './scanner.js';

/** Maximum number of unknown lines before the first known one. */
export const MAX_STRANGE_LINES = 100;

/** Number of lines that are examined to recognise a log. */
const LINES_LOOKED_AT = 10;

const ROBOT_LOGGERS = [LINES.event, LINES.collision, LINES.motionRequest, LINES.sensorRequest, LINES.sensorEvent]
  .map(({ logger }) => logger as string)
  .join('|');

const START = new RegExp(String.raw`^(?:\d+(?:[.,]\d*)? +(?:(?:p\d+|\?\?\?) \S|e +p\d+ )|(?:${ROBOT_LOGGERS}) )`);

/** The start of a truncated line may be shorter. */
const CUT_START = /^\d+(?:[.,]\d*)?(?: +(?:p\d*|\?{1,3}|e(?: +p?\d*)?)? ?)?$/;

/** Comments, empty lines, and stack traces as Java prints them. */
const CONTINUATION = /^(?:[ \t#]|$|Caused by: |Suppressed: |[\w$.]*(?:Exception|Error|Throwable)\b)/;

/** Longer than any start that is examined. */
const LONGEST_START = 200;

/** Whether a file that begins like this is a Neko log: at least half of its first lines look like it. */
export function isNekoLog(head: string): boolean {
  const lines = head.replace(/^\ufeff/, '').split(/\r?\n/, 4 * LINES_LOOKED_AT);
  const telling = lines.filter((line) => !CONTINUATION.test(line)).slice(0, LINES_LOOKED_AT);
  const familiar = telling.filter((line) => START.test(line)).length;
  return familiar > 0 && 2 * familiar >= telling.length;
}

/** Whether the rest of a last line can be the start of a line of a Neko log. */
export function isStartOfLine(text: string): boolean {
  return START.test(text) || CUT_START.test(text) || ROBOT_LOGGERS.split('|').some((logger) => logger.startsWith(text));
}

/** Whether the line at a scanner's position continues the line before, or belongs to none. */
export function isContinuation(scanner: Scanner): boolean {
  const end = Math.min(scanner.lineEnd(), scanner.at + LONGEST_START);
  return CONTINUATION.test(String.fromCharCode(...scanner.bytes.subarray(scanner.at, end)));
}
