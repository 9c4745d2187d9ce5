/** Recognises the files of the DEECo playground by their first lines. */
import { NO_BITMAP, RULE } from './log/grammar.js';
import { prologOf } from '@kineko/formats/xml';

/** Whether a file with this beginning is a simulation log. */
export function isDeecoLog(head: string): boolean {
  const [first = '', second = '', third = '', fourth] = head.replace(/^\ufeff/, '').split(/\r?\n/, 4);
  if (!isNumber(second)) return false;
  if (first === NO_BITMAP) return isNumber(third) && fourth === RULE;
  // The map may be longer than the part of the file at hand.
  return isNumber(first) && /^[01]+$/.test(third) && (fourth === undefined || RULE.startsWith(fourth));
}

/** Whether a file with this beginning is a visualization file. */
export function isVisualization(head: string): boolean {
  return prologOf(head).root === 'visualization';
}

/** Whether a file with this beginning is a scenario. */
export function isDeecoScenario(head: string): boolean {
  return prologOf(head).root === 'simulation';
}

function isNumber(line: string): boolean {
  return /^\d{1,10}$/.test(line);
}

/** Recognises DEECo scenarios without loading their reader. */
export const DEECO_FILES = {
  name: 'deeco',
  title: 'scenarios of the DEECo playground (XML)',
  recognises: (head: string): boolean => isDeecoScenario(head),
};
