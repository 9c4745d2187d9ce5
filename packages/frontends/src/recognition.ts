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

/** Whether it is a trace of that door: by its first bytes, as text, and its header. */
export function isRecordOf(door: string, head: string): boolean {
  const isTrace = head.startsWith('\ufffdKINEKO\n') || head.startsWith('{');
  return isTrace && new RegExp(`door"?.{0,16}${door}`, 's').test(head);
}
