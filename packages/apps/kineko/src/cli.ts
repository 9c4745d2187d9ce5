/** The command line: finds the command, runs it, and turns what goes wrong into a message and an exit code. */
import { relative } from 'node:path';
import process from 'node:process';
import { escapeLines } from '@kineko/formats/problem';
import { type CliContext, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { escapedOutput } from './terminal/escaped-output.js';
import { kinekoVersion } from './versions.js';
import { LazyWatchdog } from './watchdog/lazy-watchdog.js';

/** Code that has run no event for so long is reported. */
const STALL_SECONDS = 5;

/** So long a command that is interrupted has to write what it has, on a machine that is busy. */
const LAST_CALL_MS = 10_000;

/** So long the program may take to end by itself, when its command is done. */
const LINGER_MS = 1000;

/** Runs the program as started from a shell. */
export async function start({ stallSeconds = STALL_SECONDS } = {}): Promise<void> {
  const interrupt = new AbortController();
  const watchdog = new LazyWatchdog({ stallSeconds, cwd: process.cwd() });
  let asked = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      watchdog.signalled();
      // The first one is a request, the second one an order.
      if (++asked > 1) process.exit(EXIT.interrupted);
      interrupt.abort(name);
      // Commands end much sooner; whatever keeps this one, the user does not have to ask twice.
      setTimeout(() => process.exit(EXIT.interrupted), LAST_CALL_MS).unref();
    });
  }
  // What an author's code throws where nobody waits for it: a promise that was not awaited, a timer.
  process.on('uncaughtException', (error) => {
    void failureText(error, process.cwd()).then((text) => {
      process.stderr.write(escapeLines(text));
      process.exit(EXIT.failed);
    });
  });
  // Who reads the results may have seen enough: `kineko list algorithms | head -1`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw Object.assign(error, { path: 'standard output' });
  });
  process.exitCode = await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
    watchdog,
  });
  if (interrupt.signal.aborted) process.exit();
  // Timers and sockets that an author's code has left behind are no reason to stay; what is still being written has its time.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Runs one command; the exit code. */
export async function main(args: readonly string[], given: CliContext): Promise<ExitCode> {
  const context = { ...given, stdout: escapedOutput(given.stdout), stderr: escapedOutput(given.stderr) };
  const { stdout, stderr } = context;
  // The most frequent question needs nothing loaded.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    stdout.write(`${kinekoVersion()}\n`);
    return EXIT.ok;
  }
  try {
    const { runCommand } = await import('./commands.js');
    return await runCommand(args, context, kinekoVersion());
  } catch (error) {
    const { signal } = context;
    if (signal.aborted && error === signal.reason) {
      stderr.write('kineko: interrupted\n');
      return EXIT.interrupted;
    }
    stderr.write(await failureText(error, context.cwd));
    return isBadInput(error) ? EXIT.usage : EXIT.failed;
  }
}

async function failureText(error: unknown, cwd: string): Promise<string> {
  return `kineko: ${(await fileFailure(error)) ?? reasonOf(error)}${await authorPlace(error, cwd)}\n`;
}

/** Where in an author's file it happened, if it did. */
async function authorPlace(error: unknown, cwd: string): Promise<string> {
  if (isBadInput(error)) return '';
  const { authorFrame } = await import('@kineko/run/node');
  const frame = authorFrame(error);
  return frame === undefined ? '' : `\n  at ${relative(cwd, frame.file)}:${frame.line}:${frame.column}`;
}

/** Known by name: what throws them may not be loaded here. */
function isBadInput(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Error && error.name === 'InputError');
}

/** What the file system refused, wherever a command did not say so itself; undefined for any other error. */
async function fileFailure(error: unknown): Promise<string | undefined> {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !['ENOSPC', 'EDQUOT', 'EROFS'].includes(code ?? '')) return undefined;
  const { writeFailure } = await import('@kineko/run/node');
  return `${path === undefined ? '' : `${path}: `}cannot be written: ${writeFailure(error)}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, name } = error;
  // What an author's code throws may have several lines, none of which is to pass for one of ours.
  const isAuthors = name === 'TaskError' || name === 'EventError';
  return (isAuthors ? message.replaceAll('\n', '\n  ') : message) || name;
}
