/**
 * Agents in Python, over the pipe: steps per CPU second of both processes, starts included. The environment moves and reads all
 * agents with one line per step; an algorithm has several calls per round.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';
import { PYTHON, requireProgram } from '@kineko/tools/services/programs';

const ROBOTS = 50;

// This file is built to build/packages/apps/kineko/bench.
const KINEKO = fileURLToPath(import.meta.resolve('../../../../../packages/apps/kineko/bin/kineko.js'));
const STEPS = fileURLToPath(import.meta.resolve('../../../../../packages/apps/python/bench/agent_steps.py'));

export const comparisons: Comparison[] = [
  {
    name: 'agents in Python',
    n: ROBOTS,
    alternatives: [
      {
        ...stepping('steps of an environment', 'environment', 3000),
        target: { figure: 'agent-steps in Python over the pipe', compares: 'at least', must: 20_000 },
      },
      stepping('rounds of an algorithm', 'algorithm', 40),
    ],
  },
];

function stepping(name: string, ...args: [kind: string, steps: number]): Alternative {
  return {
    name,
    setUp: () => {
      const python = requireProgram(PYTHON);
      const env = { ...process.env, KINEKO_PROGRAM: `${process.execPath} ${KINEKO}`, PYTHONDONTWRITEBYTECODE: '1' };
      return () => {
        const { stdout, stderr, status } = spawnSync(python, [STEPS, ...args.map(String)], { encoding: 'utf8', env });
        if (status !== 0) throw new Error(stderr);
        return Number(stdout);
      };
    },
  };
}
