/** `kineko check`: properties, held against many runs of a scenario, or against a log. */
import { MAX_TIME } from '@kineko/geometry';
import {
  CHECKERS,
  CONDITIONS,
  PropertyError,
  RunObserver,
  type Property,
  type PropertyResult,
  PropertyTally,
} from '@kineko/lab';
import { judgePool, type JudgePool, Opening, readProperties } from '@kineko/lab/node';
import type { Argv } from 'yargs';
import type { CheckArguments } from '../checking/check-arguments.js';
import { CheckingScenario } from '../checking/checking-scenario.js';
import { describeResults } from '../checking/report.js';
import { isRecordFile } from '../checking/is-record-file.js';
import { readVariations } from '../checking/variations.js';
import type { Command } from '../command.js';
import { environmentOf, LAB_WORKER, labSite, pluginsOf, settingsOf, wholeNumber } from '../lab-site.js';
import { readRecords, warnOfDamage } from '../record-files.js';
import { logToRead } from '../run-log.js';
import { PLUGIN_OPTION, warnOfIdleFlags } from '../scenario-options.js';
import { readSeeds } from '../seeds.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { diagnosticsOn } from '../terminal/diagnostics.js';
import { UsageError } from '../usage-error.js';

const VALUE = { type: 'string', requiresArg: true } as const;

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
    argv
      .positional('file', { type: 'string', describe: 'a scenario, or a log, a trace or the folder of a run' })
      .option('property', {
        alias: 'p',
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'what has to hold: no-collision, "eventually gathered=5 before 300" … (may be repeated)',
      })
      .option('seeds', { ...VALUE, default: '0..99', describe: 'of the runs: 0..9999, or 7, or 1,5,20..29' })
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
        default: true,
        describe: 'make a counterexample small and keep it (--no-shrink does not)',
      })
      .option('complete', {
        type: 'boolean',
        default: false,
        describe: 'of a log: what has not happened in it will not happen',
      })
      .option('jobs', { alias: 'j', ...VALUE, describe: 'how many threads; by default as many as there are cores' })
      .option('set', { type: 'string', array: true, nargs: 1, describe: 'give a key of the scenario another value' })
      .option('plugin', PLUGIN_OPTION)
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
  run: (args, surroundings) => check(args as unknown as CheckArguments, surroundings),
};

async function check(args: CheckArguments, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, env } = surroundings;
  const path = await logToRead(args.file, cwd);
  const texts = args.property ?? [];
  if (texts.length === 0)
    throw new UsageError('say what has to hold: --property no-collision (kineko check --help tells more)');
  if (await isRecordFile(path)) return checkLog(path, texts, args, surroundings);
  const opening = new Opening(labSite(env));
  const properties = await asUsage(() => readProperties(texts, path, opening));
  const seeds = readSeeds(args.seeds);
  const runs = wholeNumber('runs', args.runs)!;
  const variations = readVariations(args.vary);
  const jobs = wholeNumber('jobs', args.jobs);
  const until = timeLimitOf(args.timeLimit);
  const plugins = await pluginsOf(args.plugin, cwd);
  const scenario = { path, settings: settingsOf(args.set), environment: environmentOf(env), plugins };
  // All that is wrong is said before threads are started.
  const { door } = await opening.scenario(scenario);
  warnOfIdleFlags(door, args.file, { plugin: args.plugin }, diagnosticsOn(surroundings, args));
  const pool: JudgePool = judgePool(LAB_WORKER, jobs);
  try {
    const checking = new CheckingScenario({
      scenario,
      door,
      properties,
      seeds,
      until,
      runs,
      variations,
      pool,
      args,
      surroundings,
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
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { stdout, signal, env } = surroundings;
  const diagnostics = diagnosticsOn(surroundings, args);
  const opening = new Opening(labSite(env));
  const properties = await asUsage(() => readProperties(texts, path, opening));
  const observer = new RunObserver();
  warnOfDamage(await readRecords({ path, name: args.file }, { record: observer.add }, signal), args.file, diagnostics);
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

function timeLimitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= MAX_TIME))
    throw new UsageError(`--time-limit: expected a number of seconds above 0 and at most 2^31, got ${text}`);
  return seconds;
}
