/** `kineko lcm shrink`: a smaller activation schedule that violates the same property. */
import { basename, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { DEFAULT_RUNS, judge, type Property, PropertyError, readProperty } from '@kineko/lab';
import { requireValid, textOf } from '@kineko/run';
import { type CliContext, counted, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { NodeHost, readSource } from '@kineko/run/node';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { findViolation } from '../format/schedule-check.js';
import { readSchedule, robotsOf, writeSchedule } from '../format/schedule-file.js';
import { smallerSchedules, unrolled } from '../format/smaller-schedules.js';
import { provesApart } from '../run/line/replay.js';
import { loadSchedule, OWN_TABLE } from '../run/schedule-scenario.js';
import { explore } from '../run/two-robots/explore.js';
import { scheduleOf } from '../run/two-robots/schedule.js';

/** Number of times that a loop is repeated. */
const ROUNDS = 4;

export async function shrinkSchedule(file: string, text: string | undefined, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = context;
  if (text === undefined)
    throw new UsageError('expected --property <property>, such as no-meeting (see kineko list properties)');
  const property = await propertyOf(text);
  const path = resolve(cwd, file);
  const { bytes } = await readSource(path);
  await requireValid(await loadSchedule({ path: file, bytes }, new NodeHost({ base: import.meta.url })));
  const original = await readSchedule(textOf(bytes), file, OWN_TABLE);
  const shortest = shortestApart(original, text);
  if (shortest !== undefined) return print(shortest, 0);
  let runs = 1;
  let smallest = unrolled(original, ROUNDS);
  if (!(await isViolated(smallest, property, path)))
    throw new UsageError(`${file}: the schedule does not violate ${text}`);
  for (let candidates = smallerSchedules(smallest); ;) {
    const next = candidates.next();
    if (next.done === true || runs >= DEFAULT_RUNS || signal.aborted) break;
    if (findViolation(next.value, robotsOf(next.value)) !== undefined) continue;
    runs++;
    if (!(await isViolated(next.value, property, path))) continue;
    smallest = next.value;
    candidates = smallerSchedules(smallest);
  }
  return print(smallest, runs);

  function print(found: ActivationSchedule, tried: number): ExitCode {
    stdout.write(writeSchedule(found, [`Violates ${text}; shrunk from ${basename(file)}`]));
    const after = tried === 0 ? '' : `, after ${counted(tried, 'run')}`;
    stderr.write(`${counted(lengthOf(found), 'step')} instead of ${lengthOf(original)}${after}\n`);
    return signal.aborted ? EXIT.interrupted : EXIT.ok;
  }
}

function lengthOf({ prefix, loop }: ActivationSchedule): number {
  return prefix.length + loop.length;
}

/** The shortest schedule that keeps two robots apart forever, if the given one is proved to do so. */
function shortestApart(schedule: ActivationSchedule, property: string): ActivationSchedule | undefined {
  const { table, scheduler, delta } = schedule;
  if (property.trim() !== 'gathered-at-point' || table === undefined || schedule.robots.length !== 2) return undefined;
  if (provesApart(schedule, table) === undefined) return undefined;
  const model = { algorithm: table, scheduler, isRigid: delta === undefined, initial: 'any' } as const;
  const shortest = scheduleOf(model, explore(model).counterexample()!);
  return lengthOf(shortest) < lengthOf(schedule) ? shortest : schedule;
}

async function propertyOf(text: string): Promise<Property> {
  try {
    return await readProperty(text, (name) =>
      Promise.reject(new PropertyError(text, `expected a built-in property, got ${name}`)),
    );
  } catch (error) {
    throw error instanceof PropertyError ? new UsageError(error.message) : error;
  }
}

/** Runs a schedule as if it were the file. Robots of a smaller schedule may fail, which is no violation. */
async function isViolated(schedule: ActivationSchedule, property: Property, path: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(writeSchedule(schedule));
  try {
    const scenario = await loadSchedule({ path, bytes }, new NodeHost({ base: import.meta.url }));
    const { verdicts } = await judge(scenario, [property], { seed: scenario.seed ?? 0 });
    return verdicts[0]!.verdict === 'violated';
  } catch (error) {
    if (error instanceof InputError || (error as Error).name === 'EventError') return false;
    throw error;
  }
}
