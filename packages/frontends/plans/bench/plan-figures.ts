/**
 * The figures of docs/plans.md: CPU time and memory of `kineko check` on generated plans, start-up included.
 *
 *     node --import @kineko/tools/shared/use-built-sources build/packages/frontends/plans/bench/plan-figures.js [folder]
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ccbsPieces, crowdPieces, csvPieces, generatePlan, leaguePieces, pathTextPieces } from './generate-plan.js';

const KINEKO = fileURLToPath(import.meta.resolve('../../../../../packages/apps/kineko/bin/kineko.js'));
const folder = process.argv[2] ?? join(tmpdir(), 'kineko-plan-figures');
mkdirSync(folder, { recursive: true });

const small = (): Parameters<typeof generatePlan>[0] => ({ agents: 1000, steps: 312, cornerFollows: 0.5, seed: 1 });

await measured('1,000 × 312, path text', 'small.paths.txt', () => pathTextPieces(generatePlan(small())), [
  '--order',
  'xy',
]);
await measured('1,000 × 312, League', 'small.json', () => leaguePieces(generatePlan(small())));
await measured('200 × 312, CCBS', 'small_log.xml', () => ccbsPieces(generatePlan({ ...small(), agents: 200 })));
await measured('200 × 312, CSV', 'small.csv', () => csvPieces(generatePlan({ ...small(), agents: 200 })), [
  '--radius',
  '0.35',
]);
await measured('250 × 1,600 samples', 'crowd.csv', () => crowdPieces(250, 1600, 1), ['--radius', '1.5']);
const large = { agents: 10_000, steps: 5000, cornerFollows: 0.5, seed: 1 };
await measured('10,000 × 5,000, League', 'large.json', () => leaguePieces(generatePlan(large)));

async function measured(
  name: string,
  file: string,
  pieces: () => Iterable<Uint8Array>,
  flags: readonly string[] = [],
): Promise<void> {
  const path = join(folder, file);
  const out = openSync(path, 'w');
  for (const piece of pieces()) writeSync(out, piece);
  closeSync(out);
  const child = spawn(process.execPath, [KINEKO, 'check', path, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [text, cpu, memory] = ['', NaN, NaN];
  child.stdout.on('data', (data: Buffer) => (text += data.toString()));
  // Figures of a process vanish when it ends, so they are read until then.
  const timer = setInterval(() => {
    try {
      const [, fields] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ') as [string, string];
      const numbers = fields.split(' ').map(Number);
      cpu = (numbers[11]! + numbers[12]!) / 100;
      const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      if (peak !== undefined) memory = Number(peak) / 1024;
    } catch {
      // The process has just ended.
    }
  }, 5);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  const size = (statSync(path).size / 1e6).toFixed(1);
  const contacts = text.split('\n').find((line) => line.includes('contact')) ?? '';
  process.stdout.write(
    `${name} (${size} MB): ${cpu.toFixed(2)} CPU s, ${memory.toFixed(0)} MiB, exit ${String(code)}; ${contacts.trim()}\n`,
  );
}
