/** `kineko grade`: a student's algorithm against an assignment. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Grade, PropertyError } from '@kineko/lab';
import { gradeAlgorithm, type GradeOutcome } from '@kineko/lab/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { GRADE_WORKER, labSite, SUBMISSION_PROGRAM, wholeNumber } from '../lab-site.js';
import { SUBMISSION_MODULES } from '../submission/modules.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { type CellsProgress, cellsProgress } from '../terminal/cells-progress.js';
import { UsageError } from '../usage-error.js';

interface Arguments {
  readonly assignment: string;
  readonly algorithm: string;
  readonly replay: string;
  readonly jobs?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

const VALUE = { type: 'string', requiresArg: true } as const;

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('assignment', { type: 'string', describe: 'what is expected: YAML or JSON' })
      .positional('algorithm', { type: 'string', describe: "the student's file" })
      .option('replay', { ...VALUE, default: 'worst.trace', describe: 'where the trace of the worst run goes' })
      .option('jobs', {
        alias: 'j',
        ...VALUE,
        describe: 'how many runs at a time; by default as many as there are cores',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the score as one JSON object' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .example('$0 grade gathering.yaml submissions/ada.ts --json', 'a score, and the worst run to look at'),
  run: (args, surroundings) => grade(args as unknown as Arguments, surroundings),
};

async function grade(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, env, stdout, stderr, signal } = surroundings;
  let progress: CellsProgress | undefined;
  const replay = resolve(cwd, args.replay);
  let outcome: GradeOutcome;
  try {
    outcome = await gradeAlgorithm({
      assignment: resolve(cwd, args.assignment),
      algorithm: resolve(cwd, args.algorithm),
      site: labSite(env),
      workerFile: GRADE_WORKER,
      program: { file: fileURLToPath(SUBMISSION_PROGRAM), modules: SUBMISSION_MODULES },
      jobs: wholeNumber('jobs', args.jobs),
      signal,
      replay,
      onStart: (runs) => {
        const isWanted = !args.quiet && !args.json;
        void cellsProgress({ stderr, isWanted, title: 'grade', total: runs }).then((shown) => (progress = shown));
      },
      onRun: () => progress?.done(),
    });
  } catch (error) {
    if (error instanceof PropertyError) throw new UsageError(`${args.assignment}: ${error.message}`);
    throw error;
  } finally {
    progress?.end();
  }
  const seen = outcome.hasReplay ? args.replay : undefined;
  if (outcome.isInterrupted) {
    stderr.write('kineko: interrupted; there is no score\n');
    return EXIT.interrupted;
  }
  if (args.json) stdout.write(`${JSON.stringify({ ...outcome.grade, ...(seen !== undefined && { replay: seen }) })}\n`);
  else if (!args.quiet) stdout.write(describe(outcome.grade, seen));
  return outcome.grade.score < outcome.grade.of ? EXIT.violated : EXIT.ok;
}

function describe({ title, score, of, tasks }: Grade, replay: string | undefined): string {
  const lines = tasks.flatMap(({ name, points, of: most, runs, passed, worst }) => [
    `  ${name}: ${points} of ${most} (${passed} of ${runs} runs)`,
    ...(worst === undefined
      ? []
      : [`    seed ${worst.seed}${worst.time === undefined ? '' : `, t = ${worst.time}`}: ${worst.text}`]),
  ]);
  const look = replay === undefined ? [] : [`look at the worst run: kineko view ${replay}`];
  return [`${title}: ${score} of ${of} points`, ...lines, ...look, ''].join('\n');
}
