/** Other versions of Node, from npm packages that contain only the program. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runWell } from './running.js';

export interface OtherNode {
  /** As the program prints it: v22.19.0. */
  readonly version: string;
  /** The folder of the program. */
  readonly bin: string;
}

/** The newest release of a major version, cached in a folder. */
export function nodeOf(major: string, folder: string): OtherNode {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const cwd = join(folder, major);
  const bin = join(cwd, 'node_modules', name, 'bin');
  if (!existsSync(bin)) {
    mkdirSync(cwd, { recursive: true });
    const flags = ['--prefix', cwd, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    runWell('npm', ['install', ...flags, `${name}@${major}`], { cwd });
  }
  return { version: runWell(join(bin, 'node'), ['--version'], { cwd }).trim(), bin };
}
