import { prologOf } from '../xml/prolog.js';

/** Whether a file that begins like this is an environment. */
export function isCrsimModel(head: string): boolean {
  return prologOf(head).root === 'environment';
}
