/** The processes of a plan as a system that can be explored: each by itself, without a clock or network in common. */
import { inputError } from '@kineko/formats/problem';
import { type ExploreOptions, type ExploreSystem, FIFO_LINK } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';
import { parametersOf } from './setup/class-parameters.js';
import { initializationError } from './setup/initialization.js';
import { channelsOf } from './setup/networks.js';
import { Oracles } from './setup/oracles.js';
import type { Plan } from './setup/plan.js';
import { buildStack, linksOf } from './setup/stack.js';

export function exploredSystem(
  plan: Plan,
  seed: number,
): ExploreSystem<unknown> & Pick<ExploreOptions<unknown>, 'links'> {
  const { config, n, world, networks } = plan;
  if (world !== undefined) {
    const text =
      'exploration: expected processes without bodies (an ActiveProtocol or an initializer instead of an algorithm of ' +
      'robots), since bodies share one world and one clock; got robots';
    throw inputError(text, config.placeOf('robot.algorithm') ?? config.placeOf('process.num'));
  }
  const settings = parametersOf(config);
  const { keepOrder, lose } = channelsOf(config, networks[0], plan.faults);
  return {
    n,
    seed,
    links: keepOrder ? 'fifo' : 'any',
    guarantees: FIFO_LINK.filter((each) => (each !== 'order' || keepOrder) && (each !== 'no loss' || !lose)),
    networks: networks.length,
    parameters: settings,
    composeLink: linksOf(settings, () => {}),
    wire: (process, peers) => {
      try {
        const own = plan.initializers.of(process.id);
        if (own !== undefined) return own(process, config);
        const algorithm = new (plan.algorithms.of(process.id)!.item.create)(process as NekoRobot);
        algorithm.setId('algorithm');
        algorithm.setSender(buildStack(plan.stack, process, new Oracles(config, () => peers), settings));
        algorithm.launch();
        return algorithm;
      } catch (error) {
        throw initializationError(error, process, config);
      }
    },
  };
}
