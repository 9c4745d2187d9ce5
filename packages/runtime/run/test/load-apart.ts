import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';

const SCRIPT = `${REPOSITORY}build/packages/runtime/run/test/load-author-files.js`;

/** The result of loading a file: its exports, and the result or error of its function `run`; or why it cannot be loaded. */
export interface Loaded {
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly ran?: unknown;
  readonly threw?: string;
  readonly frame?: { readonly file: string; readonly line: number; readonly column: number };
  readonly name?: string;
  readonly message?: string;
  readonly problems?: readonly { readonly place?: object; readonly text: string }[];
}

/** Loads files that a scenario in a folder names, in a process of their own. */
export async function loadApart(folder: string, ...paths: string[]): Promise<{ results: Loaded[]; stderr: string }> {
  const args = [SCRIPT, `${folder}/scenario.config`, ...paths];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return { results: JSON.parse(stdout) as Loaded[], stderr };
}
