/** The record of a run: a trace, or only its commands, from which the run is replayed without controllers. */
import { InputError } from '@kineko/formats/problem';
import { readTrace, TraceError, type TraceObject, type TraceValue } from '@kineko/formats/trace';
import { commandsOf, type Source } from '@kineko/run';
import type { RunHead } from './steps/run.js';

export interface RunRecord {
  readonly head: RunHead;
  readonly commands: ReturnType<typeof commandsOf>;
  /** Whether the run ended in order; otherwise it was killed. */
  readonly isWhole: boolean;
}

/** Throws an `InputError` if it is not a record. */
export function readRecord({ bytes, path }: Source): RunRecord {
  const commands = readCommands(bytes, path);
  const head = commands[0]?.command;
  if (!isHead(head)) {
    const text = 'cannot be replayed: expected a record of an environment, got a trace without its first command';
    throw new InputError([{ severity: 'error', place: { file: path }, text }]);
  }
  const last = commands.at(-1)!.command;
  const isWhole = head.timeLimit < Infinity || (isObject(last) && last['kind'] === 'stop');
  return { head, commands, isWhole };
}

function readCommands(bytes: Uint8Array, path: string): RunRecord['commands'] {
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
