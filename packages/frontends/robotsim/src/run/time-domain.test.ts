import { describe, expect, test } from '@jest/globals';
import { Once, robotsOf } from '../../test/robots.js';
import { outcomeOf, refusalOf } from '../../test/scenarios.js';
import type { Actuator } from './actuator.js';
import { AbstractAlgorithm } from './algorithm.js';

const CONFIG = 'process.num = 1\nrobot.algorithm = ./a.ts\nbornpoint1 = 0, 0\n';

class Sleeper extends AbstractAlgorithm {
  protected async doMotion() {
    await this.sleep(2 ** 29);
  }
}

describe('the time domain, which ends at 2^31 s', () => {
  const modules = { 'a.ts': { Sleeper } };

  test.each(['2147483649', '1e10', '1e300'])('a simulation.time of %s is refused before the run', async (time) => {
    const [problem] = await refusalOf(`${CONFIG}simulation.time = ${time}`, { modules });
    expect(problem).toContain('simulation.time');
    expect(problem).toContain('at most 2,147,483,648 (s)');
  });

  test('a simulation.time at its end is accepted', async () => {
    const { summary } = await outcomeOf(`${CONFIG}simulation.time = 2147483648`, { modules });
    expect(summary).toMatchObject({ stoppedBy: 'time', simulatedSeconds: 2 ** 31 });
  });

  test('a run with bodies and without a time limit ends there', async () => {
    const { summary } = await outcomeOf(`${CONFIG}simulation.time =\nfinish.collisions = 1\nfinish.interval = 1e8`, {
      modules,
    });
    expect(summary).toMatchObject({ stoppedBy: 'time', simulatedSeconds: 2 ** 31 });
  });

  test.each<[string, (actuator: Actuator) => unknown]>([
    ['forward', (a) => a.forward(1e-8, 100)],
    ['turn', (a) => a.turn(1e-7, 359)],
    ['moveTo', (a) => a.moveTo({ x: 1000, y: 0 }, 1e-7, 90)],
    ['arc', (a) => a.arc(1, 1, { duration: 1e10 })],
  ])('%s that would end beyond it is refused when it is requested', async (_name, move) => {
    class Slow extends Once {
      protected async act() {
        expect(() => move(this.actuator)).toThrow(/at t = 0: the end of an? \w+: expected 0 to 2\^31 s, got \S+/);
        await this.sleep(1);
      }
    }
    const { run, recordsOf } = robotsOf({ algorithm: Slow });
    await run();
    expect(recordsOf('motionRequest')).toEqual([]);
  });
});
