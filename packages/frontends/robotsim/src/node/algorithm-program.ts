/** Starts the program that runs the algorithms of a scenario, or connects to the program that has started this one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync } from 'node:fs';
import { expected, InputError } from '@kineko/formats/problem';
import { type Property, readProperty } from '@kineko/lab';
import type { OpenOptions, Run } from '@kineko/run';
import { namedPipes } from '@kineko/run/node';
import { type AnyMotionModule, loadEquations } from '@kineko/world';
import { type OpenedProgram, openProgram } from '../run/outside/stand-ins.js';
import { ProgramGone } from '../run/outside/program-link.js';
import type { AlgorithmProgram } from '../run/scenario.js';
import { ProgramAlgorithms } from '../run/setup/program-algorithms.js';
import type { SimulatedRun } from '../run/simulated-run.js';
import { Stepping } from '../run/stepped-run.js';
import { FdLines } from './fd-lines.js';

/** Longest line of a program of the user; the number of lines is not limited (characters). */
const MAX_LINE = 1 << 26;
const LIMITS = { line: MAX_LINE, call: Infinity, total: Infinity };

/** Exit codes of Python for a missing file, and of shells for a missing program. */
const USAGE_CODES: readonly unknown[] = [2, 126, 127];

/** Where a command is started. */
interface StartContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const INTERRUPTED_CODE = 130;

/** The other side of the pipes. */
interface Peer {
  readonly input: number;
  readonly output: number;
  /** How the program ended: `ended with exit code 1`. */
  ended(): Promise<string>;
  /** Whether it ended because it was not started correctly. */
  readonly isMisused: boolean;
  /** Whether the user has interrupted it. */
  readonly isInterrupted: boolean;
}

/** @param value The flag: a command, or `fd:3,4` for pipes that are open already. */
export async function startAlgorithms(value: string, context: StartContext): Promise<AlgorithmProgram> {
  const peer = pipesOf(value) ?? (await start(value, context));
  const motions: AnyMotionModule[] = [];
  let opened: OpenedProgram;
  try {
    const lines = new FdLines(peer.input, peer.output, MAX_LINE);
    opened = openProgram(lines, { code: '', name: value }, { motions, limits: LIMITS, steps: true });
    // Loaded only if they are used, since they take longer than the rest of the program.
    if (opened.usesEquations) motions.push(await loadEquations());
  } catch (error) {
    if (!isGone(error)) throw failure(value, (error as Error).message);
    const how = await peer.ended();
    const hint = how.endsWith(' 0') ? '; a Python program calls kineko.main() at its end' : '';
    const text = `${how} before it was ready${hint}`;
    throw peer.isMisused ? usage(value, text) : failure(value, text);
  }
  const algorithms = new ProgramAlgorithms(opened.exports);
  if (algorithms.names.length === 0 && opened.stepping === undefined) {
    close(peer);
    throw usage(value, 'expected an algorithm, got none; a class that extends AbstractAlgorithm is one');
  }
  /** The error to report; undefined if the user has interrupted the program. */
  const explained = async (error: unknown): Promise<Error | undefined> => {
    if (!isGone(rootOf(error))) return error as Error;
    const how = await peer.ended();
    return peer.isInterrupted ? undefined : failure(value, `${how} before the run did`);
  };
  return {
    algorithms,
    open: async (open, options) => {
      try {
        return await opening(opened, open, options, explained, () => close(peer));
      } catch (error) {
        throw (await explained(error)) ?? error;
      }
    },
    end: () => close(peer),
  };
}

