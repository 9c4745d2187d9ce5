/** The archives in an empty folder, as on a machine that has seen nothing of them. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Packed } from './packing.js';
import { type Circumstances, runWell } from './running.js';

export interface Installed {
  /** How many packages, ours among them. */
  readonly packages: number;
  readonly bytes: number;
}

/** Installs them without running anything, without what is for development, and without optional peers. */
export function install(packed: readonly Packed[], circumstances: Circumstances): Installed {
  const { cwd } = circumstances;
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  const files = packed.map(({ file }) => file);
  runWell('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', ...files], circumstances);
  const places = runWell('npm', ['ls', '--all', '--parseable'], circumstances).trim().split('\n');
  // The first is the folder itself.
  return { packages: new Set(places).size - 1, bytes: bytesIn(join(cwd, 'node_modules')) };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
