/** `kineko validate`: all problems of scenarios, without running them. */
import { describeProblem, escapeText, InputError, type Problem } from '@kineko/formats/problem';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode } from '@kineko/run/console';
import type { ArgumentsOf, Command } from '../command.js';
import { loadFile } from '../load-file.js';
import { frontEndGroups, jsonOption, OUTPUT_OPTIONS, REQUIRED_LIST, SCENARIO_OPTIONS } from '../options.js';

const OPTIONS = {
  files: { ...REQUIRED_LIST, describe: 'scenarios' },
  ...SCENARIO_OPTIONS,
  json: jsonOption('the problems'),
  ...OUTPUT_OPTIONS,
  quiet: { ...OUTPUT_OPTIONS.quiet, describe: 'print problems only' },
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS>;

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('validate'),
  examples: [['$0 validate *.config', 'every problem with its file and line; exit code 2 if there are errors']],
  run: validate,
};

async function validate(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { stdout } = context;
  const found: { readonly file: string; readonly problems: readonly Problem[] }[] = [];
  for (const file of args.files) found.push({ file, problems: await problemsOf(file, args, context) });
  if (args.json) stdout.write(`${JSON.stringify(found)}\n`);
  else {
    for (const { file, problems } of found) {
      for (const problem of problems) stdout.write(`${describeProblem(problem)}\n`);
      if (problems.length === 0 && !args.quiet) stdout.write(`${escapeText(file)}: ok\n`);
    }
  }
  const hasErrors = found.some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  return hasErrors ? EXIT.usage : EXIT.ok;
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
