/** Installs the archives into an empty folder, as on a user's machine. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Packed } from './packing.js';
import { type Circumstances, runWell } from './running.js';

export interface Installed {
  /** Number of packages, including ours. */
  readonly packages: number;
  readonly bytes: number;
}

/** Installs the archives without scripts, development dependencies and optional peers. */
export function install(packed: readonly Packed[], circumstances: Circumstances): Installed {
  const { cwd } = circumstances;
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  const files = packed.map(({ file }) => file);
  runWell('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', ...files], circumstances);
  const places = runWell('npm', ['ls', '--all', '--parseable'], circumstances).trim().split('\n');
  // The first entry is the folder itself.
  return { packages: new Set(places).size - 1, bytes: bytesIn(join(cwd, 'node_modules')) };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
