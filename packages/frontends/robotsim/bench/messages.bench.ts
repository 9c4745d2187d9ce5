/**
 * Messages in a real run, from the configuration to the result hash: TestCommunication, in which robots broadcast and move,
 * against the bare stack with the same network.
 */
import { robotsim } from '@kineko/robotsim';
import { loadScenario, Recording, ResultHash, type Run } from '@kineko/run';
import type { Alternative, Comparison, Work } from '@kineko/tools/bench/comparison';
import { basic, broadcastStorm, type MakeChannel, random } from '@kineko/tools/bench/storm';

const NETWORKS: readonly [name: string, bare: MakeChannel, configured: string][] = [
  ['Basic', basic, ''],
  ['Random', random, 'network = Random'],
];

const ROBOTS = 200;

export const comparisons: Comparison[] = NETWORKS.map(([name, bare, configured]) => ({
  name: `messages in a real run, network ${name}, deliveries`,
  n: ROBOTS,
  alternatives: [
    { name: 'bare stack', setUp: () => broadcastStorm(ROBOTS, bare) },
    {
      name: 'real run',
      setUp: () => realRun(configured),
      target: {
        figure: `messages in a real run (TestCommunication, ${name}) ÷ bare stack`,
        compares: 'speed',
        must: 0.35,
        aim: 0.6,
      },
    },
  ] satisfies [Alternative, Alternative],
}));

/** Simulated seconds per call: about one broadcast per robot. */
const SECONDS = 50;

function realRun(network: string): Work {
  let opened: Promise<Run> | undefined;
  let until = 0;
  let delivered = 0;
  return async () => {
    const run = await (opened ??= open(network));
    until += SECONDS;
    await run.advance({ until });
    const before = delivered;
    ({ delivered } = run.summary().messages);
    return delivered - before;
  };
}

async function open(network: string): Promise<Run> {
  const config = `
    process.num = ${ROBOTS}
    robot.algorithm = TestCommunication
    robot.size = 2
    bornpoint.random = true
    world.width = 800
    world.height = 800
    ghost_mode = true
    simulation.time = 1e9
    ${network}
  `;
  const source = { path: 'main.config', bytes: new TextEncoder().encode(config) };
  const host = { readBytes: noOtherFile, loadModule: noOtherFile };
  const scenario = await loadScenario(source, { frontEnds: [robotsim()], host });
  const recording = new Recording([await ResultHash.create()]);
  return scenario.open({ seed: 1, emit: recording.emit });
}

function noOtherFile(path: string): Promise<never> {
  return Promise.reject(new Error(`there is no file ${path}`));
}
