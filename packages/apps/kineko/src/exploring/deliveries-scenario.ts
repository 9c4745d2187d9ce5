/** `kineko run --deliveries`: the run of a delivery schedule as a scenario. */
import { resolve } from 'node:path';
import { inputError, oneOf } from '@kineko/formats/problem';
import { Execution, type NekoRecord, parseDeliveries, StepError } from '@kineko/neko';
import { type OpenOptions, type Run, type RunSummary, type Scenario, type StoppedBy, textOf } from '@kineko/run';
import type { CliContext } from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import type { Processes } from './processes.js';

type DeliverySchedule = ReturnType<typeof parseDeliveries>;

/** How many of the possible steps an error lists, and how much of each. */
const MAX_LISTED = 4;
const MAX_SHOWN = 80;

/** The scenario whose only run takes the steps of a schedule. */
export async function deliveriesScenario(
  { name, system, scenario }: Processes,
  path: string,
  file: string,
  { cwd }: CliContext,
): Promise<Scenario> {
  const schedule = await readSchedule(file, cwd);
  const execution = await execute(systemOf(system, schedule), file, schedule);
  const own: Scenario = scenario ?? {
    frontEnd: 'processes',
    source: await readSource(resolve(cwd, path)),
    name,
    config: () => [],
    set: () => {},
    useEnvironment: () => [],
    beStrict: () => {},
    problems: () => Promise.resolve([]),
    seed: system.seed ?? 0,
    open: () => Promise.reject(new Error('a system of processes is run by a delivery schedule')),
  };
  const open = (options: OpenOptions): Promise<Run> => Promise.resolve(new DeliveriesRun(execution, options));
  return Object.create(own, { open: { value: open } }) as Scenario;
}

export async function readSchedule(file: string, cwd: string): Promise<DeliverySchedule> {
  // Once, because a pipe of the shell can be read only once.
  const { bytes } = await readSource(resolve(cwd, file));
  return parseDeliveries(textOf(bytes), file);
}

/** A system with the settings of a schedule. */
export function systemOf<S extends Processes['system']>(system: S, { links, byzantine }: DeliverySchedule): S {
  return { ...system, ...(links !== undefined && { links }), ...(byzantine !== undefined && { byzantine }) };
}

/** Takes all steps before anything is written, so that an impossible step is bad input. */
export async function execute(
  system: Processes['system'],
  file: string,
  { steps }: DeliverySchedule,
): Promise<Execution<unknown>> {
  const execution = new Execution(system, system.links);
  await execution.start();
  for (const [i, { line, step }] of steps.entries()) {
    try {
      await execution.take(step);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      const kind = step.replace(/ .*/s, '');
      const alike = error.possible.filter((each) => each.startsWith(kind));
      const possible = alike.length > 0 ? alike : error.possible;
      const listed = possible.slice(0, MAX_LISTED).map(shown);
      const more = possible.length > listed.length ? [`${possible.length - listed.length} more`] : [];
      const what = possible.length === 0 ? 'no further step' : oneOf([...listed, ...more]);
      throw inputError(`step ${i + 1} is not pending: expected ${what}, got ${shown(step)}`, { file, line });
    }
  }
  return execution;
}

function shown(step: string): string {
  return JSON.stringify(step.length > MAX_SHOWN ? `${step.slice(0, MAX_SHOWN - 1)}…` : step);
}

/** A run that has happened: its records are emitted one step after the other. */
class DeliveriesRun implements Run {
  readonly timeLimit = Infinity;
  now = 0;
  private stoppedBy: StoppedBy | undefined;
  private emitted = 0;

  constructor(
    private readonly execution: Execution<unknown>,
    private readonly options: Pick<OpenOptions, 'emit'>,
  ) {}

  get events(): number {
    return this.now;
  }

  advance({ until = Infinity } = {}): Promise<StoppedBy | undefined> {
    const { records, length } = this.execution;
    for (; this.emitted < records.length && records[this.emitted]!.time <= until; this.emitted++)
      this.options.emit?.(records[this.emitted]!);
    this.now = Math.min(length, until);
    if (this.now === length) this.stoppedBy ??= 'shutdown';
    return Promise.resolve(this.stoppedBy);
  }

  stop(): void {
    this.stoppedBy ??= 'interrupted';
  }

  command(): void {
    throw new Error('the run of a delivery schedule takes no commands');
  }

  summary(): RunSummary {
    const { records, n, underWay, length } = this.execution;
    const count = (type: NekoRecord['type']): number => records.filter((record) => record.type === type).length;
    const sent = records.reduce((sum, record) => sum + (record.type === 'send' ? record.to.length : 0), 0);
    return {
      robots: 0,
      processes: n,
      simulatedSeconds: this.now,
      events: this.now,
      motionRequests: 0,
      collisions: 0,
      delays: 0,
      messages: { sent, delivered: count('deliver'), dropped: count('drop') },
      stoppedBy: this.stoppedBy,
      remarks: [`end of the delivery schedule after ${length} steps; messages under way: ${underWay.length}`],
      hasGoal: false,
    };
  }

  metrics(): ReadonlyMap<string, number> {
    return new Map();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
