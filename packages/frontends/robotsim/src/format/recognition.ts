import { isNekoConfig } from './reading/syntax.js';

/** Recognises Neko configurations, apart from the code that reads them. */
export const ROBOTSIM_FILES = {
  name: 'robotsim',
  title: 'Neko configurations of robots and processes (.config, YAML, JSON)',
  recognises: (head: string, path: string): boolean => isNekoConfig(head, path),
};
