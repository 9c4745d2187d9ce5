/** The front end for environments of the Cooperative Robotics Simulator, and for the records of their runs. */
import { InputError, type Problem } from '@kineko/formats/problem';
import type { WallClock } from '@kineko/kernel/pacing';
import {
  type FrontEnd,
  type Host,
  type OpenOptions,
  type Run,
  SettingsScenario,
  type Source,
  textOf,
} from '@kineko/run';
import { CRSIM_FILES, isCrsimModel } from '../format/files.js';
import type { Communications, CrsimModel } from '../format/model.js';
import { readCrsimModel } from '../format/model-reader.js';
import { loadCatalogue } from './plugins.js';
import { readRecord, type RunRecord } from './record.js';
import { ControllerSlots } from './robots/controller-slots.js';
import { loadProgram, type NamedProgram, startProgram } from './robots/program.js';
import { CrsimSettings } from './settings.js';
import type { StepRequests } from './steps/requests.js';
import { CrsimRun, type RunPlan } from './steps/run.js';
import type { Catalogue } from './world/catalogue.js';

/** Starts controllers as child processes. */
export interface RobotStarter {
  /** Starts a program for each robot without a controller; resolves when all have connected. */
  start(command: string, slots: ControllerSlots): Promise<StartedRobots>;
}

export interface StartedRobots {
  close(): Promise<void>;
}

export interface CrsimOptions {
  /** Loaded when a scenario starts programs; without it such runs are refused. */
  readonly starter?: () => Promise<RobotStarter>;
  /** For deadlines; without it, steps wait for controllers without limit. */
  readonly clock?: WallClock;
}

export function crsim(options: CrsimOptions = {}): FrontEnd {
  return {
    ...CRSIM_FILES,
    load: async (source, host) => {
      const record = isBinary(source) || !isCrsimModel(textOf(source.bytes)) ? readRecord(source) : undefined;
      const text = record?.head.model ?? textOf(source.bytes);
      const model = await readCrsimModel(text, source.path);
      return new CrsimScenario(model, text, source, record, host, options);
    },
  };
}

export class CrsimScenario extends SettingsScenario<CrsimSettings> {
  readonly frontEnd = CRSIM_FILES.name;
  readonly recordIsScenario = true;
  private catalogue: Promise<Catalogue> | undefined;

  constructor(
    readonly model: CrsimModel,
    private readonly text: string,
    source: Source,
    private readonly record: RunRecord | undefined,
    private readonly host: Host,
    private readonly options: CrsimOptions,
  ) {
    super(source, new CrsimSettings(model, source.path));
  }

  override get seed(): number | undefined {
    return this.record?.head.seed ?? super.seed;
  }

  async problems(): Promise<readonly Problem[]> {
    const problems = this.settings.problems({ strict: this.isStrict });
    if (problems.some(({ severity }) => severity === 'error')) return problems;
    const missing = await this.catalogueProblems();
    return [...problems, ...(missing.length > 0 ? missing : await this.placementProblems())];
  }

  metricNames(): Promise<readonly string[]> {
    return Promise.resolve(['steps']);
  }

  async open(options: OpenOptions): Promise<Run> {
    const problems = await this.problems();
    if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
    const plan = await this.plan();
    const commands = options.commands ?? this.record?.commands;
    if (commands !== undefined) return new CrsimRun(plan, { ...options, commands });
    const missing = this.controllerProblems();
    if (missing.length > 0) throw new InputError(missing);
    const controllers = await this.connectControllers(plan.catalogue);
    try {
      return new CrsimRun(plan, { ...options, controllers });
    } catch (error) {
      await controllers.close();
      throw error;
    }
  }

  /** Everything that a run is made from, but its controllers. */
  async plan(): Promise<RunPlan> {
    const { model, text, record, settings } = this;
    const catalogue = await this.loadCatalogue();
    if (record === undefined) {
      const millisPerStep = settings.get('timeStepMillis');
      const timeLimit = settings.get('simulation.time') ?? Infinity;
      return { model, text, catalogue, communications: settings.communications, millisPerStep, timeLimit };
    }
    const { millisPerStep } = record.head;
    const communications = record.head.communications as unknown as Communications;
    return { model, text, catalogue, communications, millisPerStep, timeLimit: endOf(record) };
  }

