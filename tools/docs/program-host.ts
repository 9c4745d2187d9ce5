/**
 * Runs the program in a process that is reused: a start takes half a second of CPU time, a second command almost nothing.
 */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { main } from 'kineko/cli';

export interface Order {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export type Report = { readonly printed: string } | { readonly exit: number };

function tell(report: Report): void {
  process.send!(report);
}

// One thread for a command: the other cores run tests, and a thread takes longer to load than most examples run.
os.availableParallelism = () => 1;
syncBuiltinESMExports();

// All output, also that of an author's console.log, takes the same path, so that it stays in order.
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    tell({ printed: typeof text === 'string' ? text : Buffer.from(text).toString() });
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}

process.on('message', ({ args, cwd, env }: Order) => {
  const { stdout, stderr } = process;
  const output = { write: (text: string) => stdout.write(text) };
  void main(args, { stdout: output, stderr: { write: (text) => stderr.write(text) }, env, cwd, signal: NEVER }).then(
    (exit) => tell({ exit }),
  );
});

// A command may outlive the tests, if they are killed.
process.on('disconnect', () => process.exit(1));

const NEVER = new AbortController().signal;
