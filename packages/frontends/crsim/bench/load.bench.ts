/**
 * An environment under load: 200 robots over TCP in lockstep, each of which turns, moves and reads its sonar in every step, with
 * 0 or 100 viewers, of which 5 never read. Robots and viewers are a separate process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { closeAll, serveTest } from '../test/served-environment.js';
import type { CrowdOrder } from '../test/robot-crowd.js';
import type { Alternative, Comparison, Target } from '@kineko/tools/bench/comparison';

const ROBOTS = 200;
const STEPS = 500;
/** Steps before the measurement. */
const WARM_UP = 100;

interface Figures {
  readonly perSecond: number;
  readonly p99: number;
  /** CPU time of the environment's process per step. */
  readonly cpu: number;
  readonly mebibytes: number;
}

const model = (): string => {
  const robots = Array.from({ length: ROBOTS }, (_, i) => {
    const [x, z] = [10 + 10 * (i % 20), 10 + 10 * Math.floor(i / 20)];
    return `<robot name="r${i}" x="${x}" z="${z}" radius="1"><sensor id="0" type="sonar" range="20"/></robot>`;
  });
  return `<environment width="220" depth="120" walls="true">${robots.join('')}</environment>`;
};

async function measured(viewers: number, stalled: number): Promise<Figures> {
  const served = await serveTest(model(), { deadlineMs: 60_000 });
  const crowd = fork(new URL('../test/robot-crowd.js', import.meta.url));
  const order: CrowdOrder = {
    robotPort: served.ports.get('robot')!,
    viewerPort: served.ports.get('viewer')!,
    robots: ROBOTS,
    viewers: viewers - stalled,
    stalled,
  };
  crowd.send(order);
  const times: number[] = [];
  let used = process.cpuUsage();
  await new Promise<void>((resolve) => {
    let [steps, last, begun] = [0, 0, 0];
    served.session.listen({
      moved: () => {
        const now = performance.now();
        if (steps === WARM_UP) {
          begun = now;
          used = process.cpuUsage();
        }
        if (steps > WARM_UP) times.push(now - last);
        last = now;
        if (steps++ < WARM_UP + STEPS) return;
        times.push(begun, now);
        used = process.cpuUsage(used);
        resolve();
      },
    });
  });
  const [begun, ended] = times.splice(-2) as [number, number];
  const mebibytes = process.memoryUsage().rss / 2 ** 20;
  await served.session.stop();
  await served.close();
  await closeAll();
  crowd.send('report');
  await once(crowd, 'exit');
  times.sort((a, b) => a - b);
  return {
    perSecond: (1000 * STEPS) / (ended - begun),
    p99: times[Math.floor(times.length * 0.99)]!,
    cpu: (used.user + used.system) / 1000 / STEPS,
    mebibytes,
  };
}

const kinds: readonly [string, viewers: number, stalled: number][] = [
  ['no viewer', 0, 0],
  ['one viewer', 1, 0],
  ['100 viewers, 5 of them stalled', 100, 5],
];

const comparison = (name: string, unit: string, figure: (figures: Figures) => number, target?: Target): Comparison => ({
  name,
  n: ROBOTS,
  unit,
  needsIdleMachine: unit === 'ms' ? target === undefined : unit === 'steps/s',
  alternatives: kinds.map(([kind, viewers, stalled]): Alternative => ({
    name: kind,
    setUp: () => async () => figure(await measured(viewers, stalled)),
    ...(viewers === 0 && target !== undefined && { target }),
  })) as [Alternative, ...Alternative[]],
});

const CPU: Target = { figure: 'CRSim in lockstep, CPU time per step', compares: 'at most', must: 8, aim: 4 };

export const comparisons: Comparison[] = [
  comparison('an environment under load, steps per second', 'steps/s', ({ perSecond }) => perSecond),
  comparison('an environment under load, 99th percentile of the step time', 'ms', ({ p99 }) => p99),
  comparison('an environment under load, CPU time of its process per step', 'ms', ({ cpu }) => cpu, CPU),
  comparison('an environment under load, memory of its process', 'MiB', ({ mebibytes }) => mebibytes),
];
