/** Commands that need bash, and servers that run until they are stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from './program.js';

/** Time to wait for the remaining output of a program that has ended. */
const LAST_WORDS_MS = 1000;

export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a script to its first failure; returns its folder and its exported variables. */
export async function runScript(
  script: string,
  { cwd, env }: Place,
  notes: string,
  timeLimitMs: number,
): Promise<Outcome & { readonly place: Place }> {
  const state = join(notes, 'environment');
  const program = start(`set -e\n${script}\nset +e; env -0 >"$KINEKO_DOCS_STATE"`, {
    cwd,
    env: { ...env, KINEKO_DOCS_STATE: state },
  });
  const limit = setTimeout(() => program.signal('SIGKILL'), timeLimitMs);
  const exit = await program.ended;
  clearTimeout(limit);
  const place = exit === 0 ? placeIn(readFileSync(state, 'utf8')) : { cwd, env };
  return { exit, printed: program.printed(), place };
}

function placeIn(text: string): Place {
  const entries = text
    .split('\0')
    .filter((entry) => entry !== '' && !entry.startsWith('KINEKO_DOCS_STATE='))
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)] as const);
  const { PWD: cwd = '/', ...env } = Object.fromEntries(entries) as Record<string, string>;
  return { cwd, env };
}

export interface Started {
  printed(): string;
  /** Sends a signal to the program and to all processes that it has started. */
  signal(name: NodeJS.Signals): void;
  /** The exit code; 128 or more after a signal. */
  readonly ended: Promise<number>;
  /** Resolves at the next output. */
  news(): Promise<unknown>;
}

export function start(script: string, { cwd, env }: Place): Started {
  const child: ChildProcess = spawn('bash', ['-c', script], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The process group would outlive this process: if this process is killed, the guard reads the end of its pipe and ends
  // the group.
  const guard = spawn('bash', ['-c', 'read -r; kill -KILL -- "-$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.once('exit', () => guard.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      printed += text;
      child.emit('news');
    });
  }
  // Its last output may arrive after its end, but a child process may keep the output open for long.
  const closed = once(child, 'close');
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    await Promise.race([closed, delay(LAST_WORDS_MS, undefined, { ref: false })]);
    // If this process had to wait for the processor, the delay is over before the output is read.
    await setImmediate();
    return typeof code === 'number' ? code : signal === 'SIGINT' ? 130 : 137;
  });
  return {
    printed: () => printed,
    signal(name) {
      try {
        process.kill(-child.pid!, name);
      } catch {
        // The process has already ended.
      }
    },
    ended,
    news: () => once(child, 'news'),
  };
}
