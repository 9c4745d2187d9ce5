import { prologOf } from '@kineko/formats/xml';

/** Whether a file that begins like this is an environment. */
export function isCrsimModel(head: string): boolean {
  return prologOf(head).root === 'environment';
}
