/** The front end for environments of the Cooperative Robotics Simulator, and for the records of their runs. */
import { InputError, type Problem } from '@kineko/formats/problem';
import {
  type FrontEnd,
  type Host,
  type OpenOptions,
  type Run,
  SettingsScenario,
  type Source,
  textOf,
} from '@kineko/run';
import { CRSIM_FILES } from '../format/files.js';
import type { Communications, CrsimModel } from '../format/model.js';
import { readCrsimModel } from '../format/model-reader.js';
import { isCrsimModel } from '../format/recognition.js';
import { loadCatalogue } from './plugins.js';
import { readRecord, type RunRecord } from './record.js';
import type { WallTime } from './robots/link.js';
import { loadProgram, type NamedProgram, startProgram } from './robots/program.js';
import { ControllerSlots } from './robots/controller-slots.js';
import { CrsimSettings } from './settings.js';
import type { RobotControllers } from './steps/robot-controllers.js';
import type { StepOutcome } from './steps/environment.js';
import type { StepRequests } from './steps/requests.js';
import { CrsimRun, type RunPlan } from './steps/run.js';
import type { Catalogue } from './world/catalogue.js';

/** Robots as programs of their own, for who can start some. */
export interface RobotStarter {
  /** Starts a program for each robot that is missing; resolves when all have connected. */
  start(command: string, slots: ControllerSlots): Promise<StartedRobots>;
}

export interface StartedRobots {
  close(): Promise<void>;
}

export interface CrsimOptions {
  /** Asked for when a scenario wants to start programs; without it such runs are refused. */
  readonly starter?: () => Promise<RobotStarter>;
  /** The time on the wall, for deadlines; without it, nobody is waited for in vain, but for ever. */
  readonly clock?: WallTime;
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

  async open(options: OpenOptions): Promise<Run> {
    const problems = await this.problems();
    if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
    const plan = await this.plan();
    const commands = options.commands ?? this.record?.commands;
    if (commands !== undefined) return new CrsimRun(plan, { ...options, commands });
    // Nothing is wrong with the environment then: it is only that it cannot be run like this.
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

  /** What a run of it is made of, whoever sits behind the robots. */
  async plan(): Promise<RunPlan> {
    const { model, text, record } = this;
    const catalogue = await this.loadCatalogue();
    if (record !== undefined) {
      const { communications, millisPerStep } = record.head;
      return {
        model,
        text,
        catalogue,
        communications: communications as unknown as Communications,
        millisPerStep,
        timeLimit: endOf(record),
      };
    }
    return {
      model,
      text,
      catalogue,
      communications: this.settings.communications,
      millisPerStep: this.settings.get('timeStepMillis'),
      timeLimit: this.settings.get('simulation.time') ?? Infinity,
    };
  }

  /** The programs of robots that were named, loaded. */
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

  /** Things may stand in each other's way: whether they can be at all is found out by trying. */
  private async placementProblems(): Promise<readonly Problem[]> {
    try {
      await new CrsimRun(await this.plan(), { seed: 0 }).close();
      return [];
    } catch (error) {
      if (error instanceof InputError) return this.placed(error.problems);
      throw error;
    }
  }

  /** What has no place of its own is about the whole file. */
  private placed(problems: readonly Problem[]): Problem[] {
    return problems.map((problem) => ({ ...problem, place: problem.place ?? { file: this.source.path } }));
  }

  /** Somebody has to sit behind the robots. */
  private controllerProblems(): Problem[] {
    if (this.settings.get('spawn') !== '') return [];
    const without = this.model.robots.filter(({ name }) => this.settings.programOf(name) === undefined);
    if (without.length === 0) return [];
    const names = without.map(({ name }) => name).join(', ');
    const text =
      `nobody sits behind ${names}: give each a program with --robot name=file.ts, start programs with ` +
      `--spawn "python3 robot.py {name}", or wait for robots to connect with kineko serve ${this.source.path}`;
    return [{ severity: 'error', place: { file: this.source.path }, text }];
  }

  private async connectControllers(catalogue: Catalogue): Promise<RobotControllers> {
    const settings = this.settings;
    const slots = new ControllerSlots({
      model: this.model,
      catalogue,
      millisPerStep: () => settings.get('timeStepMillis'),
      clock: this.options.clock ?? TIMELESS,
      deadlineMs: settings.get('deadline'),
    });
    slots.endsWithRobots = true;
    const controllers = new ProgramControllers(slots);
    try {
      for (const program of await this.programs())
        await startProgram(program, slots, (error) => controllers.fail(error));
      const command = settings.get('spawn');
      if (command !== '' && slots.missing.length > 0) controllers.started = await this.starter(command, slots);
    } catch (error) {
      await controllers.close();
      throw error;
    }
    return controllers;
  }

  private async starter(command: string, slots: ControllerSlots): Promise<StartedRobots> {
    const { starter } = this.options;
    if (starter !== undefined) return (await starter()).start(command, slots);
    const text = 'programs cannot be started here; give robots files with --robot name=file.ts';
    throw new InputError([{ severity: 'error', place: this.settings.placeOf('spawn'), text }]);
  }
}

/** Robots' programs, and what becomes of the run when one of them fails. */
class ProgramControllers implements RobotControllers {
  started: StartedRobots | undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly slots: ControllerSlots) {}

  fail(error: unknown): void {
    this.failure ??= { error };
  }

  ask(step: number): void {
    this.slots.ask(step);
  }

  take(): StepRequests | undefined {
    const requests = this.slots.take();
    if (this.failure !== undefined) throw this.failure.error;
    return requests;
  }

  whenReady(callback: () => void): void {
    this.slots.whenReady(callback);
  }

  answer(outcome: StepOutcome): void {
    this.slots.answer(outcome);
  }

  get endReason(): string | undefined {
    return this.failure === undefined ? this.slots.endReason : undefined;
  }

  async close(): Promise<void> {
    this.slots.close();
    await this.started?.close();
  }
}

/** Where nobody knows the time, nobody is late. */
const TIMELESS: WallTime = { now: () => 0, after: () => () => {} };

/** One that was killed ends with the step of its last order. */
function endOf({ head, commands, isWhole }: RunRecord): number {
  return isWhole ? head.timeLimit : commands.at(-1)!.time;
}

function isBinary({ bytes }: Source): boolean {
  return bytes[0] === 0x89;
}
