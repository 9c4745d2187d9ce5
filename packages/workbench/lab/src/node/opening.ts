/** Loads the scenarios of requests, and caches them, since cells of a sweep share them. */
import { inputError, unknownName } from '@kineko/formats/problem';
import { type AuthorGuard, type Host, loadScenario, requireValid, type Scenario } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { canonical } from '../canonical.js';
import type { ScenarioRequest } from '../requests.js';
import type { LabFrontEnd } from '../shrink/knobs.js';

/** The program as the lab needs it. */
export interface LabSite {
  readonly frontEnds: readonly LabFrontEnd[];
  /** The environment of the program. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Address of a module that resolves `kineko`, from which author imports are resolved. */
  readonly base: string;
  /** Detects non-deterministic calls of author code. */
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

  /** A valid scenario; throws an `InputError` with all problems. */
  scenario(request: ScenarioRequest): Promise<Scenario> {
    const key = canonical(request);
    let scenario = this.kept.get(key);
    if (scenario === undefined) {
      if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, (scenario = this.valid(request)));
    }
    return scenario;
  }

  /** A new scenario, which may be invalid. */
  async load({ path, settings, environment, plugins = [], strict = false }: ScenarioRequest): Promise<Scenario> {
    const { frontEnds, env } = this.site;
    return loadScenario(await readSource(path, frontEnds), {
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

  /** A function of an author's file: `./metrics.ts#order`, or its only exported function. */
  async function(name: string, from: string): Promise<(...args: never[]) => unknown> {
    const [path, wanted] = name.split('#') as [string, string?];
    const exported = await this.host.loadModule(path, { path: from, bytes: new Uint8Array() });
    const functions = Object.entries(exported).filter(([, value]) => typeof value === 'function');
    const [found] = wanted === undefined ? functions : functions.filter(([key]) => key === wanted);
    if (found !== undefined && (wanted !== undefined || functions.length === 1)) return found[1] as () => unknown;
    const names = functions.map(([key]) => key);
    const text =
      wanted === undefined
        ? `expected one exported function, or a name as in ${path}#name; got ${names.join(', ') || 'none'}`
        : unknownName('function', wanted, names);
    throw inputError(`${path}: ${text}`, from);
  }

  private async valid(request: ScenarioRequest): Promise<Scenario> {
    const scenario = await this.load(request);
    await requireValid(scenario);
    return scenario;
  }
}
