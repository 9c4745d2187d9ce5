/** The door for robot runs: Neko configurations, as properties, YAML or JSON. */
import { fromEnvironment, isNekoConfig, NekoConfig } from '@kineko/formats/neko-config';
import { InputError, type Problem } from '@kineko/formats/problem';
import {
  type ConfigEntry,
  type FrontEnd,
  type Host,
  type OpenOptions,
  type Origin,
  type Run,
  type Scenario,
  type Source,
  textOf,
} from '@kineko/run';
import { type Plan, type Planned, planOf } from './setup/plan.js';
import { SimulatedRun } from './simulated-run.js';

export interface RobotsimOptions {
  /** Opens a run over real networks, for who can; without it such runs are refused. */
  readonly openReal?: (plan: Plan, options: OpenOptions) => Promise<Run>;
}

const DOOR = 'robotsim';

export function robotsim(options: RobotsimOptions = {}): FrontEnd {
  return {
    name: DOOR,
    title: 'Neko configurations of robots and processes (.config, YAML, JSON)',
    recognises: (head, path) => isNekoConfig(head, path),
    load: async (source, host) => {
      const read = async (path: string, from: string): Promise<string> =>
        textOf(await host.readBytes(path, { ...source, path: from }));
      const text = textOf(source.bytes);
      const config = await NekoConfig.read({ path: source.path, text, read });
      return new RobotScenario(config, source, host, options);
    },
  };
}

export class RobotScenario implements Scenario {
  readonly door = DOOR;
  readonly name: string;
  private planned: Promise<Planned> | undefined;
  private isStrict = false;

  constructor(
    readonly settings: NekoConfig,
    readonly source: Source,
    private readonly host: Host,
    private readonly options: RobotsimOptions,
  ) {
    this.name = nameOf(source.path);
  }

  config(): readonly ConfigEntry[] {
    return this.settings.entries();
  }

  get seed(): number | undefined {
    return this.settings.get('seed');
  }

  set(key: string, value: string, origin: Origin): void {
    this.settings.set(key, value, origin);
    this.planned = undefined;
  }

  useEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly Problem[] {
    const { settings, problems } = fromEnvironment(environment, { reserved: RESERVED });
    for (const { key, text, origin } of settings) this.set(key, text, origin);
    return problems;
  }

  beStrict(): void {
    this.isStrict = true;
    this.planned = undefined;
  }

  async problems(): Promise<readonly Problem[]> {
    return (await this.plan()).problems;
  }

  async open(options: OpenOptions): Promise<Run> {
    const { problems, plan } = await this.plan();
    if (plan === undefined) throw new InputError(problems);
    if (this.settings.get('simulation') !== false) return new SimulatedRun(plan, options);
    if (this.options.openReal === undefined) {
      const text = 'simulation = false: here there are no real networks; say simulation = true';
      throw new InputError([{ severity: 'error', place: this.settings.placeOf('simulation'), text }]);
    }
    return this.options.openReal(plan, options);
  }

  private plan(): Promise<Planned> {
    return (this.planned ??= planOf(this.settings, this.source, this.host, {
      strict: this.isStrict,
      seed: this.seed ?? 0,
    }));
  }
}

/** Names in the environment that mean something to programs, not to scenarios. */
const RESERVED = ['KINEKO_TOKEN', 'KINEKO_DIAGNOSTICS'];

/** Without folders and ending. */
function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/(?<=.)\.[^.]*$/, '');
}
