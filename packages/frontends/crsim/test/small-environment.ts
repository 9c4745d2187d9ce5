/** Environments for tests, with controllers in the same process. */
import { type CrsimPlugin, Catalogue } from '../src/run/world/catalogue.js';
import { type RobotProgram, startProgram } from '../src/run/robots/program.js';
import { CrsimRun, type RunPlan } from '../src/run/steps/run.js';
import { ControllerSlots } from '../src/run/robots/controller-slots.js';
import type { StepOutcome } from '../src/run/steps/environment.js';
import { readCrsimModel } from '../src/format/model-reader.js';
import type { TraceRecord } from '@kineko/formats/trace';
import { type commandsOf, Recording, ResultHash, type RunSummary } from '@kineko/run';

export interface SmallOptions {
  readonly programs?: Readonly<Record<string, RobotProgram>>;
  readonly plugins?: readonly CrsimPlugin[];
  readonly seed?: number;
  readonly timeLimit?: number;
  readonly prefetch?: number;
  readonly speed?: number;
  readonly commands?: ReturnType<typeof commandsOf>;
}

export interface SmallRun {
  readonly records: readonly TraceRecord[];
  readonly hash: string;
  readonly summary: RunSummary;
  readonly steps: readonly StepOutcome[];
  readonly statuses: readonly string[];
  readonly run: CrsimRun;
}

export async function planOf(
  xml: string,
  plugins: readonly CrsimPlugin[] = [],
  timeLimit = Infinity,
): Promise<RunPlan> {
  const model = await readCrsimModel(xml, 'test.xml');
  const catalogue = new Catalogue(plugins);
  const { communications, timeStepMillis } = model;
  return { model, text: xml, catalogue, communications, millisPerStep: timeStepMillis, timeLimit };
}

/** Runs an environment until all programs have ended. */
export async function runSmall(xml: string, options: SmallOptions = {}): Promise<SmallRun> {
  const { programs = {}, plugins, seed = 1, timeLimit, prefetch = 0, speed = 10, commands } = options;
  const plan = await planOf(xml, plugins, timeLimit);
  const statuses: string[] = [];
  const slots = new ControllerSlots({
    model: plan.model,
    catalogue: plan.catalogue,
    millisPerStep: () => plan.millisPerStep,
    clock: { now: () => 0, after: () => () => {} },
    endsWithControllers: true,
    onStatus: (text) => void statuses.push(text),
  });
  const failures: unknown[] = [];
  for (const [name, program] of Object.entries(programs)) {
    await startProgram({ name, program, options: { prefetch, speed } }, slots, (error) => void failures.push(error));
  }
  const hash = await ResultHash.create();
  const recording = new Recording([hash]);
  const records: TraceRecord[] = [];
  const steps: StepOutcome[] = [];
  const run = new CrsimRun(plan, {
    seed,
    emit: (record) => {
      records.push(record);
      recording.emit(record);
    },
    listener: { stepBegins: () => {}, stepEnds: (outcome) => void steps.push(outcome) },
    ...(commands === undefined ? { controllers: slots } : { commands }),
  });
  await run.advance();
  await recording.close();
  if (failures.length > 0) throw failures[0];
  return { records, hash: hash.digest(), summary: run.summary(), steps, statuses, run };
}
