/** The work of a thread of the lab. The program's own worker file passes the front ends. */
import { Recording, ResultHash } from '@kineko/run';
import { TraceFileSink } from '@kineko/run/node';
import { canonical } from '../canonical.js';
import { type CellResult, runCell } from '../cell.js';
import { judge, type JudgeRequest, type Judgement } from '../judging.js';
import type { OnProgress } from '../limits.js';
import { Measurement, type Metric, prepareMetrics } from '../metrics/measuring.js';
import type { CellRequest } from '../requests.js';
import type { Property } from '../properties/property.js';
import { readProperty } from '../properties/read-property.js';
import { type LabSite, Opening } from './opening.js';

export interface LabWorker {
  readonly measure: (request: CellRequest, onProgress?: OnProgress) => Promise<CellResult>;
  readonly judge: (request: JudgeRequest, onProgress?: OnProgress) => Promise<Judgement>;
}

export function labWorker(site: LabSite, opening = new Opening(site)): LabWorker {
  const prepared = new Cache<readonly Metric[]>();
  const properties = new Cache<Property[]>();
  return {
    measure: async (request, onProgress) => {
      const { metrics: specs, experiment } = request;
      const find = (name: string): ReturnType<Opening['function']> => opening.function(name, experiment);
      const metrics = await prepared.of([specs, experiment], () => prepareMetrics(specs, find));
      const scenario = await opening.scenario(request.scenario);
      const measurement = new Measurement(metrics, new Map(Object.entries(request.parameters)));
      const guard = site.guard?.(request.scenario.strict ?? false);
      return runCell(scenario, request, measurement, { guard, onProgress });
    },
    judge: async (request, onProgress) => {
      const { from, seed, until, trace, limits } = request;
      const guard = site.guard?.(request.scenario.strict ?? false);
      const read = (): Promise<Property[]> => readProperties(request.properties, from, opening);
      const wanted = await properties.of([request.properties, from], read);
      const scenario = await opening.scenario(request.scenario);
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

/** Values that a thread creates once per key. */
class Cache<T> {
  private readonly made = new Map<string, Promise<T>>();

  of(key: unknown, make: () => Promise<T>): Promise<T> {
    const text = canonical(key);
    let kept = this.made.get(text);
    if (kept === undefined) this.made.set(text, (kept = make()));
    return kept;
  }
}
