/** The gain of sending requests ahead over a link with delays of up to 10 ms each way: the duration of a run of the same steps. */
import { ScoutRobot } from '@kineko/crsim';
import { tcpTransport } from '@kineko/crsim/node';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';
import { closeAll, serveTest } from '../test/served-environment.js';
import { startSlowLink } from '../test/slow-link.js';

const STEPS = 200;
const MAX_DELAY_MS = 10;

async function milliseconds(prefetch: number): Promise<number> {
  const served = await serveTest(
    '<environment width="300" depth="50"><robot name="r" x="10" z="25" radius="1"><sensor id="0" type="sonar" range="5"/></robot></environment>',
  );
  const link = await startSlowLink(served.ports.get('robot')!, MAX_DELAY_MS, 1);
  const robot = await ScoutRobot.connect(await tcpTransport(link.port), { name: 'r', prefetch, speed: 10 });
  const begun = performance.now();
  // Ten moves, then a reading, which waits for its answer.
  for (let i = 0; i < STEPS / 10; i++) {
    await robot.move(9);
    await robot.sonar(0);
  }
  const taken = performance.now() - begun;
  robot.close();
  await served.session.stop();
  await served.close();
  await closeAll();
  link.close();
  return taken;
}

export const comparisons: Comparison[] = [
  {
    name: `a robot over a slow link, ${STEPS} steps`,
    n: STEPS,
    unit: 'ms',
    alternatives: [0, 1, 4, 16].map((prefetch): Alternative => ({
      name: prefetch === 0 ? 'in lockstep' : `up to ${prefetch} steps ahead`,
      setUp: () => () => milliseconds(prefetch),
    })) as [Alternative, ...Alternative[]],
  },
];
