/** Loads the scenarios of requests, in this thread; keeps the last ones, since cells of a sweep share them. */
import { InputError } from '@kineko/formats/problem';
import { type AuthorGuard, type FrontEnd, type Host, loadScenario, requireValid, type Scenario } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { canonical } from '../canonical.js';
import type { ScenarioOrder } from '../orders.js';

/** What the lab is given by the program that has the list of front ends. */
export interface LabSite {
  readonly frontEnds: readonly FrontEnd[];
  /** The environment of the program, for front ends. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The address of a module that can import `kineko`: what authors import is what it would import. */
  readonly base: string;
  /** Watches the code of authors whose runs this thread does. */
  readonly guard?: ((isStrict: boolean) => AuthorGuard) | undefined;
}

/** Enough for the points of most sweeps. */
const MAX_KEPT = 256;

export class Opening {
  readonly host: Host;
  private readonly kept = new Map<string, Promise<Scenario>>();

  constructor(
    private readonly site: LabSite,
    host?: Host,
  ) {
    this.host = host ?? new NodeHost({ base: site.base });
  }

  /** A scenario without errors; throws an `InputError` with all problems if it has some. */
  scenario(order: ScenarioOrder): Promise<Scenario> {
    const key = canonical(order);
    let scenario = this.kept.get(key);
    if (scenario === undefined) {
      if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, (scenario = this.valid(order)));
    }
    return scenario;
  }

  /** A new one, whatever is wrong with it. */
  async load({ path, settings, environment, plugins = [], strict = false }: ScenarioOrder): Promise<Scenario> {
    const { frontEnds, env } = this.site;
    return loadScenario(await readSource(path), {
      frontEnds,
      host: this.host,
      context: { env, flags: { plugin: plugins } },
      strict,
      environment,
      settings: settings.map(([key, value]) => ({
        key,
        value,
        origin: { kind: 'set', place: { file: `${key}=${value}` } },
      })),
    });
  }

  /** A function of an author's file: `./metrics.ts#order`, or the only one that is exported. */
  async function(name: string, from: string): Promise<(...args: never[]) => unknown> {
    const [path, wanted] = name.split('#') as [string, string?];
    const exported = await this.host.loadModule(path, { path: from, bytes: new Uint8Array() });
    const functions = Object.entries(exported).filter(([, value]) => typeof value === 'function');
    const [found] = wanted === undefined ? functions : functions.filter(([key]) => key === wanted);
    if (found !== undefined && (wanted !== undefined || functions.length === 1)) return found[1] as () => unknown;
    const names = functions.map(([key]) => key).join(', ') || 'none';
    const text =
      wanted === undefined
        ? `names the file ${path}, which exports ${functions.length} functions (${names}): say which, as in ${path}#name`
        : `names ${name}: there is no such function in ${path}, which exports ${names}`;
    throw new InputError([{ severity: 'error', place: { file: from }, text }]);
  }

  private async valid(order: ScenarioOrder): Promise<Scenario> {
    const scenario = await this.load(order);
    await requireValid(scenario);
    return scenario;
  }
}
