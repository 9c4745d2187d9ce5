/** The front end for robot runs: Neko configurations, as properties, YAML or JSON. */
import { InputError, inputError, type Problem } from '@kineko/formats/problem';
import {
  type FrontEnd,
  type Host,
  type OpenOptions,
  type Run,
  type Scenario,
  SettingsScenario,
  type Source,
  textOf,
} from '@kineko/run';
import { NekoConfig } from '../format/config.js';
import { ROBOTSIM_FILES } from '../format/recognition.js';
import { exploredSystem } from './explored-system.js';
import type { MoreAlgorithms } from './setup/algorithms.js';
import type { ProgramAlgorithms } from './setup/program-algorithms.js';
import { type Plan, type Planned, planOf } from './setup/plan.js';
import { type LiveOptions, SimulatedRun } from './simulated-run.js';

/** Opens runs over real networks, where these are available. */
export interface RealRuns {
  /** Problems of a plan that could be run in simulation. */
  problems(plan: Plan): readonly Problem[];
  open(plan: Plan, options: OpenOptions): Promise<Run>;
}

/** A program outside the engine that runs algorithms. */
export interface AlgorithmProgram {
  readonly algorithms: ProgramAlgorithms;
  /** Opens the only run that the program takes part in. */
  open(open: (options: OpenOptions) => Promise<SimulatedRun>, options: OpenOptions): Promise<Run>;
  /** Ends the program, if there will be no run. */
  end(): void;
}

export interface RobotsimOptions {
  /** Loaded when a scenario needs it; without it such runs are refused. */
  readonly real?: () => Promise<RealRuns>;
  /** Loads the algorithms of packages that are built on this one, for configurations that name one. */
  readonly algorithms?: MoreAlgorithms;
  /** Runs algorithms of another program. */
  readonly program?: AlgorithmProgram | undefined;
  /** Name of a front end that is built on this one, if it loads the scenarios. */
  readonly frontEnd?: string;
}

export function robotsim(options: RobotsimOptions = {}): FrontEnd {
  return {
    ...ROBOTSIM_FILES,
    load: async (source, host) => {
      const read = async (path: string, from: string): Promise<string> =>
        textOf(await host.readBytes(path, { ...source, path: from }));
      const text = textOf(source.bytes);
      const config = await NekoConfig.read({ path: source.path, text, read });
      return new RobotScenario(config, source, host, options);
    },
  };
}

/** The processes of a scenario of this front end, to be explored; throws an `InputError`. */
export async function processesOf(scenario: Scenario, seed: number): Promise<ReturnType<typeof exploredSystem>> {
  if (!(scenario instanceof RobotScenario)) throw inputError('expected a Neko configuration', scenario.source.path);
  return exploredSystem(await scenario.validPlan(), seed);
}

/** Opens a run that is driven from outside. Throws an `InputError`. */
export async function openLive(scenario: Scenario, options: OpenOptions, live: LiveOptions): Promise<SimulatedRun> {
  if (!(scenario instanceof RobotScenario)) throw inputError('expected a Neko configuration', scenario.source.path);
  const plan = await scenario.validPlan();
  if (plan.world === undefined) throw inputError('expected robots, got processes without bodies', scenario.source.path);
  return SimulatedRun.open(plan, options, live);
}

class RobotScenario extends SettingsScenario<NekoConfig> {
  readonly frontEnd: string;
  private planned: Promise<Planned> | undefined;

  constructor(
    settings: NekoConfig,
    source: Source,
    private readonly host: Host,
    private readonly options: RobotsimOptions,
  ) {
    super(source, settings, 'robotsim');
    this.frontEnd = options.frontEnd ?? ROBOTSIM_FILES.name;
  }

  protected override settingsChanged(): void {
    this.planned = undefined;
  }

  async problems(): Promise<readonly Problem[]> {
    return (await this.plan()).problems;
  }

  async metricNames(): Promise<readonly string[]> {
    return (await this.plan()).plan?.metrics.map(({ name }) => name) ?? [];
  }

  async open(options: OpenOptions): Promise<Run> {
    const plan = await this.validPlan();
    const { program } = this.options;
    const openHere = (given: OpenOptions): Promise<SimulatedRun> => SimulatedRun.open(plan, given);
    if (this.isSimulated) return program === undefined ? openHere(options) : program.open(openHere, options);
    return (await this.options.real!()).open(plan, options);
  }

  async validPlan(): Promise<Plan> {
    const { problems, plan } = await this.plan();
    if (plan === undefined) throw new InputError(problems);
    return plan;
  }

  private get isSimulated(): boolean {
    return this.settings.get('simulation') !== false;
  }

  private plan(): Promise<Planned> {
    return (this.planned ??= this.planNow());
  }

  private async planNow(): Promise<Planned> {
    // Reads lists in files that were named later, by --set or in the environment.
    await this.settings.load();
    const { algorithms, program } = this.options;
    const options = { strict: this.isStrict, seed: this.seed ?? 0, algorithms, program: program?.algorithms };
    const planned = await planOf(this.settings, this.source, this.host, options);
    if (planned.plan === undefined) program?.end();
    if (planned.plan === undefined || this.isSimulated) return planned;
    const problems = [...planned.problems, ...(await this.problemsOfReal(planned.plan))];
    return { problems, plan: problems.some(({ severity }) => severity === 'error') ? undefined : planned.plan };
  }

  private async problemsOfReal(plan: Plan): Promise<readonly Problem[]> {
    const { real } = this.options;
    if (real !== undefined) return (await real()).problems(plan);
    const text = 'simulation = false: real networks are not available here; expected simulation = true';
    return [{ severity: 'error', place: this.settings.placeOf('simulation'), text }];
  }
}
