import { afterEach, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { fuzzedLine, nonsense } from '../../test/fuzzed-lines.js';
import { closeAll, serveTest } from '../../test/served-environment.js';

afterEach(closeAll);

const MODEL = `<environment width="100" depth="100">
<robot name="good" x="20" z="50" radius="1"><sensor id="2" type="sonar" range="25"/></robot>
<robot name="fuzz" x="60" z="50" radius="1"><sensor id="2" type="sonar" range="25"/></robot></environment>`;

const CONNECTIONS = 60;
const LINES = 18;

test('thousands of invalid lines change nothing and crash nothing', async () => {
  const served = await serveTest(MODEL);
  const stream = new Random(17).stream('fuzz');
  const good = await served.robot({ name: 'good' });
  const first = await served.client('robot');
  first.send({ name: 'fuzz' });
  await first.next('timestep');
  let answered = 0;
  let fuzz = first;
  for (let i = 0; i < CONNECTIONS; i++) {
    for (let k = 0; k < LINES; k++) fuzz.write(`${nonsense(stream)}\n`);
    await fuzz.until((heard) => heard.filter((line) => 'error' in line).length === LINES);
    answered += LINES;
    const stranger = await served.client('robot');
    stranger.write(`${nonsense(stream).replaceAll('good', 'nobody')}\n`);
    await stranger.closed();
    fuzz.end();
    await good.idle(1);
    fuzz = await served.client('robot');
    fuzz.send({ name: 'fuzz' });
    await fuzz.next('timeStepMillis');
    await good.idle(1);
    await fuzz.next('timestep');
  }
  for (let i = 0; i < CONNECTIONS; i++) {
    const panel = await served.client('panel');
    const viewer = await served.client('viewer');
    for (let k = 0; k < LINES; k++) {
      panel.write(`${fuzzedLine(stream)}\n`);
      viewer.write(`${fuzzedLine(stream)}\n`);
    }
    expect(await panel.call(['hello', 'observer'])).toHaveLength(1);
    panel.end();
    viewer.end();
  }
  expect(answered).toBe(CONNECTIONS * LINES);
  const { world } = served.session.environment!;
  expect([world.poseOf(0), world.poseOf(1)]).toEqual([
    { x: 20, y: -50, heading: 0 },
    { x: 60, y: -50, heading: 0 },
  ]);
  expect(served.session.state).toBe(4);
});
