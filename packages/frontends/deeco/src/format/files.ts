import { isDeecoScenario } from './recognition.js';

/** Which files are DEECo scenarios, apart from what reads them. */
export const DEECO_FILES = {
  name: 'deeco',
  title: 'scenarios of the DEECo playground (XML)',
  recognises: (head: string): boolean => isDeecoScenario(head),
};
