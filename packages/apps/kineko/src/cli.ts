/** The command line: runs a command, and turns errors into a message and an exit code. */
import { relative } from 'node:path';
import process from 'node:process';
import { describeProblem, type InputError } from '@kineko/formats/problem';
import { type CliContext, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { withShownPaths } from './shown-problems.js';
import { redirectConsole } from './terminal/author-console.js';
import { escapedOutput, escapeLines } from './terminal/escaped-output.js';
import { kinekoVersion } from './program-files.js';
import { LazyWatchdog } from './watchdog/lazy-watchdog.js';

/** Seconds without an event after which author code is reported. */
const STALL_SECONDS = 5;

/** Time that an interrupted command has to write its results, on a busy machine. */
const SHUTDOWN_MS = 10_000;

/** Time that the program has to end by itself after its command is done. */
const LINGER_MS = 1000;

/** Runs the program as started from a shell. */
export async function start({ stallSeconds = STALL_SECONDS } = {}): Promise<void> {
  redirectConsole();
  const interrupt = new AbortController();
  const watchdog = new LazyWatchdog({ stallSeconds, cwd: process.cwd() });
  let signals = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      watchdog.signalled();
      // The first signal requests an end, the second one forces it.
      if (++signals > 1) process.exit(EXIT.interrupted);
      interrupt.abort(name);
      // Commands end much sooner. If one does not, a second Ctrl-C is not needed.
      setTimeout(() => process.exit(EXIT.interrupted), SHUTDOWN_MS).unref();
    });
  }
  // Errors of author code that no caller awaits: in a timer, or in a promise that was not awaited.
  process.on('uncaughtException', (error) => {
    void failureText(error, process.cwd()).then((text) => {
      process.stderr.write(escapeLines(text));
      process.exit(EXIT.failed);
    });
  });
  // The reader of the pipe may close it early: `kineko list algorithms | head -1`. That is no error, and no verdict either.
  for (const [stream, path] of [
    [process.stdout, 'standard output'],
    [process.stderr, 'standard error'],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe);
      throw Object.assign(error, { path });
    });
  }
  process.exitCode = await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
    watchdog,
  });
  if (interrupt.signal.aborted) process.exit();
  // Timers and sockets that author code left behind must not keep the program running.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Runs one command; returns its exit code. */
export async function main(args: readonly string[], given: CliContext): Promise<ExitCode> {
  const context = { ...given, stdout: escapedOutput(given.stdout), stderr: escapedOutput(given.stderr) };
  const { stdout, stderr } = context;
  // Fast path without loading the commands.
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
  const input = error as Partial<InputError>;
  if (isBadInput(error) && input.problems !== undefined) {
    return `kineko: ${withShownPaths(input.problems, cwd).map(describeProblem).join('\n')}\n`;
  }
  try {
    return `kineko: ${(await fileFailure(error)) ?? reasonOf(error)}${await authorPlace(error, cwd)}\n`;
  } catch {
    // A module cannot be loaded, which may be what has failed before.
    return `kineko: ${reasonOf(error)}\n`;
  }
}

/** The line of author code at which an error occurred, or an empty string. */
async function authorPlace(error: unknown, cwd: string): Promise<string> {
  if (isBadInput(error)) return '';
  const { authorFrame } = await import('@kineko/run/node');
  const frame = authorFrame(error);
  return frame === undefined ? '' : `\n  at ${relative(cwd, frame.file)}:${frame.line}:${frame.column}`;
}

/** Compares names, since the class may not be loaded here. */
function isBadInput(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Error && error.name === 'InputError');
}

/** The message of an error of the file system that no command has handled; undefined for other errors. */
async function fileFailure(error: unknown): Promise<string | undefined> {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !['ENOSPC', 'EDQUOT', 'EROFS'].includes(code ?? '')) return undefined;
  const { writeFailure } = await import('@kineko/run/node');
  return `${path === undefined ? '' : `${path}: `}cannot be written: ${writeFailure(error)}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, name } = error;
  // Indent the message of author code, so that none of its lines looks like ours.
  const isAuthors = name === 'TaskError' || name === 'EventError';
  return (isAuthors ? message.replaceAll('\n', '\n  ') : message) || name;
}
