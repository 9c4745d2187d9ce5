/** The front-ends that this program knows: the one list of them. */
import type { FrontEnd } from '@kineko/run';
import type { Surroundings } from './surroundings.js';

export async function doors(env: Surroundings['env']): Promise<readonly FrontEnd[]> {
  const { robotsim } = await import('@kineko/robotsim');
  const { chirp } = await import('@kineko/frontends/chirp');
  return [
    robotsim({
      real: async () => {
        const { realRuns } = await import('@kineko/robotsim/node');
        return realRuns({ token: env['KINEKO_TOKEN'] });
      },
    }),
    chirp(),
  ];
}
