/** Packs the published packages, and checks the archives with publint and are-the-types-wrong. */
import { join } from 'node:path';
import { run, runWell } from './running.js';

export interface Packed {
  readonly name: string;
  readonly file: string;
  /** Bytes of the archive, and of its content. */
  readonly packed: number;
  readonly unpacked: number;
  readonly files: number;
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly object[];
}

/** Packs the package in a folder. */
export function pack(folder: string, destination: string): Packed {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const [report] = JSON.parse(runWell('npm', args, { cwd: folder })) as [PackReport];
  return {
    name: report.name,
    file: join(destination, report.filename),
    packed: report.size,
    unpacked: report.unpackedSize,
    files: report.files.length,
  };
}

/** The problems that publint and are-the-types-wrong find. */
export function problemsOf({ name, file }: Packed, root: string): string[] {
  const programs = join(root, 'node_modules/.bin');
  const checks = [
    ['publint', 'run', '--strict', file],
    ['attw', file, '--profile', 'esm-only', '--no-color'],
  ] as const;
  return checks.flatMap(([program, ...args]) => {
    const { code, stdout, stderr } = run(join(programs, program), args, { cwd: root });
    return code === 0 ? [] : [`${name}: ${program}:\n${stdout}${stderr}`];
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
