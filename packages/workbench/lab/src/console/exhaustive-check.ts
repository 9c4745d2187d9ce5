/** `kineko check --search exhaustive`: all activation schedules of a scenario, instead of random ones. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeText } from '@kineko/formats/problem';
import type { Scenario, ScheduleSearch } from '@kineko/run';
import { type CliContext, counted, EXIT, type ExitCode, programName, shownPath, UsageError } from '@kineko/run/console';
import { makeFolder, shellWord, writing } from '@kineko/run/node';
import type { Property } from '../properties/property.js';

interface ExhaustiveRequest {
  readonly scenario: Scenario;
  readonly properties: readonly Property[];
  readonly seed: number;
  readonly maxStates: number;
  /** The folder for counterexamples. */
  readonly out: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

interface Result extends Omit<ScheduleSearch, 'schedule'> {
  readonly property: string;
  /** File of the counterexample. */
  readonly schedule?: string;
}

const EXITS = { holds: EXIT.ok, violated: EXIT.violated, undecided: EXIT.limit } as const;

export async function exhaustiveCheck(request: ExhaustiveRequest, context: CliContext): Promise<ExitCode> {
  const { scenario, properties, seed, maxStates, json, quiet } = request;
  const results: Result[] = [];
  for (const { text: property } of properties) {
    const run = await scenario.open({ seed });
    try {
      const search = run.searchSchedules?.(property, maxStates);
      if (search === undefined) {
        throw new UsageError('--search exhaustive: expected an algorithm that extends LookComputeMove');
      }
      const found = await finished(search, context.signal);
      if (found === undefined) return EXIT.interrupted;
      const { schedule, ...rest } = found;
      const file = schedule === undefined ? {} : { schedule: await saved(schedule, request, context) };
      results.push({ property, ...rest, ...file });
    } finally {
      await run.close();
    }
  }
  if (json) context.stdout.write(`${JSON.stringify({ results })}\n`);
  else if (!quiet) for (const result of results) context.stdout.write(describe(result, context));
  const exits = results.map(({ verdict }) => EXITS[verdict]);
  return exits.find((code) => code === EXIT.violated) ?? exits.find((code) => code !== EXIT.ok) ?? EXIT.ok;
}

/** Undefined if the user ends the program. */
async function finished(search: Generator<undefined, ScheduleSearch>, signal: AbortSignal) {
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
    await new Promise((proceed) => setImmediate(proceed));
    if (signal.aborted) return undefined;
  }
}

async function saved(text: string, { scenario, out }: ExhaustiveRequest, { cwd }: CliContext): Promise<string> {
  const file = join(out, `${scenario.name}.schedule.yaml`);
  await writing(file, async () => {
    makeFolder(out);
    await writeFile(file, text);
  });
  return shownPath(file, cwd);
}

function describe({ property, verdict, text, model, states, schedule }: Result, { env }: CliContext): string {
  const lines = [
    `${property}: ${verdict}: ${text} (${counted(states, 'state')})`,
    `  ${model}`,
    ...(schedule === undefined ? [] : [`  replay  ${programName(env)} run ${shellWord(schedule)}`]),
  ];
  return lines.map((line) => `${escapeText(line)}\n`).join('');
}
