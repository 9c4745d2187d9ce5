/**
 * Duration of the command line from start to end, compared with an empty Node program: ten robots that gather for a few
 * seconds, with and without saved results, and with an author's algorithm.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { childrenMicros } from '@kineko/tools/bench/clocks';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';

/** Starts per call, since one alone is only a few steps of the clock. */
const STARTS = 3;
const ROBOTS = 10;

const config = (algorithm: string): string => `
process.num = ${ROBOTS}
robot.size = 10
robot.algorithm = ${algorithm}
bornpoint.random = true
world.width = 800
world.height = 800
ghost_mode = true
simulation.time = 5
seed = 4
`;

const files: Readonly<Record<string, string>> = {
  'gathering.config': config('Gathering'),
  'own.config': config('./own.ts'),
  'own.ts': `import { AbstractAlgorithm, centroid } from 'kineko';

export class Own extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    await this.actuator.moveTo(centroid(await this.viewSensor.getRobotsInView(2000)), 5, 45);
  }
}
`,
};

// This file is built to build/packages/apps/kineko/bench.
const KINEKO = fileURLToPath(import.meta.resolve('../../../../../packages/apps/kineko/bin/kineko.js'));

const EMPTY = starting('node -e 0', '-e', '0');

export const comparisons: Comparison[] = [
  {
    name: 'starts, CPU time of the whole process',
    n: ROBOTS,
    alternatives: [
      EMPTY,
      {
        ...starting('kineko run', KINEKO, 'run', 'gathering.config'),
        target: { figure: '`kineko run` of ten robots against `node -e 0`', compares: 'cost', must: 4.5, aim: 3 },
      },
    ],
  },
  {
    name: 'starts of other kinds, CPU time of the whole process',
    n: ROBOTS,
    alternatives: [
      EMPTY,
      starting('kineko --version', KINEKO, '--version'),
      starting('kineko run --json', KINEKO, 'run', 'gathering.config', '--json'),
      starting('kineko run --out', KINEKO, 'run', 'gathering.config', '--out', 'results'),
      starting('kineko run of own.ts', KINEKO, 'run', 'own.config'),
      starting('kineko --help', KINEKO, '--help'),
    ],
  },
];

function starting(name: string, ...args: string[]): Alternative {
  return {
    name,
    setUp: () => {
      if (childrenMicros() === undefined) throw new Error('this system does not tell the CPU time of other programs');
      return () => {
        const cwd = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
        try {
          for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
          for (let start = 0; start < STARTS; start++) startOne(name, args, cwd);
        } finally {
          rmSync(cwd, { recursive: true });
        }
        return STARTS;
      };
    },
  };
}

function startOne(name: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${name} ended with the code ${status}: ${stderr}`);
}
