/** Child processes that a server starts; their output is read line by line. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface ProgramOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each line of stdout and stderr. */
  readonly onLine: (line: string) => void;
  /** The program has ended, or could not be started: `ended with code 1`. */
  readonly onEnd: (how: string) => void;
}

/** Characters of a line; longer lines are cut. */
const MAX_LINE = 4096;

export interface StartedProgram {
  /** Terminates the program, after `graceMs` by force; resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
}

export function startProgram({ command, cwd, env, onLine, onEnd }: ProgramOptions): StartedProgram {
  const [program, ...args] = command;
  const child = spawn(program!, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, onLine);
  child.once('error', (error) => onEnd(`could not be started: ${error.message}`));
  child.once('exit', (code, signal) => onEnd(signal === null ? `ended with code ${code}` : `was ended by ${signal}`));
  return { stop: (graceMs) => stopProgram(child, graceMs) };
}

function stopProgram(child: ChildProcess, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function eachLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!.slice(0, MAX_LINE);
    for (const line of lines) onLine(line.slice(0, MAX_LINE));
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
