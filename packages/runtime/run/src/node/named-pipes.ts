/** Pipes to a child process that block the thread that reads them. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** File descriptors of the two ends of a pipe. */
interface Pipe {
  readonly read: number;
  readonly write: number;
}

/** Two named pipes, already unlinked: unlike the pipes of `spawn`, a thread can block on them. */
export function namedPipes(): [down: Pipe, up: Pipe] {
  const folder = mkdtempSync(join(tmpdir(), 'kineko-'));
  try {
    const names = [join(folder, 'down'), join(folder, 'up')] as const;
    execFileSync('mkfifo', ['-m', '600', ...names]);
    return [openPipe(names[0]), openPipe(names[1])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openPipe(name: string): Pipe {
  // Opening for both directions does not wait for the other side.
  const both = openSync(name, 'r+');
  const pipe = { read: openSync(name, 'r'), write: openSync(name, 'w') };
  closeSync(both);
  return pipe;
}
