/** `kineko check`: properties, held against many runs of a scenario, or against a log. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MAX_TIME } from '@kineko/geometry';
import {
  CHECKERS,
  CONDITIONS,
  DEFAULT_RUNS,
  PropertyError,
  RunObserver,
  type Property,
  type PropertyResult,
  PropertyTally,
} from '@kineko/lab';
import { isCounterexample, judgePool, type JudgePool, Opening, readProperties } from '@kineko/lab/node';
import type { Argv } from 'yargs';
import type { CheckArguments } from '../checking/check-arguments.js';
import { CheckingScenario } from '../checking/checking-scenario.js';
import { describeResults } from '../checking/report.js';
import { isRecordFile } from '../checking/is-record-file.js';
import { readVariations } from '../checking/variations.js';
import type { Command } from '../command.js';
import { VALUE } from '@kineko/run';
import { unfinished } from '../cut-off.js';
import { frontEndNamed, LOG_FORMATS } from '../front-ends.js';
import { environmentOf, LAB_WORKER, labSite, pluginsOf, settingsOf, wholeNumber } from '../lab-site.js';
import { readBudget } from '../checking/budget.js';
import {
  type CliContext,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  readRecords,
  readSeeds,
  UsageError,
  warnOfDamage,
} from '@kineko/run/console';
import { logToRead } from '../run-log.js';
import { limitOptions, limitsOf } from '../run-limits.js';
import { frontEndOptions, STRICT_OPTION, warnOfIdleFlags } from '../scenario-options.js';

const DEFAULT_SEEDS = '0..99';
const DEFAULT_LIMITS = { eventLimit: '1000000', wallLimit: '60' };
/** What can be asked for, for --help. */
const PROPERTIES = [
  'Properties:',
  ...[...CONDITIONS, ...CHECKERS].map(({ name, doc, ...more }) => {
    const value = 'value' in more && more.value !== undefined ? `=<${more.value}>` : '';
    const options = (more.options ?? []).map((option) => ` ${option}=…`).join('');
    return `  ${name}${value}${options}: ${doc}`;
  }),
  '  no-collision: the same as never collision',
  '  ./file.ts#name: your own',
  'Before conditions on robots: always, never, eventually (… before <seconds>), sometimes (in some run).',
].join('\n');

