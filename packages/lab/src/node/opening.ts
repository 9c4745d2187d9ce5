/** Opens scenarios as they are ordered, in this thread; the last ones are kept, since cells of a sweep share them. */
import { InputError } from '@kineko/formats/problem';
import { type AuthorGuard, type FrontEnd, type Host, openScenario, type Scenario } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { canonical } from '../canonical.js';
import type { ScenarioOrder } from '../orders.js';

/** What the program that owns the list of front-ends hands to whoever runs scenarios. */
export interface LabSite {
  readonly doors: (plugins: readonly string[]) => Promise<readonly FrontEnd[]>;
  /** The address of a module that can import `kineko`: what authors import is what it would import. */
  readonly base: string;
  /** Watches the code of authors whose runs this thread does. */
  readonly guard?: ((isStrict: boolean) => AuthorGuard) | undefined;
}

/** Enough for the points of most sweeps. */
const MOST_KEPT = 256;

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
      if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, (scenario = this.sound(order)));
    }
    return scenario;
  }

  /** A new one, whatever is wrong with it. */
  async load({ path, settings, environment, plugins = [], strict = false }: ScenarioOrder): Promise<Scenario> {
    const scenario = await openScenario(await readSource(path), this.host, await this.site.doors(plugins));
    if (strict) scenario.beStrict();
    scenario.useEnvironment(environment);
    for (const [key, value] of settings) scenario.set(key, value, { kind: 'set', place: { file: `${key}=${value}` } });
    return scenario;
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

  private async sound(order: ScenarioOrder): Promise<Scenario> {
    const scenario = await this.load(order);
    const problems = await scenario.problems();
    if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
    return scenario;
  }
}
