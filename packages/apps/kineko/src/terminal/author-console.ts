import { Console } from 'node:console';
import process from 'node:process';

/** Sends what author code prints to stderr: stdout is for the results of commands, which other programs read. */
export function redirectConsole(): void {
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
}