export const command: Command = {
  options: (argv: Argv) =>
    frontEndOptions(argv, 'check')
      .positional('file', { type: 'string', describe: 'a scenario, or a log, a trace or the folder of a run' })
      .option('property', {
        alias: 'p',
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'what has to hold: no-collision, "eventually gathered=5 before 300" … (may be repeated)',
      })
      .option('seeds', {
        ...VALUE,
        describe: `seeds of the runs: 0..9999, or 7, or 1,5,20..29 (default: ${DEFAULT_SEEDS}; for a saved counterexample, the seed in it)`,
      })
      .option('search', {
        choices: ['swarm', 'guided'] as const,
        describe: 'look on beyond seeds: for faults that do harm',
      })
      .option('runs', { ...VALUE, default: '1000', describe: 'of a search, at most' })
      .option('vary', {
        ...VALUE,
        default: 'seeds,delays,places',
        describe: 'what a search varies: seeds, delays, pauses, crashes, losses, places',
      })
      .option('time-limit', { ...VALUE, describe: 'simulated seconds of a run, at most' })
      .option('keep-going', { type: 'boolean', default: false, describe: 'go through all seeds, whatever is found' })
      .option('shrink', {
        type: 'boolean',
        describe: 'shrink and save the first counterexample (default: true; for a saved counterexample, false)',
      })
      .option('shrink-budget', {
        ...VALUE,
        default: String(DEFAULT_RUNS),
        describe: 'limit of shrinking: a number of runs, or wall-clock seconds as in 30s',
      })
      .option('out', { alias: 'o', ...VALUE, default: '.', describe: 'folder for the counterexample and its trace' })
      .options(limitOptions(DEFAULT_LIMITS))
      .option('complete', {
        type: 'boolean',
        default: false,
        describe: 'of a log: what has not happened in it will not happen',
      })
      .option('jobs', { alias: 'j', ...VALUE, describe: 'how many threads; by default as many as there are cores' })
      .option('set', { type: 'string', array: true, nargs: 1, describe: 'give a key of the scenario another value' })
      .option('strict', STRICT_OPTION)
      .option('json', { type: 'boolean', default: false, describe: 'print what was found as one JSON object' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example(
        '$0 check patrol.config --seeds 0..9999 -p no-collision',
        'ten thousand runs; exit code 3 on a violation',
      )
      .example('$0 check results/trace.bin -p separation=2', 'a run that is over')
      .example(
        '$0 check vote.config -p "consensus protocol=vote" --search swarm --vary seeds,delays,crashes',
        'beyond seeds',
      )
      .epilogue(PROPERTIES),
  run: (args, context) => check(args as unknown as CheckArguments, context),
};

async function check(args: CheckArguments, context: CliContext): Promise<ExitCode> {
  const { cwd, env } = context;
  const path = await logToRead(args.file, cwd);
  const texts = args.property ?? [];
  if (texts.length === 0)
    throw new UsageError('say what has to hold: --property no-collision (kineko check --help tells more)');
  if (await isRecordFile(path)) return checkLog(path, texts, args, context);
  const opening = new Opening(labSite(env));
  const properties = await asUsage(() => readProperties(texts, path, opening));
  const runs = wholeNumber('runs', args.runs)!;
  const variations = readVariations(args.vary);
  const jobs = wholeNumber('jobs', args.jobs);
  const until = timeLimitOf(args.timeLimit);
  const limits = limitsOf(args);
  const budget = readBudget(args.shrinkBudget);
  const out = await folderFor(args.out, cwd);
  const plugins = await pluginsOf(args.plugin, cwd);
  const scenario = {
    path,
    settings: settingsOf(args.set),
    environment: environmentOf(env),
    plugins,
    strict: args.strict,
  };
  // All problems are reported before threads are started.
  const { frontEnd: name, seed } = await opening.scenario(scenario);
  const frontEnd = frontEndNamed(name);
  warnOfIdleFlags(frontEnd, args.file, { plugin: args.plugin }, diagnosticsOn(context, args));
  // A saved counterexample is one run, which is as small as it gets.
  const isReplay = args.seeds === undefined && seed !== undefined && (await isCounterexample(path));
  const seeds = readSeeds(args.seeds ?? (isReplay ? String(seed) : DEFAULT_SEEDS));
  const shrinks = args.shrink ?? !isReplay;
  const pool: JudgePool = judgePool(LAB_WORKER, jobs);
  try {
    const checking = new CheckingScenario({
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
      pool,
      args,
      context,
    });
    return await checking.run();
  } finally {
    await pool.close();
  }
}

async function checkLog(
  path: string,
  texts: readonly string[],
  args: CheckArguments,
  context: CliContext,
): Promise<ExitCode> {
  const { stdout, signal, env } = context;
  const diagnostics = diagnosticsOn(context, args);
  const opening = new Opening(labSite(env));
  const properties = await asUsage(() => readProperties(texts, path, opening));
  const observer = new RunObserver();
  const read = await readRecords({ path, name: args.file }, LOG_FORMATS, { record: observer.add }, signal);
  warnOfDamage(read, args.file, diagnostics);
  const lack = await unfinished(path, args.file, read.lastTime);
  if (lack !== undefined) diagnostics.warn(lack);
  const observed = observer.observed({ isComplete: args.complete });
  const results = properties.map((property): PropertyResult => {
    const tally = new PropertyTally(property.text, property.isSometimes);
    tally.add(0, property.judge(observed));
    return tally.result();
  });
  if (args.json) stdout.write(`${JSON.stringify({ file: args.file, results })}\n`);
  else if (!args.quiet) stdout.write(describeResults(results, () => args.file));
  return results.every(({ verdict }) => verdict === 'holds') ? EXIT.ok : EXIT.violated;
}

/** What is wrong with a property is bad input. */
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
  if (!(seconds > 0 && seconds <= MAX_TIME))
    throw new UsageError(`--time-limit: expected a number of seconds above 0 and at most 2^31, got ${text}`);
  return seconds;
}
