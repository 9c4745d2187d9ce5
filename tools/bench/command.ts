/** The command `npm run bench`, apart from the process it runs in, so that it can be tested. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findAll,
  type Found,
  type Kind,
  matching,
  messageOf,
  type Output,
  parseFlags,
  UsageError,
} from '../shared/found-files.js';
import type { Alternative, Comparison } from './comparison.js';
import { measure, type Measuring, quick, type Rate, takeFigures, thorough } from './measure.js';
import type { Runner } from './runner.js';
import { type Measured, performancePage, scalingPage } from './pages.js';
import { comparisonTable } from './table.js';
import { type Result, resultsOf, targetsText } from './targets.js';

export const usage = `Usage: npm run bench -- [options]

Measures the comparisons of every packages/*/bench/*.bench.ts: operations per second of CPU time, and how many times as
fast as the first alternative each one is. Figures with a target are listed again at the end, with a verdict.

  --targets        only comparisons with a target or about scaling
  --filter <text>  only comparisons whose name or file contains the text
  --busy           leave out what needs an idle machine: comparisons in wall-clock time
  --quick          fewer and shorter rounds: shows that everything runs, not how fast
  --json           one object a line, {name, n, perSecond, ratio, against}, and nothing else on stdout; of a figure
                   that is no rate, {name, n, value, unit, ratio, against}; with a target, also {must, aim, verdict};
                   of a ratio of several alternatives, {name, n, value, unit, must, aim, verdict}
  --pages <folder> write the results as the pages performance.md and scaling.md (docs)
  --list           name the comparisons and measure nothing
  --help           this text

Examples:
  npm run bench -- --filter queue
  npm run --silent bench -- --json > bench.jsonl
`;

export interface BenchContext {
  /** The folder that holds the built `packages/<package>/bench/<topic>.bench.js`. */
  readonly buildFolder: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Prepares an alternative. */
  readonly start: (alternative: Alternative, where: Whereabouts) => Runner;
  /** Overrides the usual number of rounds. */
  readonly measuring?: Measuring;
}

/** The location of an alternative, for another process. */
export interface Whereabouts {
  readonly builtFile: string;
  /** Its indices in the lists. */
  readonly comparison: number;
  readonly alternative: number;
}

type FoundComparison = Found<Comparison>;

const COMPARISONS: Kind<Comparison> = {
  name: 'bench',
  exported: 'comparisons',
  explained: 'Comparison (tools/bench/comparison.ts)',
  isOne: isComparison,
};

