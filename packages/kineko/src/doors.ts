/** The front-ends that this program knows: the one list of them. */
import process from 'node:process';
import type { FrontEnd } from '@kineko/run';
import type { Surroundings } from './surroundings.js';

export async function doors(env: Surroundings['env']): Promise<readonly FrontEnd[]> {
  const { robotsim } = await import('@kineko/robotsim');
  const { crsim } = await import('@kineko/frontends/crsim');
  return [
    robotsim({
      real: async () => {
        const { realRuns } = await import('@kineko/robotsim/node');
        return realRuns({ token: env['KINEKO_TOKEN'] });
      },
    }),
    crsim({
      clock: wallTime,
      starter: async () => {
        const { robotStarter } = await import('@kineko/frontends/crsim/node');
        const printed = (robot: string, line: string): void => void process.stderr.write(`${robot}: ${line}\n`);
        return robotStarter({ cwd: process.cwd(), printed });
      },
    }),
  ];
}

/** For deadlines; the server's clock would bring all of the server along. */
const wallTime = {
  now: () => performance.now(),
  after: (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
