/**
 * Set-up of a run from its configuration, in time and memory per robot; and what it costs that each robot of a crowd reads the
 * positions of all others, per robot that reads and robot that is read.
 */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { robotsim } from '@kineko/robotsim';
import { loadScenario, Recording, ResultHash, type Run } from '@kineko/run';
import type { Alternative, Comparison, Target } from '@kineko/tools/bench/comparison';

/** Part of the ground that robots of radius 1 m cover. */
const DENSITY = 0.1;

export const comparisons: Comparison[] = [
  {
    name: 'set-up of a run, CPU time per robot',
    n: 1_000_000,
    unit: 'µs',
    isScaling: true,
    alternatives: settingUp(
      async (n) => {
        const before = cpuMicros();
        await opened(randomMovement(n));
        return (cpuMicros() - before) / n;
      },
      { compares: 'at most', must: 10, aim: 5 },
    ),
  },
  {
    name: 'set-up of a run, memory per robot',
    n: 1_000_000,
    unit: 'bytes',
    isScaling: true,
    alternatives: settingUp(
      async (n) => {
        const before = memoryInUse();
        const run = await opened(randomMovement(n));
        const after = memoryInUse();
        // Used after the measurement, so that it is not collected before.
        return (after - before) / Math.max(n, run.events);
      },
      { compares: 'at most', must: 1000, aim: 600 },
    ),
  },
  {
    name: 'Gathering, CPU time per simulated second, robot and robot that it sees',
    n: 4_000,
    unit: 'ns',
    isScaling: true,
    alternatives: [1_000, 2_000, 4_000].map((n) => ({
      name: `${n} robots`,
      setUp: () => async () => {
        const run = await opened(gathering(n), await ResultHash.create());
        const before = cpuMicros();
        await run.advance({ until: GATHERING_SECONDS });
        return ((cpuMicros() - before) * 1000) / (GATHERING_SECONDS * n * n);
      },
      // Linear in what a robot sees, so that the figure stays; a little for noise.
      ...(n === 4_000 && {
        target: { figure: 'Gathering, growth per robot and robot that it sees', compares: 'growth', must: 1.1 },
      }),
    })) as unknown as [Alternative, Alternative, Alternative],
  },
];

const GATHERING_SECONDS = 50;

function settingUp(figure: (n: number) => Promise<number>, target: Target): [Alternative, Alternative] {
  return [
    { name: '100000 robots', setUp: () => () => figure(100_000) },
    { name: '1000000 robots', setUp: () => () => figure(1_000_000), target },
  ];
}

function randomMovement(n: number): string {
  const side = Math.sqrt((n * Math.PI) / DENSITY);
  return `
    process.num = ${n}
    robot.algorithm = RandomMovement
    RandomMovement.side = ${side}
    robot.size = 1
    bornpoint.random = true
    world.width = ${side}
    world.height = ${side}
    world.walls = true
    simulation.time = 1
    seed = 1
  `;
}

function gathering(n: number): string {
  return `
    process.num = ${n}
    robot.algorithm = Gathering
    robot.size = 1
    bornpoint.random = true
    ghost_mode = true
    world.width = 800
    world.height = 800
    simulation.time = 100
    seed = 1
  `;
}

async function opened(config: string, hash?: ResultHash): Promise<Run> {
  const source = { path: 'main.config', bytes: new TextEncoder().encode(config) };
  const host = { readBytes: noOtherFile, loadModule: noOtherFile };
  const scenario = await loadScenario(source, { frontEnds: [robotsim()], host });
  // As the command line does; the run takes the places that this finds.
  await scenario.problems();
  if (hash === undefined) return scenario.open({ seed: 1 });
  return scenario.open({ seed: 1, emit: new Recording([hash]).emit });
}

function noOtherFile(path: string): Promise<never> {
  return Promise.reject(new Error(`no file ${path}`));
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
