/** What a thread of the lab does: one order at a time. The program's own file for threads hands it the front ends. */
import { Recording, ResultHash } from '@kineko/run';
import { TraceFileSink } from '@kineko/run/node';
import { canonical } from '../canonical.js';
import { type CellResult, runCell } from '../cell.js';
import { readExpression } from '../expression.js';
import { judge, type JudgeOrder, type Judgement } from '../judging.js';
import type { OnProgress } from '../limits.js';
import { Measuring } from '../metrics/measuring.js';
import type { CellOrder } from '../orders.js';
import type { Property } from '../properties/property.js';
import { readProperty } from '../properties/read-property.js';
import { type LabSite, Opening } from './opening.js';

export interface LabWorker {
  readonly measure: (order: CellOrder, onProgress?: OnProgress) => Promise<CellResult>;
  readonly judge: (order: JudgeOrder, onProgress?: OnProgress) => Promise<Judgement>;
}

export function labWorker(site: LabSite, opening = new Opening(site)): LabWorker {
  const measurings = new Kept<Measuring>();
  const properties = new Kept<Property[]>();
  return {
    measure: async (order, onProgress) => {
      const { metrics, experiment } = order;
      const { time, events, when } = order.stop;
      const stop = {
        time,
        events,
        when: when && { expression: await readExpression(when[0]), every: when[1] },
      };
      const find = (name: string): ReturnType<Opening['function']> => opening.function(name, experiment);
      const measuring = await measurings.of([metrics, experiment], () => Measuring.prepare(metrics, find));
      const scenario = await opening.scenario(order.scenario);
      const measurement = measuring.begin(new Map(Object.entries(order.parameters)));
      const { id, seed, limits } = order;
      const guard = site.guard?.(order.scenario.strict ?? false);
      return runCell(scenario, { id, seed, stop, guard, maxEvents: limits?.events }, measurement, onProgress);
    },
    judge: async (order, onProgress) => {
      const { from, seed, until, trace, limits } = order;
      const guard = site.guard?.(order.scenario.strict ?? false);
      const read = (): Promise<Property[]> => readProperties(order.properties, from, opening);
      const wanted = await properties.of([order.properties, from], read);
      const scenario = await opening.scenario(order.scenario);
      const options = { seed, until, guard, maxEvents: limits?.events, onProgress };
      if (trace === undefined) return judge(scenario, wanted, options);
      const hash = await ResultHash.create();
      const info = { door: scenario.frontEnd, scenario: scenario.name, seed, ...scenario.traceInfo };
      const sinks = [hash, new TraceFileSink(trace, info)];
      const recording = new Recording(sinks, scenario.name);
      let judgement: Judgement;
      try {
        judgement = await judge(scenario, wanted, { ...options, emit: recording.emit });
      } finally {
        await recording.close();
      }
      return { ...judgement, hash: hash.digest() };
    },
  };
}

export async function readProperties(texts: readonly string[], from: string, opening: Opening): Promise<Property[]> {
  const properties: Property[] = [];
  for (const text of texts) properties.push(await readProperty(text, (name) => opening.function(name, from)));
  return properties;
}

/** What was made once for a thread, by what it was made of. */
class Kept<T> {
  private readonly made = new Map<string, Promise<T>>();

  of(key: unknown, make: () => Promise<T>): Promise<T> {
    const text = canonical(key);
    let kept = this.made.get(text);
    if (kept === undefined) this.made.set(text, (kept = make()));
    return kept;
  }
}
