/**
 * Runs other programs for the checks of packages; returns their output, and throws an error that contains it if they fail.
 */
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import process from 'node:process';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Circumstances {
  readonly cwd: string;
  /** Folders that are searched for programs before all others. */
  readonly path?: readonly string[];
}

/** Time limit of ten minutes, for programs that hang. */
const PATIENCE_MS = 600_000;

export function run(program: string, args: readonly string[], { cwd, path = [] }: Circumstances): Outcome {
  // Variables that npm sets for this script do not apply to another npm.
  const inherited = Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$)/i.test(key));
  const env = { ...Object.fromEntries(inherited), PATH: [...path, process.env['PATH']].join(delimiter) };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    input: '',
    timeout: PATIENCE_MS,
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw new Error(`${program} ${args.join(' ')}: ${error.message}`, { cause: error });
  return { code: status, stdout, stderr };
}

/** Runs a command and returns its output; throws if it fails. */
export function runWell(program: string, args: readonly string[], circumstances: Circumstances): string {
  const { code, stdout, stderr } = run(program, args, circumstances);
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}
