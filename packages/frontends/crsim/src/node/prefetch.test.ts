import { afterEach, expect, test } from '@jest/globals';
import { closeAll, serveTest } from '../../test/served-environment.js';
import { startSlowLink } from '../../test/slow-link.js';
import { ScoutRobot } from '../index.js';
import { tcpTransport } from './index.js';

afterEach(closeAll);

const MODEL = `<environment width="60" depth="60" walls="true">
<robot name="a" x="10" z="30" radius="1"><sensor id="0" type="sonar" range="20"/></robot>
<robot name="b" x="40" z="30" radius="1"><sensor id="0" type="sonar" range="20"/></robot></environment>`;

/** Drives in squares and reads its sonar after each, so that its moves depend on its readings. */
async function squares(robot: ScoutRobot): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await robot.move(4);
    await robot.turn((await robot.sonar(0)) < 10 ? 2 : 1);
  }
  robot.close();
}

async function hashOf(prefetch: number): Promise<{ readonly hash: string; readonly steps: number }> {
  const { folder } = await serveTest(undefined);
  const served = await serveTest(MODEL, { record: `${folder}/record-${prefetch}.trace` });
  const links = [];
  for (const name of ['a', 'b']) {
    const link = await startSlowLink(served.ports.get('robot')!, 3, prefetch);
    links.push(link);
    const robot = await ScoutRobot.connect(await tcpTransport(link.port), { name, prefetch, speed: 5 });
    void squares(robot);
  }
  await served.statusMatching(/No robot is left/);
  const steps = served.session.step;
  await served.session.stop();
  const [, hash] = /hash ([\da-f]{32})/.exec(await served.statusMatching(/hash/))!;
  for (const link of links) link.close();
  return { hash: hash!, steps };
}

test('over a slow link the run is the same, however far robots send ahead', async () => {
  const lockstep = await hashOf(0);
  expect(lockstep.steps).toBeGreaterThan(50);
  expect(await hashOf(4)).toEqual(lockstep);
  expect(await hashOf(64)).toEqual(lockstep);
});
