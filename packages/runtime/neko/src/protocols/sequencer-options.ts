import type { NekoProcess } from '../process.js';

export interface SequencerOptions {
  /** The process that gives the numbers. Default: 0. */
  readonly sequencer?: number;
}

export function checkedSequencer({ name, n }: NekoProcess, { sequencer = 0 }: SequencerOptions): number {
  if (!(Number.isInteger(sequencer) && sequencer >= 0 && sequencer < n))
    throw new RangeError(`${name}: the sequencer is ${sequencer}; the id of a process, from 0 to ${n - 1}, is right`);
  return sequencer;
}
