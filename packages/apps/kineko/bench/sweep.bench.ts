/**
 * How much a second core brings to a sweep of two thousand cells of RandomMovement: with threads, and with workers that take their
 * cells from a Redis. Wall-clock time; the gain of two threads that only add numbers shows how idle the two cores were, and that of
 * two sweeps that share nothing shows how much of two cores a simulation can use: they may share caches and units of one processor.
 *
 * "One core" is one core: a program with one thread of JavaScript uses more, since V8 compiles and collects garbage in threads of its
 * own (1.18 cores in this sweep), so it is bound to one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Comparison } from '@kineko/tools/bench/comparison';
import { type Program, REDIS, requireProgram } from '@kineko/tools/services/programs';

const TASKSET: Program = { names: ['taskset'], debian: 'util-linux' };

const CELLS = 2000;
const PORT = '7397';
const URL_OF_QUEUE = `redis://127.0.0.1:${PORT}`;

const files: Readonly<Record<string, string>> = {
  'random.config': `
process.num = 100
robot.size = 5
robot.algorithm = RandomMovement
bornpoint.random = true
world.width = 800
world.height = 800
simulation.time = 800
`,
  'sweep.yaml': `scenario: random.config\nrepetitions: ${CELLS / 2}\nparameters: { robot.size: [4, 6] }\nmetrics: [collisions, events]\n`,
};

// This file is built to build/packages/apps/kineko/bench.
const KINEKO = fileURLToPath(import.meta.resolve('../../../../../packages/apps/kineko/bin/kineko.js'));

export const comparisons: Comparison[] = [
  {
    name: 'speedup by a second core, on the wall',
    n: CELLS,
    unit: 'times',
    takes: 3,
    needsIdleMachine: true,
    alternatives: [
      { name: 'plain sums', setUp: () => () => speedup(sums) },
      { name: 'two sweeps at once, one thread each', setUp: () => () => speedup(sweepsApart) },
      {
        name: 'sweep, two threads',
        setUp: () => () => speedup((cores) => sweep(cores, ['--jobs', String(cores)])),
        target: { figure: 'sweep on two cores ÷ plain sums on two cores', compares: 'speed', must: 0.93, aim: 0.97 },
      },
      {
        name: 'sweep, two workers with Redis',
        setUp: () => () => speedup((cores) => (cores === 1 ? sweep(1, ['--jobs', '1']) : sweepByRedis())),
      },
    ],
  },
];

/** Seconds with one core divided by seconds with two. */
async function speedup(seconds: (cores: 1 | 2) => Promise<number>): Promise<number> {
  return (await seconds(1)) / (await seconds(2));
}

const SUMS = 'let sum = 0; for (let i = 0; i < 3e8; i++) sum += Math.sqrt(i) * 1.0001; globalThis.sum = sum;';

/** Two sums, one after the other or in parallel. */
async function sums(cores: 1 | 2): Promise<number> {
  const sum = async (): Promise<void> => void (await once(new Worker(SUMS, { eval: true }), 'exit'));
  const start = performance.now();
  if (cores === 2) await Promise.all([sum(), sum()]);
  else for (let i = 0; i < 2; i++) await sum();
  return (performance.now() - start) / 1000;
}

/** Two sweeps, one after the other or in parallel. */
async function sweepsApart(cores: 1 | 2): Promise<number> {
  const one = (): Promise<number> => sweep(cores, ['--jobs', '1']);
  return cores === 2 ? Math.max(...(await Promise.all([one(), one()]))) : (await one()) + (await one());
}

async function sweep(
  cores: 1 | 2,
  args: readonly string[],
  prepare?: (cwd: string) => Promise<ChildProcess[]>,
): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
  const helpers: ChildProcess[] = [];
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
    helpers.push(...((await prepare?.(cwd)) ?? []));
    return await wallSeconds(cwd, cores, args);
  } finally {
    for (const helper of helpers) helper.kill('SIGKILL');
    rmSync(cwd, { recursive: true });
  }
}

function sweepByRedis(): Promise<number> {
  return sweep(2, ['--queue', URL_OF_QUEUE], startWorkers);
}

async function wallSeconds(cwd: string, cores: 1 | 2, args: readonly string[]): Promise<number> {
  const command = [process.execPath, KINEKO, 'sweep', 'sweep.yaml', '--json', ...args];
  const [program, ...rest] = cores === 2 ? command : [requireProgram(TASKSET), '--cpu-list', firstCore(), ...command];
  const child = spawn(program!, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  await once(child, 'close');
  return (JSON.parse(text) as { readonly wallSeconds: number }).wallSeconds;
}

/** Number of the first core that this process may use. */
function firstCore(): string {
  return /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!;
}

async function startWorkers(cwd: string): Promise<ChildProcess[]> {
  const redis = spawn(requireProgram(REDIS), ['--port', PORT, '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await says(redis.stdout, 'Ready to accept connections');
  const workers = [1, 2].map(() =>
    spawn(process.execPath, [KINEKO, 'worker', '--queue', URL_OF_QUEUE, '--jobs', '1'], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  for (const worker of workers) await says(worker.stderr, 'waiting for cells');
  return [...workers, redis];
}

function says(stream: NodeJS.ReadableStream, words: string): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', (text) => {
      if (String(text).includes(words)) resolve();
    });
  });
}
