/** The record of a run: a trace, or only the orders in it, from which the run is made again without its robots. */
import { InputError } from '@kineko/formats/problem';
import { readTrace, TraceError, type TraceObject, type TraceValue } from '@kineko/formats/trace';
import { commandsOf, type RecordedCommand, type Source } from '@kineko/run';
import type { RunHead } from './steps/run.js';

export interface RunRecord {
  readonly head: RunHead;
  readonly commands: readonly RecordedCommand[];
  /** Whether the run came to its end: else it was killed, and so is what is known of it. */
  readonly isWhole: boolean;
}

/** Throws an `InputError` if it is none. */
export function readRecord({ bytes, path }: Source): RunRecord {
  const commands = readCommands(bytes, path);
  const head = commands[0]?.command;
  if (!isHead(head)) {
    const text = 'is a trace without the order that every run of an environment begins with: it cannot be given again';
    throw new InputError([{ severity: 'error', place: { file: path }, text }]);
  }
  const last = commands.at(-1)!.command;
  const isWhole = head.timeLimit < Infinity || (isObject(last) && last['kind'] === 'stop');
  return { head, commands, isWhole };
}

function readCommands(bytes: Uint8Array, path: string): RecordedCommand[] {
  try {
    return commandsOf(readTrace(bytes, path));
  } catch (error) {
    if (error instanceof TraceError) throw new InputError([{ severity: 'error', text: error.message }]);
    throw error;
  }
}

function isHead(command: TraceValue | undefined): command is RunHead & TraceObject {
  if (!isObject(command)) return false;
  const { kind, model, seed, communications, millisPerStep, timeLimit } = command;
  return (
    kind === 'environment' &&
    typeof model === 'string' &&
    [seed, millisPerStep, timeLimit].every((value) => typeof value === 'number') &&
    isObject(communications)
  );
}

function isObject(value: TraceValue | undefined): value is TraceObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