  /** Loads the programs of the robots that have one. */
  async programs(): Promise<NamedProgram[]> {
    const programs: NamedProgram[] = [];
    for (const { name } of this.model.robots) {
      const file = this.settings.programOf(name);
      if (file !== undefined) programs.push(await loadProgram(name, file, this.source, this.host));
    }
    return programs;
  }

  protected override settingsChanged(): void {
    this.catalogue = undefined;
  }

  private loadCatalogue(): Promise<Catalogue> {
    return (this.catalogue ??= loadCatalogue(this.settings.get('plugin'), this.source, this.host));
  }

  private async catalogueProblems(): Promise<readonly Problem[]> {
    try {
      return this.placed((await this.loadCatalogue()).problems(this.model));
    } catch (error) {
      if (error instanceof InputError) return error.problems;
      throw error;
    }
  }

  /** Finds overlapping objects by trying to build the world. */
  private async placementProblems(): Promise<readonly Problem[]> {
    try {
      await new CrsimRun(await this.plan(), { seed: 0 }).close();
      return [];
    } catch (error) {
      if (error instanceof InputError) return this.placed(error.problems);
      throw error;
    }
  }

  /** A problem without a place concerns the whole file. */
  private placed(problems: readonly Problem[]): Problem[] {
    return problems.map((problem) => ({ ...problem, place: problem.place ?? { file: this.source.path } }));
  }

  /** Every robot needs a controller. */
  private controllerProblems(): Problem[] {
    if (this.settings.get('spawn') !== '') return [];
    const without = this.model.robots.filter(({ name }) => this.settings.programOf(name) === undefined);
    if (without.length === 0) return [];
    const names = without.map(({ name }) => name).join(', ');
    const text =
      `no controller for ${names}: give each a program with --robot name=file.ts, start programs with ` +
      `--spawn "python3 robot.py {name}", or let controllers connect with kineko serve ${this.source.path}`;
    return [{ severity: 'error', place: { file: this.source.path }, text }];
  }

  private async connectControllers(catalogue: Catalogue): Promise<ProgramControllers> {
    const { settings } = this;
    const controllers = new ProgramControllers({
      model: this.model,
      catalogue,
      millisPerStep: () => settings.get('timeStepMillis'),
      clock: this.options.clock ?? NO_CLOCK,
      deadlineMs: settings.get('deadline'),
      endsWithControllers: true,
    });
    try {
      for (const program of await this.programs()) {
        await startProgram(program, controllers, (error) => controllers.fail(error));
      }
      const command = settings.get('spawn');
      if (command !== '' && controllers.missing.length > 0) {
        controllers.started = await this.startPrograms(command, controllers);
      }
    } catch (error) {
      await controllers.close();
      throw error;
    }
    return controllers;
  }

  private async startPrograms(command: string, slots: ControllerSlots): Promise<StartedRobots> {
    const { starter } = this.options;
    if (starter !== undefined) return (await starter()).start(command, slots);
    const text = 'programs cannot be started here: give robots files with --robot name=file.ts';
    throw new InputError([{ severity: 'error', place: this.settings.placeOf('spawn'), text }]);
  }
}

/** Controllers of which some are programs in this process; the failure of one ends the run. */
class ProgramControllers extends ControllerSlots {
  started: StartedRobots | undefined;
  private failure: { readonly error: unknown } | undefined;

  fail(error: unknown): void {
    this.failure ??= { error };
  }

  override take(): StepRequests | undefined {
    const requests = super.take();
    if (this.failure !== undefined) throw this.failure.error;
    return requests;
  }

  override get endReason(): string | undefined {
    return this.failure === undefined ? super.endReason : undefined;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.started?.close();
  }
}

/** Without a clock no controller is late. */
const NO_CLOCK: WallClock = { now: () => 0, after: () => () => {} };

/** A run that was killed ends at its last command. */
function endOf({ head, commands, isWhole }: RunRecord): number {
  return isWhole ? head.timeLimit : commands.at(-1)!.time;
}

function isBinary({ bytes }: Source): boolean {
  return bytes[0] === 0x89;
}