async function opening(
  { stepping: calls, properties: texts }: OpenedProgram,
  open: (options: OpenOptions) => Promise<SimulatedRun>,
  options: OpenOptions,
  explained: (error: unknown) => Promise<Error | undefined>,
  end: () => void,
): Promise<Run> {
  const properties = await readProperties(texts);
  const stepping = calls && new Stepping(calls, properties);
  const { emit } = options;
  const observe = stepping?.observe;
  const both: OpenOptions['emit'] =
    observe === undefined
      ? emit
      : (record) => {
          observe(record);
          emit?.(record);
        };
  const run = await open({ ...options, emit: both });
  // Every member of a run, with the program around `advance` and `close`.
  return new Proxy<Run>(run, {
    get: (target, name) => {
      if (name === 'advance') {
        return async (limits?: { readonly until?: number }) => {
          try {
            return await (stepping === undefined ? run.advance(limits) : stepping.advance(run, limits?.until));
          } catch (error) {
            const explanation = await explained(error);
            if (explanation !== undefined) throw explanation;
            run.stop();
            return run.advance();
          }
        };
      }
      if (name === 'close') {
        return async () => {
          await run.close();
          end();
        };
      }
      const member: unknown = Reflect.get(target, name, run);
      return typeof member === 'function' ? (member.bind(run) as unknown) : member;
    },
  });
}

async function readProperties(texts: readonly string[]): Promise<Property[]> {
  try {
    return await Promise.all(texts.map((text) => readProperty(text, refuseFile)));
  } catch (error) {
    throw new InputError([{ severity: 'error', text: (error as Error).message }]);
  }
}

function refuseFile(name: string): never {
  throw new Error(`${name}: expected a property of Kineko, got a file`);
}

/** Pipes to a program that has started this one; undefined if the flag is a command. */
function pipesOf(value: string): Peer | undefined {
  const [, input, output] = /^fd:(\d+),(\d+)$/.exec(value) ?? [];
  if (input === undefined) return undefined;
  for (const fd of [input, output!]) {
    try {
      fstatSync(Number(fd));
    } catch {
      throw usage(value, `expected an open file descriptor, got ${fd}`);
    }
  }
  return {
    input: Number(input),
    output: Number(output),
    isMisused: false,
    isInterrupted: false,
    ended: async () => 'the program closed its pipes',
  };
}

async function start(command: string, { cwd, env }: StartContext): Promise<Peer> {
  const [program, ...args] = wordsOf(command);
  if (program === undefined) throw usage(command, expected('a command, such as "python3 mine.py"', command));
  const [down, up] = namedPipes();
  // Not through pipes of Node, which are not read while the engine waits for the program. Standard output is for results.
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: ['ignore', 2, 2, down.read, up.write] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  closeSync(down.read);
  closeSync(up.write);
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', resolve);
  });
  if (error !== undefined) {
    closeSync(up.read);
    closeSync(down.write);
    const why = error.code === 'ENOENT' ? 'no such program' : error.message;
    throw usage(command, `${JSON.stringify(program)} cannot be started: ${why}`);
  }
  // It ends when its input does.
  child.unref();
  return {
    input: up.read,
    output: down.write,
    ended: async () => {
      child.ref();
      await exited;
      return `the program ended ${howEnded(child)}`;
    },
    get isMisused() {
      return USAGE_CODES.includes(child.exitCode);
    },
    get isInterrupted() {
      return child.exitCode === INTERRUPTED_CODE || child.signalCode === 'SIGINT';
    },
  };
}

function howEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null ? `with exit code ${exitCode}` : `by ${signalCode}`;
}

/** Splits a command into words, with quotes as in a shell and nothing else that shells do. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

function close({ input, output }: Peer): void {
  for (const fd of [output, input]) {
    try {
      closeSync(fd);
    } catch {
      // It is closed already: a scenario with problems has no run.
    }
  }
}

/** The error of the program, which the engine wraps in its own. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.name === 'EventError' && error.cause !== undefined
    ? rootOf(error.cause)
    : error;
}

function isGone(error: unknown): boolean {
  return error instanceof ProgramGone || (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE';
}

function usage(value: string, text: string): InputError {
  return new InputError([{ severity: 'error', text: `--algorithms ${JSON.stringify(value)}: ${text}` }]);
}

function failure(value: string, text: string): Error {
  return new Error(`--algorithms ${JSON.stringify(value)}: ${text}`);
}
