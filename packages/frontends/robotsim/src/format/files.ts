import { isNekoConfig } from './reading/syntax.js';

/** Which files are Neko configurations, apart from what reads them. */
export const ROBOTSIM_FILES = {
  name: 'robotsim',
  title: 'Neko configurations of robots and processes (.config, YAML, JSON)',
  recognises: (head: string, path: string): boolean => isNekoConfig(head, path),
};
