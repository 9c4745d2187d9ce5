import { readFileSync } from 'node:fs';
import process from 'node:process';
import { create } from './create.js';

export function start(): void {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  process.exitCode = create(process.argv.slice(2), {
    cwd: process.cwd(),
    version,
    stdout: (line) => process.stdout.write(line),
    stderr: (line) => process.stderr.write(line),
  });
}
