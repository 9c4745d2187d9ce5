/** `kineko view`: a log or a trace in the browser. */
import { basename, resolve } from 'node:path';
import { aborted, type CliContext, diagnosticsOn, EXIT, type ExitCode, OUTPUT_FLAGS } from '@kineko/run/console';
import { describeProblem, InputError } from '@kineko/formats/problem';
import { VALUE, VALUES } from '@kineko/run';
import type { ArgumentsOf, Command } from '../command.js';
import { layerScripts } from '../looks/layer-files.js';
import { openingOf, requestedLook } from '../looks/requested-look.js';
import { openInBrowser } from '../open-in-browser.js';
import { frontEndGroups, MAX_GAP_OPTION, PAGE_OPTIONS, REQUIRED, SCENARIO_OPTIONS, SEED_OPTION } from '../options.js';
import { runFactsOf } from '../render/run-facts.js';
import { findingsIn, propertiesOf } from '../findings.js';
import { logToDraw } from '../preview.js';
import { runLogOf, unfinished } from '../run-log.js';
import { withShownPaths } from '../shown-problems.js';
import { showInViewer } from '../viewer-server.js';

const OPTIONS = {
  file: {
    ...REQUIRED,
    describe:
      'a Neko log, a trace, a DEECo log, an MCAP recording, a plan, or the folder of a run; with --deliveries, what was explored',
  },
  ...PAGE_OPTIONS,
  layers: OUTPUT_FLAGS.layers,
  layer: OUTPUT_FLAGS.layer,
  at: { type: 'number', describe: 'initial time, in simulated seconds' },
  follow: { type: 'number', describe: 'id of a robot to keep in the centre' },
  'max-gap': MAX_GAP_OPTION,
  property: {
    alias: 'p',
    ...VALUES,
    describe: 'property whose violations are marked, as in kineko check (repeatable)',
  },
  deliveries: {
    ...VALUE,
    describe: 'delivery schedule of the processes of a configuration or .ts file, to be followed step by step',
  },
  seed: { ...SEED_OPTION, describe: 'random seed (with --deliveries; default: 0)' },
  ...SCENARIO_OPTIONS,
  with: { ...VALUE, describe: 'another run to compare with; the first difference is marked' },
} as const;

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('view'),
  examples: [
    ['$0 view results/neko.log', 'play, scrub, zoom, pick; ? shows the keys'],
    ['$0 view results --property "separation=2"', 'marks violations, and shows when the property holds'],
    ['$0 view results --with other-results', 'compares two runs; marks the first event that differs'],
    ['$0 view chat.config --deliveries chat.deliveries', 'a counterexample of kineko explore, step by step'],
    ['$0 view simulation.log --layers config.xml', 'with the colours, pictures and order of a visualization file'],
  ],
  run: view,
};

type Arguments = ArgumentsOf<typeof OPTIONS>;

async function view(args: Arguments, context: CliContext): Promise<ExitCode> {
  if (args.deliveries !== undefined) return viewDeliveries(args, args.deliveries, context);
  const { cwd, env, stdout, stderr, signal } = context;
  await runLogOf(resolve(cwd, args.file), args.file);
  const diagnostics = diagnosticsOn(context, { quiet: false, verbose: 0 });
  const { path, remove } = await logToDraw(args.file, args, context, diagnostics);
  const other = args.with === undefined ? undefined : await logToDraw(args.with, args, context, diagnostics);
  try {
    const properties = await propertiesOf(args.property ?? [], path, env);
    const findings = { path, properties, other: other?.path };
    const requested = await requestedLook(args, cwd);
    const { warn } = diagnostics;
    const facts = await runFactsOf(path);
    const problems = withShownPaths(facts.problems, cwd).map((each) => describeProblem({ ...each, severity: 'error' }));
    const remarks = [...requested.remarks, (await unfinished(path, args.file)) ?? [], ...problems].flat();
    for (const remark of remarks) warn(remark);
    const { at, follow } = args;
    const viewer = await showInViewer(
      { kind: 'file', path, name: basename(resolve(cwd, args.file)) },
      {
        port: args.port,
        opening: openingOf({ ...requested, remarks }, facts, { at, follow }),
        scripts: await layerScripts(requested.layerFiles),
        other: other?.path,
        ...((properties.length > 0 || other !== undefined) && { findings: () => findingsIn(findings) }),
      },
    );
    stdout.write(`${viewer.url}\n`);
    stderr.write('stop with Ctrl-C\n');
    if (args.open) openInBrowser(viewer.url);
    await aborted(signal);
    await viewer.close();
    return EXIT.ok;
  } finally {
    await remove();
    await other?.remove();
  }
}

/** Follows the steps of a delivery schedule. */
async function viewDeliveries(args: Arguments, schedule: string, context: CliContext): Promise<ExitCode> {
  const { readProcesses } = await import('../exploring/processes.js');
  const { execute, readSchedule, systemOf } = await import('../exploring/deliveries-scenario.js');
  const { checkerOfProperty } = await import('../exploring/property-checkers.js');
  const { debug } = await import('../exploring/debugger.js');
  const { cwd, env } = context;
  const diagnostics = diagnosticsOn(context, { quiet: false, verbose: 0 });
  const { name, system: own } = await readProcesses(args.file, args, context, diagnostics);
  const deliveries = await readSchedule(schedule, cwd);
  const system = systemOf(own, deliveries);
  try {
    await execute(system, schedule, deliveries);
  } catch (error) {
    // An impossible step is bad input; an error of a process is shown at its step.
    if (error instanceof InputError) throw error;
  }
  const properties = await propertiesOf(args.property ?? [], resolve(cwd, args.file), env);
  const checkers = [...(system.checkers ?? []), ...properties.map(checkerOfProperty)];
  await debug({ name, system, checkers, steps: deliveries.steps.map(({ step }) => step) }, args, context);
  return EXIT.ok;
}
