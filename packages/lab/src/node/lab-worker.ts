/** What a thread of the lab does: one order at a time. The program's own file for threads hands it the front-ends. */
import { type CellResult, runCell } from '../cell.js';
import { canonical } from '../canonical.js';
import { readExpression } from '../expression.js';
import { Measuring } from '../metrics/measuring.js';
import type { CellOrder } from '../orders.js';
import { type LabSite, Opening } from './opening.js';

export interface LabWorker {
  readonly measure: (order: CellOrder) => Promise<CellResult>;
}

export function labWorker(site: LabSite): LabWorker {
  const opening = new Opening(site);
  const measurings = new Map<string, Promise<Measuring>>();
  const measuringOf = ({ metrics, experiment }: CellOrder): Promise<Measuring> => {
    const key = canonical([metrics, experiment]);
    let measuring = measurings.get(key);
    if (measuring === undefined) {
      measuring = Measuring.prepare(metrics, (name) => opening.function(name, experiment));
      measurings.set(key, measuring);
    }
    return measuring;
  };
  return {
    measure: async (order) => {
      const { time, events, when } = order.stop;
      const stop = {
        time,
        events,
        when: when && { expression: await readExpression(when[0]), every: when[1] },
      };
      const measuring = await measuringOf(order);
      const scenario = await opening.scenario(order.scenario);
      const measurement = measuring.begin(new Map(Object.entries(order.parameters)));
      return runCell(scenario, { id: order.id, seed: order.seed, stop }, measurement);
    },
  };
}
