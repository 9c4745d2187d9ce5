/** Which door a file is for, from how it begins: known without any door being loaded. */
import { isCrsimModel, isDeecoScenario } from '@kineko/formats/recognition';

export function isForDeeco(head: string): boolean {
  return isDeecoScenario(head);
}

export function isForCrsim(head: string): boolean {
  return isCrsimModel(head) || isRecordOf('crsim', head);
}

/** Whether it is a trace of that door: by its first bytes, as text, and its header. */
export function isRecordOf(door: string, head: string): boolean {
  const isTrace = head.startsWith('\ufffdKINEKO\n') || head.startsWith('{');
  return isTrace && new RegExp(`door"?.{0,16}${door}`, 's').test(head);
}
