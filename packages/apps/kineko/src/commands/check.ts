/** `kineko check`: properties, checked over many runs of a scenario, or in a log. */
import { stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expected, unknownName } from '@kineko/formats/problem';
import { MAX_TIME } from '@kineko/geometry';
import {
  DEFAULT_RUNS,
  labCatalogs,
  PropertyError,
  RunObserver,
  type Property,
  type Variation,
  VARIATIONS,
} from '@kineko/lab';
import { checkFinishedRun, exhaustiveCheck, readSeeds, ScenarioCheck } from '@kineko/lab/console';
import { isCounterexample, Opening, readProperties } from '@kineko/lab/node';
import { VALUE, VALUES } from '@kineko/run';
import { readSource, writing } from '@kineko/run/node';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode, programPaths, UsageError } from '@kineko/run/console';
import type { ArgumentsOf, Command } from '../command.js';
import { frontEndNamed } from '../front-ends.js';
import { environmentOf, LAB_WORKER, labSite } from '../lab-site.js';
import { explainLabFile, loadFile, settingsOfFlags, validateScenario, warnOfIdleFlags } from '../load-file.js';
import {
  frontEndGroups,
  integerOption,
  JOBS_OPTION,
  jsonOption,
  limitOptions,
  MAX_GAP_OPTION,
  limitsOf,
  OUTPUT_OPTIONS,
  REQUIRED,
  SCENARIO_OPTIONS,
  settingsOf,
} from '../options.js';
import { isRecordFile, logToRead, readLog } from '../run-log.js';
import { cellsProgress } from '../terminal/cells-progress.js';

const DEFAULT_SEEDS = '0..99';

const PROPERTIES = [
  'Properties:',
  ...labCatalogs()
    .find(({ kind }) => kind === 'properties')!
    .groups.flatMap(({ title, items }) => [
      `  ${title}:`,
      ...items.map(({ name, doc, parameters = [] }) => {
        const options = parameters.map((each) => (each.name === name ? `=<${each.unit}>` : ` ${each.name}=…`));
        return `    ${name}${options.join('')}: ${doc}`;
      }),
    ]),
  '  ./file.ts#name: your own',
  'kineko list properties explains their options.',
].join('\n');

const OPTIONS = {
  file: { ...REQUIRED, describe: 'a scenario, a plan, or a log, a trace, an MCAP recording or the folder of a run' },
  property: {
    alias: 'p',
    ...VALUES,
    describe: 'property to check: no-collision, "eventually gathered=5 before 300" … (repeatable)',
  },
  seeds: {
    ...VALUE,
    describe: `seeds of the runs, as 0..9999, 7 or 1,5,20..29 (default: ${DEFAULT_SEEDS}; the seed of a saved counterexample)`,
  },
  search: {
    choices: ['swarm', 'guided', 'exhaustive'],
    describe:
      'search for harmful faults after the seeds; exhaustive: instead of seeds, all activation schedules of Look-Compute-Move robots',
  },
  runs: { ...VALUE, default: '1000', describe: 'maximum number of runs of a search' },
  states: { ...VALUE, default: '20000', describe: 'maximum number of states of an exhaustive search, from each start' },
  vary: {
    ...VALUE,
    default: 'seeds,delays,places',
    describe: `what a search varies: ${VARIATIONS.join(', ')}`,
  },
  'time-limit': { ...VALUE, describe: 'time limit per run, in simulated seconds' },
  'keep-going': { type: 'boolean', default: false, describe: 'check all seeds, even after a violation' },
  shrink: {
    type: 'boolean',
    describe: 'shrink and save the first counterexample (default: true; for a saved counterexample, false)',
  },
  'shrink-budget': {
    ...VALUE,
    default: String(DEFAULT_RUNS),
    describe: 'limit of shrinking: a number of runs, or wall-clock seconds as in 30s',
  },
  out: { alias: 'o', ...VALUE, default: '.', describe: 'folder for the counterexample and its trace' },
  ...limitOptions({ eventLimit: '1000000', wallLimit: '60' }),
  complete: { type: 'boolean', default: false, describe: 'treat a log as complete: nothing happens after its end' },
  html: { ...VALUE, describe: 'file for a page with the audit of a plan' },
  'max-gap': MAX_GAP_OPTION,
  jobs: JOBS_OPTION,
  ...SCENARIO_OPTIONS,
  json: jsonOption('the result'),
  ...OUTPUT_OPTIONS,
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS> & { readonly plugin?: readonly string[] };

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('check'),
  examples: [
    ['$0 check patrol.config --seeds 0..9999 -p no-collision', 'ten thousand runs; exit code 3 on a violation'],
    ['$0 check results/trace.bin -p separation=2', 'a finished run'],
    ['$0 check recorded.mcap -p separation=0.2 --radius 0.3', 'a recording of another program'],
    ['$0 check solution.paths.txt --scen problem.scen --radius 0.3', 'a plan, without running it'],
    [
      '$0 check vote.config -p "consensus protocol=vote" --search swarm --vary seeds,delays,crashes',
      'a search beyond seeds',
    ],
    ['$0 check towers.config -p gathered-at-point --search exhaustive', 'all activation schedules under ssync'],
  ],
  epilogue: PROPERTIES,
  run: check,
};

