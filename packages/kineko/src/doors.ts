/** The front-ends that this program knows: the one list of them. */
import type { Knobs, Variation } from '@kineko/lab';
import type { FrontEnd } from '@kineko/run';
import type { Surroundings } from './surroundings.js';

export async function doors(env: Surroundings['env']): Promise<readonly FrontEnd[]> {
  const { robotsim } = await import('@kineko/robotsim');
  return [
    robotsim({
      real: async () => {
        const { realRuns } = await import('@kineko/robotsim/node');
        return realRuns({ token: env['KINEKO_TOKEN'] });
      },
    }),
  ];
}

/** What the lab may change about the scenarios of a front-end; undefined if nobody knows. */
export async function knobsOf(door: string, variations: ReadonlySet<Variation>): Promise<Knobs | undefined> {
  if (door !== 'robotsim') return undefined;
  const { robotsimKnobs } = await import('./robotsim-knobs.js');
  return robotsimKnobs(variations);
}
