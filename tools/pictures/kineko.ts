/** Runs the program like a reader, in the folder of the repository or of a page. */
import process from 'node:process';
import { main } from 'kineko/cli';

export async function kineko(args: readonly string[], cwd: string): Promise<void> {
  const { stdout, stderr, env } = process;
  const code = await main(args, { stdout, stderr, env, cwd, signal: new AbortController().signal });
  if (code !== 0) throw new Error(`kineko ${args.join(' ')} ended with exit code ${code}`);
}
