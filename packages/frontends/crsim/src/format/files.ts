import { prologOf } from '@kineko/formats/xml';

/** Recognises models and records of their runs without loading their readers. */
export const CRSIM_FILES = {
  name: 'crsim',
  title: 'environments of the Cooperative Robotics Simulator (XML), and records of their runs',
  recognises: (head: string): boolean => isCrsimModel(head) || isRecord(head),
};

/** Whether the beginning of a file is a model. */
export function isCrsimModel(head: string): boolean {
  return prologOf(head).root === 'environment';
}

/** Whether it is a trace of an environment, by its first bytes (as text) and its header. */
function isRecord(head: string): boolean {
  const isTrace = head.startsWith('\ufffdKINEKO\n') || head.startsWith('{');
  return isTrace && /door"?.{0,16}crsim/s.test(head);
}
