/**
 * Wall time of a sweep of a thousand cells of RandomMovement: by one thread, by two, and by two workers that take their cells from a
 * Redis. Valid only on a machine with two idle cores: the gain of two threads that only add numbers shows how
 * idle they were.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';
import { REDIS, requireProgram } from '@kineko/tools/services/programs';

const CELLS = 1000;
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
    name: 'a sweep, seconds on the wall',
    n: CELLS,
    unit: 's',
    alternatives: [
      sweeping('one thread', ['--jobs', '1']),
      sweeping('two threads', ['--jobs', '2']),
      sweeping('two workers by way of Redis', ['--queue', URL_OF_QUEUE], startWorkers),
    ],
  },
  {
    name: 'a sweep of sums alone, seconds on the wall',
    n: 2,
    unit: 's',
    alternatives: [summing('one thread', 1), summing('two threads', 2)],
  },
];

const SUMS = 'let sum = 0; for (let i = 0; i < 3e8; i++) sum += Math.sqrt(i) * 1.0001; globalThis.sum = sum;';

/** Two sums, one after the other or in parallel. */
function summing(name: string, threads: 1 | 2): Alternative {
  const sum = async (): Promise<void> => void (await once(new Worker(SUMS, { eval: true }), 'exit'));
  return {
    name,
    setUp: () => async () => {
      const start = performance.now();
      if (threads === 2) await Promise.all([sum(), sum()]);
      else for (let i = 0; i < 2; i++) await sum();
      return (performance.now() - start) / 1000;
    },
  };
}

function sweeping(
  name: string,
  args: readonly string[],
  prepare?: (cwd: string) => Promise<ChildProcess[]>,
): Alternative {
  return {
    name,
    setUp: () => async () => {
      const cwd = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
      const helpers: ChildProcess[] = [];
      try {
        for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
        helpers.push(...((await prepare?.(cwd)) ?? []));
        return await wallSeconds(cwd, args);
      } finally {
        for (const helper of helpers) helper.kill('SIGKILL');
        rmSync(cwd, { recursive: true });
      }
    },
  };
}

async function wallSeconds(cwd: string, args: readonly string[]): Promise<number> {
  const sweep = spawn(process.execPath, [KINEKO, 'sweep', 'sweep.yaml', '--json', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  sweep.stdout.on('data', (chunk) => (text += String(chunk)));
  await once(sweep, 'close');
  return (JSON.parse(text) as { readonly wallSeconds: number }).wallSeconds;
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
