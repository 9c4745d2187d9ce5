/** Which door a file is for, from how it begins: known without any door being loaded. */
import { isChirpWorld, isCrsimModel, isDeecoScenario } from '@kineko/formats/recognition';

export function isForDeeco(head: string): boolean {
  return isDeecoScenario(head);
}

export function isForCrsim(head: string): boolean {
  return isCrsimModel(head) || isRecordOf('crsim', head);
}

export function isForChirp(head: string): boolean {
  return isChirpWorld(head);
}

/** A JSON object that is not a world: most likely one without its list. */
export function lackOfChirpWorld(head: string): string | undefined {
  const isObject = /^\s*\{\s*["}]/.test(head);
  return isObject ? 'a Chirp world is a JSON object that needs "children", the list of what is in it' : undefined;
}

/** Whether it is a trace of that door: by its first bytes, as text, and its header. */
export function isRecordOf(door: string, head: string): boolean {
  const isTrace = head.startsWith('\ufffdKINEKO\n') || head.startsWith('{');
  return isTrace && new RegExp(`door"?.{0,16}${door}`, 's').test(head);
}