/** Returns the exit code: 0, 1 if a benchmark failed, 2 for an invalid request. */
export async function runBench(args: readonly string[], context: BenchContext): Promise<number> {
  const { stdout, stderr } = context;
  try {
    const options = parseFlags(args, FLAGS, usage);
    if (options.help) {
      stdout.write(usage);
      return 0;
    }
    const { found, failures } = await findAll(context.buildFolder, COMPARISONS);
    // If a file cannot be loaded, the others are still measured.
    for (const failure of failures) stderr.write(`bench: ${failure}\n`);
    const candidates = options.targets ? found.filter((each) => hasTarget(each) || each.item.isScaling) : found;
    const chosen = matching(candidates, options.filter, 'comparison', described);
    const allWell = options.list ? list(chosen, stdout) : await measureAll(chosen, options, context);
    return allWell && failures.length === 0 ? 0 : 1;
  } catch (error) {
    stderr.write(`bench: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const FLAGS = {
  filter: { type: 'string' },
  quick: { type: 'boolean' },
  busy: { type: 'boolean' },
  json: { type: 'boolean' },
  list: { type: 'boolean' },
  targets: { type: 'boolean' },
  pages: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Options {
  readonly quick?: boolean;
  readonly json?: boolean;
  readonly busy?: boolean;
  readonly pages?: string;
}

function isComparison(value: unknown): value is Comparison {
  const { name, n, alternatives } = (value ?? {}) as Partial<Comparison>;
  return typeof name === 'string' && typeof n === 'number' && Array.isArray(alternatives) && alternatives.length > 0;
}

function hasTarget({ item }: FoundComparison): boolean {
  return item.derived !== undefined || item.alternatives.some(({ target }) => target !== undefined);
}

function needsIdleMachine({ clock, needsIdleMachine: isDeclared = false }: Comparison): boolean {
  return clock === 'wall' || isDeclared;
}

function described({ file, item: comparison }: FoundComparison): string {
  return `${comparison.name}, n = ${comparison.n} (${file})`;
}

function list(found: readonly FoundComparison[], stdout: Output): boolean {
  for (const each of found) stdout.write(`${described(each)}\n`);
  return true;
}

/** Returns whether every comparison could be measured. */
async function measureAll(
  found: readonly FoundComparison[],
  options: Options,
  context: BenchContext,
): Promise<boolean> {
  const { stdout, stderr } = context;
  const measuring = context.measuring ?? (options.quick ? quick : thorough);
  let allWell = true;
  const measured: Measured[] = [];
  const omitted = options.busy ? found.filter(({ item }) => needsIdleMachine(item)) : [];
  const chosen = found.filter((each) => !omitted.includes(each));
  for (const each of omitted) stderr.write(`bench: left out, needs an idle machine: ${described(each)}\n`);
  for (const [index, each] of chosen.entries()) {
    const { item: comparison } = each;
    const showProgress = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`);
    showProgress(`${index + 1}/${chosen.length} ${described(each)} …`);
    try {
      const rates = await ratesOf(each, measuring, context);
      showProgress('');
      const results = resultsOf(comparison, rates);
      measured.push({ comparison, rates, results });
      stdout.write(options.json ? jsonLines(comparison, rates, results) : `${comparisonTable(comparison, rates)}\n\n`);
    } catch (error) {
      showProgress('');
      stderr.write(`bench: ${described(each)}: ${messageOf(error)}\n`);
      // The other comparisons are still measured.
      allWell = false;
    }
  }
  const results = measured.flatMap((each) => each.results);
  if (results.length > 0 && !options.json) stdout.write(`${targetsText(results)}\n`);
  if (options.pages !== undefined) {
    writeFileSync(
      join(options.pages, 'performance.md'),
      performancePage(
        measured,
        omitted.map(({ item }) => item),
      ),
    );
    writeFileSync(join(options.pages, 'scaling.md'), scalingPage(measured));
  }
  return allWell;
}

async function ratesOf(found: FoundComparison, measuring: Measuring, { start }: BenchContext): Promise<Rate[]> {
  const { item: comparison, builtFile, index } = found;
  const runners = comparison.alternatives.map((each, alternative) =>
    start(each, { builtFile, comparison: index, alternative }),
  );
  try {
    if (comparison.unit === undefined) return await measure(runners, measuring);
    return await takeFigures(runners, measuring === quick ? 1 : comparison.takes);
  } finally {
    for (const runner of runners) runner.close();
  }
}

function jsonLines(
  { name, n, unit, alternatives, derived = [] }: Comparison,
  rates: readonly Rate[],
  results: readonly Result[],
): string {
  const fullName = (rate: Rate) => `${name}: ${rate.alternative}`;
  const [first] = rates;
  const derivedLines = results
    .filter(({ target }) => derived.some((each) => each.target === target))
    .map(({ figure, n: size, measured: value, unit: of, target: { must, aim }, verdict }) =>
      JSON.stringify({ name: figure, n: size, value, unit: of, must, aim, verdict }),
    )
    .map((line) => `${line}\n`);
  const lines = rates.map((rate, index) => {
    const { perSecond, ratio } = rate;
    const against = first === undefined || rate === first ? null : fullName(first);
    const figure = unit === undefined ? { perSecond } : { value: perSecond, unit };
    const target = alternatives[index]?.target;
    const result = results.find((each) => each.target === target);
    const { verdict } = result ?? {};
    const bounds = verdict === undefined ? {} : { must: target?.must, aim: target?.aim, verdict };
    return `${JSON.stringify({ name: fullName(rate), n, ...figure, ratio, against, ...bounds })}\n`;
  });
  return [...lines, ...derivedLines].join('');
}
