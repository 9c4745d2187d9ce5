/** `kineko validate`: all problems of scenarios, experiments and assignments, without running them. */
import { resolve } from 'node:path';
import process from 'node:process';
import { describeProblem, escapeText, InputError, type Problem } from '@kineko/formats/problem';
import { labFileKind, prepareAssignment, prepareSweep } from '@kineko/lab/node';
import { headOf, type Host } from '@kineko/run';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode, programPaths } from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import { checkTypes } from '../checking/type-check.js';
import type { ArgumentsOf, Command } from '../command.js';
import { FRONT_ENDS } from '../front-ends.js';
import { environmentOf, labSite } from '../lab-site.js';
import { loadFile, nodeHost } from '../load-file.js';
import { frontEndGroups, jsonOption, OUTPUT_OPTIONS, REQUIRED_LIST, SCENARIO_OPTIONS, settingsOf } from '../options.js';
import { kinekoVersion } from '../program-files.js';
import { withShownPaths } from '../shown-problems.js';

const OPTIONS = {
  files: { ...REQUIRED_LIST, describe: 'scenarios, experiments and assignments' },
  ...SCENARIO_OPTIONS,
  types: {
    type: 'boolean',
    default: true,
    describe: 'check the types of author files, if TypeScript is installed (--no-types does not)',
  },
  json: jsonOption('the problems'),
  ...OUTPUT_OPTIONS,
  quiet: { ...OUTPUT_OPTIONS.quiet, describe: 'print problems only' },
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS> & { readonly plugin?: readonly string[] };

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('validate'),
  examples: [
    ['$0 validate *.config', 'every problem with its file and line; exit code 2 if there are errors'],
    ['$0 validate gathering-time.yaml', 'an experiment, its scenario at every point, and the author files of both'],
  ],
  run: validate,
};

interface Checked {
  readonly file: string;
  readonly problems: readonly Problem[];
  /** Absolute paths of the author files that it names. */
  readonly modules: ReadonlySet<string>;
}

async function validate(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { stdout, cwd } = context;
  const checked: Checked[] = [];
  for (const file of args.files) checked.push(await check(file, args, context));
  const found = (args.types ? await withTypes(checked, args, context) : checked).map(({ file, problems }) => ({
    file,
    problems: withShownPaths(problems, cwd),
  }));
  if (args.json) stdout.write(`${JSON.stringify(found)}\n`);
  else print(found, args, context);
  const hasErrors = found.some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  return hasErrors ? EXIT.usage : EXIT.ok;
}

function print(found: readonly Omit<Checked, 'modules'>[], { quiet }: Arguments, { stdout }: CliContext): void {
  // Files that share an author file have its problems in common.
  const printed = new Set<string>();
  for (const { file, problems } of found) {
    for (const line of problems.map(describeProblem)) {
      if (!printed.has(line)) stdout.write(`${line}\n`);
      printed.add(line);
    }
    if (problems.length === 0 && !quiet) stdout.write(`${escapeText(file)}: ok\n`);
  }
}

async function check(file: string, args: Arguments, context: CliContext): Promise<Checked> {
  const plugins = await programPaths(args.plugin ?? [], context.cwd);
  const modules = new Set(plugins);
  const host = nodeHost((module) => modules.add(module));
  let problems: readonly Problem[];
  try {
    problems = await problemsOf(file, plugins, host, args, context);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    ({ problems } = error);
  }
  return { file, problems, modules };
}

/** Throws an `InputError`, or returns the problems. */
async function problemsOf(
  file: string,
  plugins: readonly string[],
  host: Host,
  args: Arguments,
  context: CliContext,
): Promise<readonly Problem[]> {
  const { cwd, env } = context;
  const path = resolve(cwd, file);
  const source = await readSource(cwd === process.cwd() ? file : path, FRONT_ENDS);
  // The plan of a league has tasks, too.
  const isScenario = FRONT_ENDS.some(({ recognises }) => recognises(headOf(source), path));
  const kind = isScenario ? undefined : await labFileKind(source);
  if (kind === 'assignment') {
    return (await prepareAssignment(path, labSite(env), host)).warnings;
  }
  if (kind === 'experiment') {
    const settings = settingsOf(args.set);
    const given = { settings, environment: environmentOf(env), plugins, strict: args.strict };
    const prepared = await prepareSweep({ path, version: kinekoVersion(), ...given }, labSite(env), host);
    return prepared.sweep.warnings;
  }
  return (await loadFile(file, args, {}, context, diagnosticsOn(context, args), { host })).problems();
}

/** Adds the problems that TypeScript finds in the files of authors. */
async function withTypes(
  checked: readonly Checked[],
  { quiet }: Arguments,
  { stderr, signal }: CliContext,
): Promise<readonly Checked[]> {
  const all = new Set(checked.flatMap(({ modules }) => [...modules]));
  const { problems, note } = await checkTypes(all, signal);
  if (note !== undefined && !quiet) stderr.write(`note: types were not checked: ${escapeText(note)}\n`);
  // Imported files, which may belong to any of them.
  const imported = [...problems.keys()].filter((file) => !all.has(file));
  return checked.map((each) => {
    const files = each.modules.size === 0 ? [] : [...each.modules, ...imported];
    const isKnown = ({ place }: Problem): boolean =>
      each.problems.some((other) => other.place?.line === place?.line && other.place?.file === place?.file);
    const found = files.flatMap((file) => problems.get(file) ?? []).filter((problem) => !isKnown(problem));
    return { ...each, problems: [...each.problems, ...found] };
  });
}
