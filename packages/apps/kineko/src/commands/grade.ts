/** `kineko grade`: scores of students' algorithms. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeText } from '@kineko/formats/problem';
import { gradeAlgorithm, type GradeOutcome, gradePool } from '@kineko/lab/node';
import { readSource, shellWord } from '@kineko/run/node';
import { VALUE } from '@kineko/run';
import { type CliContext, EXIT, type ExitCode } from '@kineko/run/console';
import type { ArgumentsOf, Command } from '../command.js';
import { GRADE_WORKER, labSite, SUBMISSION_PROGRAM } from '../lab-site.js';
import { integerOption, JOBS_OPTION, jsonOption, OUTPUT_OPTIONS, REQUIRED, REQUIRED_LIST } from '../options.js';
import { SUBMISSION_MODULES } from '../submission/modules.js';
import { type CellsProgress, cellsProgress } from '../terminal/cells-progress.js';

const OPTIONS = {
  assignment: { ...REQUIRED, describe: 'the assignment: YAML or JSON' },
  algorithms: { ...REQUIRED_LIST, describe: "students' files, one per submission" },
  replay: {
    ...VALUE,
    default: 'worst.trace',
    describe: 'file for the trace of the worst run; with several submissions: ada.worst.trace beside it',
  },
  jobs: { ...JOBS_OPTION, describe: 'number of runs at a time (default: one per core)' },
  json: jsonOption('each score'),
  quiet: OUTPUT_OPTIONS.quiet,
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS>;

export const command: Command = {
  options: OPTIONS,
  examples: [
    ['$0 grade gathering.yaml submissions/ada.ts --json', 'a score, and a trace of the worst run'],
    ['$0 grade gathering.yaml submissions/*.ts', 'a score for each submission'],
  ],
  run: gradeAll,
};

/** Grades one submission after the other, also after one has failed. */
async function gradeAll(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { algorithms } = args;
  // Missing files are reported before anything is run.
  for (const algorithm of algorithms) await readSource(resolve(context.cwd, algorithm));
  let worst: ExitCode = EXIT.ok;
  for (const algorithm of algorithms) {
    const code = await grade(args, algorithm, context);
    if (code === EXIT.interrupted) return code;
    if (code !== EXIT.ok) worst = code;
  }
  return worst;
}

async function grade(args: Arguments, algorithm: string, context: CliContext): Promise<ExitCode> {
  const { cwd, env, stdout, stderr, signal } = context;
  const isAlone = args.algorithms.length === 1;
  const replay = isAlone ? args.replay : replayOf(algorithm, args.replay);
  // New threads for each submission, so that it cannot affect the next one.
  const pool = gradePool(GRADE_WORKER, integerOption('jobs', args.jobs));
  let progress: CellsProgress | undefined;
  let outcome: GradeOutcome;
  try {
    outcome = await gradeAlgorithm({
      assignment: resolve(cwd, args.assignment),
      algorithm: resolve(cwd, algorithm),
      site: labSite(env),
      pool,
      program: { file: fileURLToPath(SUBMISSION_PROGRAM), modules: SUBMISSION_MODULES },
      signal,
      replay: resolve(cwd, replay),
      onStart: (runs) => {
        const isWanted = !args.quiet && !args.json;
        void cellsProgress({ stderr, isWanted, title: 'grade', total: runs }).then((shown) => (progress = shown));
      },
      onRun: () => progress?.done(),
    });
  } finally {
    progress?.end();
    await pool.close();
  }
  if (outcome.isInterrupted) {
    stderr.write('kineko: interrupted: no score\n');
    return EXIT.interrupted;
  }
  const { grade: result } = outcome;
  const seen = outcome.hasReplay ? replay : undefined;
  if (args.json) {
    const named = isAlone ? result : { submission: algorithm, ...result };
    stdout.write(`${JSON.stringify({ ...named, ...(seen !== undefined && { replay: seen }) })}\n`);
  } else if (!args.quiet) {
    stdout.write(describe(result, seen, isAlone ? '' : `${algorithm}: `));
  }
  return result.score < result.of ? EXIT.violated : EXIT.ok;
}

/** `ada.worst.trace`. */
function replayOf(algorithm: string, replay: string): string {
  return join(dirname(replay), `${basename(algorithm, extname(algorithm))}.${basename(replay)}`);
}

function describe(
  { title, score, of, tasks }: GradeOutcome['grade'],
  replay: string | undefined,
  name: string,
): string {
  const lines = tasks.flatMap(({ name, points, of: most, runs, passed, worst }) => [
    `  ${name}: ${points} of ${most} (${passed} of ${runs} runs)`,
    ...(worst === undefined
      ? []
      : [`    seed ${worst.seed}${worst.time === undefined ? '' : `, t = ${worst.time}`}: ${worst.text}`]),
  ]);
  const look = replay === undefined ? [] : [`worst run: kineko view ${shellWord(replay)}`];
  return [`${name}${title}: ${score} of ${of} points`, ...lines, ...look]
    .map((line) => `${escapeText(line)}\n`)
    .join('');
}
