/** Packs what is published, and holds the archives against what those who install them expect. */
import { join } from 'node:path';
import type { Package } from '../shared/workspaces.js';
import { run, runWell } from './running.js';

export interface Packed {
  readonly name: string;
  readonly file: string;
  /** Bytes of the archive, and of what comes out of it. */
  readonly packed: number;
  readonly unpacked: number;
  readonly files: number;
}

interface Told {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly object[];
}

export function pack({ folder, manifest }: Package, destination: string): Packed {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const [told] = JSON.parse(runWell('npm', args, { cwd: folder })) as [Told];
  return {
    name: manifest.name,
    file: join(destination, told.filename),
    packed: told.size,
    unpacked: told.unpackedSize,
    files: told.files.length,
  };
}

const NO_MODULES = ['schema/robotsim.schema.json', 'theme.css'];

/** What publint and are-the-types-wrong find; empty if nothing. */
export function complaintsAbout({ name, file }: Packed, root: string): string[] {
  const programs = join(root, 'node_modules/.bin');
  const checks = [
    ['publint', 'run', '--strict', file],
    // Everything is ESM, and schemas and styles are no modules.
    ['attw', file, '--profile', 'esm-only', '--no-color', '--exclude-entrypoints', ...NO_MODULES],
  ] as const;
  return checks.flatMap(([program, ...args]) => {
    const { code, stdout, stderr } = run(join(programs, program), args, { cwd: root });
    return code === 0 ? [] : [`${name}: ${program} says\n${stdout}${stderr}`];
  });
}

/** Sizes in kB, as a table. */
export function sizeTable(packed: readonly Packed[]): string {
  const sumOf = (what: 'packed' | 'unpacked' | 'files'): number => packed.reduce((sum, each) => sum + each[what], 0);
  const total = { name: 'all', packed: sumOf('packed'), unpacked: sumOf('unpacked'), files: sumOf('files') };
  const rows = [...packed, total].map((each) => [
    each.name,
    kilobytes(each.packed),
    kilobytes(each.unpacked),
    `${each.files}`,
  ]);
  return table([['package', 'packed kB', 'unpacked kB', 'files'], ...rows]);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .map((line) => `${line}\n`)
    .join('');
}
