import type { WorldView } from '../world-view.js';
import { radiationAt } from './radiation.js';
import { Sensor } from './sensor.js';

/** Nothing to be said: heat is felt all around. */
export type HeatRequest = Readonly<Record<string, never>>;

/** Tells how warm it is: the sum of strength / distance² over all objects (see `radiationAt`), whatever is in between. */
export class HeatSensor extends Sensor<HeatRequest, number> {
  readonly kind = 'heat';

  override calReply(_request: HeatRequest, world: WorldView, self: number): number {
    return radiationAt(world, self, ({ heat }) => heat);
  }
}