async function check(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, env } = context;
  const path = await logToRead(args.file, cwd, { ...args, ...diagnosticsOn(context, args) });
  const texts = args.property ?? [];
  if (texts.length === 0) return auditScenario(path, args, context);
  if (await isRecordFile(path)) return checkLog(path, texts, args, context);
  const opening = new Opening(labSite(env));
  const properties = await asUsage(() => readProperties(texts, path, opening));
  const runs = integerOption('runs', args.runs)!;
  const variations = readVariations(args.vary);
  const jobs = integerOption('jobs', args.jobs);
  const until = timeLimitOf(args.timeLimit);
  const limits = limitsOf(args);
  const budget = readBudget(args.shrinkBudget);
  const out = await folderFor(args.out, cwd);
  const scenario = {
    path,
    settings: [...settingsOf(args.set), ...flagSettings(args, cwd)],
    environment: environmentOf(env),
    plugins: await programPaths(args.plugin ?? [], cwd),
    strict: args.strict,
  };
  // All problems are reported before threads are started.
  const loaded = await explainLabFile(await readSource(path), () => opening.scenario(scenario));
  const { frontEnd: name, seed } = loaded;
  const frontEnd = frontEndNamed(name);
  warnOfIdleFlags(frontEnd, args.file, { plugin: args.plugin }, diagnosticsOn(context, args));
  // A saved counterexample is one run, and already shrunk.
  const isReplay = args.seeds === undefined && seed !== undefined && (await isCounterexample(path));
  const seeds = readSeeds(args.seeds ?? (isReplay ? String(seed) : DEFAULT_SEEDS));
  if (args.search === 'exhaustive') {
    const { json, quiet } = args;
    const maxStates = integerOption('states', args.states)!;
    return exhaustiveCheck({ scenario: loaded, properties, seed: seeds.at(0), maxStates, out, json, quiet }, context);
  }
  const shrinks = args.shrink ?? !isReplay;
  const checking = new ScenarioCheck({
    scenario,
    frontEnd,
    properties,
    seeds,
    until,
    limits,
    runs,
    variations,
    isReplay,
    shrinks,
    budget,
    out,
    site: labSite(env),
    worker: LAB_WORKER,
    jobs,
    progress: (options) => cellsProgress({ stderr: context.stderr, isWanted: !args.quiet, ...options }),
    args,
    context,
  });
  return checking.run();
}

/** Without properties, a scenario that can be audited is. */
async function auditScenario(path: string, args: Arguments, context: CliContext): Promise<ExitCode> {
  const { stdout } = context;
  const diagnostics = diagnosticsOn(context, args);
  const scenario = (await isRecordFile(path)) ? undefined : await loadFile(args.file, args, {}, context, diagnostics);
  if (scenario?.audit === undefined) {
    throw new UsageError('expected a property, such as --property no-collision (see kineko check --help)');
  }
  await validateScenario(scenario, diagnostics);
  const audit = await scenario.audit(args.file);
  const { html } = args;
  if (html !== undefined) await writing(html, () => writeFile(resolve(context.cwd, html), audit.page()));
  if (args.json) {
    for (const piece of audit.json()) stdout.write(piece);
    stdout.write('\n');
  } else if (!args.quiet) for (const line of audit.lines()) stdout.write(`${line}\n`);
  return audit.isClean ? EXIT.ok : EXIT.violated;
}

function flagSettings(args: Arguments, cwd: string): [string, string][] {
  const given = settingsOfFlags(args, args.file, cwd).flatMap(({ values }) => Object.entries(values));
  return given.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

async function checkLog(
  path: string,
  texts: readonly string[],
  args: Arguments,
  context: CliContext,
): Promise<ExitCode> {
  const { signal, env } = context;
  const opening = new Opening(labSite(env));
  const properties = await asUsage(() => readProperties(texts, path, opening));
  const observer = new RunObserver();
  const visitor = { record: observer.add };
  const { end } = await readLog({ path, name: args.file }, visitor, signal, diagnosticsOn(context, args));
  const observed = observer.observed({ end, isComplete: args.complete });
  return checkFinishedRun(observed, properties, args, context);
}

/** A problem of a property is bad input. */
async function asUsage(read: () => Promise<Property[]>): Promise<Property[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PropertyError) throw new UsageError(error.message);
    throw error;
  }
}

/** The folder that `--out` names, which need not exist yet. */
async function folderFor(name: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, name);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === false) throw new UsageError(`--out: expected a folder, got the file ${name}`);
  return folder;
}

function timeLimitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= MAX_TIME) return seconds;
  throw new UsageError(`--time-limit: ${expected('a number of seconds above 0 and at most 2^31', text)}`);
}

/** `500`: runs; `30s`: wall-clock seconds. */
function readBudget(text: string) {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,9})?)(s?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (digits !== undefined && unit === 's' && value > 0) return { runs: Infinity, seconds: value };
  if (digits !== undefined && unit === '' && Number.isInteger(value)) return { runs: value };
  throw new UsageError(`--shrink-budget: ${expected('a number of runs, or seconds as in 30s', text)}`);
}

function readVariations(text: string): ReadonlySet<Variation> {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !VARIATIONS.some((each) => each === word));
  if (unknown !== undefined) throw new UsageError(`--vary: ${unknownName('variation', unknown, VARIATIONS)}`);
  return new Set(words as Variation[]);
}
