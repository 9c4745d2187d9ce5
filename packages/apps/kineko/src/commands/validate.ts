/** `kineko validate`: all that is wrong with scenarios, before anything is run. */
import { describeProblem, escapeText, InputError, type Problem } from '@kineko/formats/problem';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode } from '@kineko/run/console';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { loadFile, type ScenarioArguments, scenarioOptions } from '../scenario-options.js';

interface Arguments extends ScenarioArguments {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}

export const command: Command = {
  options: (argv: Argv) =>
    scenarioOptions(argv, 'validate')
      .positional('files', { type: 'string', array: true, describe: 'scenarios' })
      .option('json', { type: 'boolean', default: false, describe: 'print the problems as JSON' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say only what is wrong' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 validate *.config', 'every problem with its file and line; exit code 2 if there are errors'),
  run: (args, context) => validate(args as unknown as Arguments, context),
};

async function validate(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { stdout } = context;
  const found: { readonly file: string; readonly problems: readonly Problem[] }[] = [];
  for (const file of args.files) found.push({ file, problems: await problemsOf(file, args, context) });
  if (args.json) stdout.write(`${JSON.stringify(found)}\n`);
  else {
    for (const { file, problems } of found) {
      for (const problem of problems) stdout.write(`${describeProblem(problem)}\n`);
      if (problems.length === 0 && !args.quiet) stdout.write(`${escapeText(file)}: well\n`);
    }
  }
  const isWrong = found.some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  return isWrong ? EXIT.usage : EXIT.ok;
}

async function problemsOf(file: string, args: Arguments, context: CliContext): Promise<readonly Problem[]> {
  try {
    const scenario = await loadFile(file, args, {}, context, diagnosticsOn(context, args));
    return await scenario.problems();
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}
