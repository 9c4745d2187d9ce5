/** `kineko edit`: draws, checks, saves and runs a world in the browser. */
import { stat, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { startEditor, WorldFile } from '@kineko/editor/node';
import { inputError } from '@kineko/formats/problem';
import { headOf, VALUE, VALUES } from '@kineko/run';
import { aborted, type CliContext, diagnosticsOn, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { readSource, writeFailure } from '@kineko/run/node';
import { isLocalOnly } from '@kineko/server';
import type { ArgumentsOf, Command } from '../command.js';
import { problemsOf, runTrial } from '../editor-services.js';
import { FRONT_ENDS } from '../front-ends.js';
import { openInBrowser } from '../open-in-browser.js';
import { PAGE_OPTIONS, REQUIRED } from '../options.js';
import { FORMAT_NAMES, type FormatName, openWorld, WORLD_FORMATS } from '../page/world-formats.js';
import { scenarioFile } from '../load-file.js';
import { pagesFolder } from '../program-files.js';

const OPTIONS = {
  world: {
    ...REQUIRED,
    describe: 'a Chirp world or its folder, an environment model, a configuration or a DEECo scenario',
  },
  new: {
    ...VALUE,
    choices: FORMAT_NAMES,
    describe: 'format of a new world, written to a file that does not exist yet',
  },
  ...PAGE_OPTIONS,
  host: { ...VALUE, describe: 'address to listen on (default: this machine only); needs KINEKO_TOKEN' },
  controllers: {
    type: 'boolean',
    default: false,
    describe: 'let the page start the controllers that a Chirp world names (on this machine only)',
  },
  plugin: { ...VALUES, describe: '.ts or .js file with classes that the world names (repeatable)' },
  'allow-path': { ...VALUES, describe: 'folder that a DEECo scenario may read besides its own (repeatable)' },
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [
    ['$0 edit examples/chirp/avoidance', 'draw, drag, turn, check, save, run; ? shows the keys'],
    ['$0 edit --new chirp world.json', 'a new world with one robot'],
    ['$0 edit world.json --controllers', 'the page may start the programs that the world names'],
  ],
  run: edit,
};

async function edit(args: ArgumentsOf<typeof OPTIONS>, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = context;
  const { port, host: listen, plugin, allowPath, controllers } = args;
  if (controllers && !isLocalOnly(listen)) {
    throw new UsageError(
      `--controllers with --host ${listen}: anyone with the token could start programs on this machine; omit one of the two`,
    );
  }
  const named = await scenarioFile(args.world, cwd);
  const path = cwd === process.cwd() ? named : resolve(cwd, named);
  if (args.new !== undefined) await create(path, args.new);
  const format = await formatOf(path);
  const flags = { plugin, allowPath };
  const editor = await startEditor({
    format: WORLD_FORMATS[format],
    path,
    pages: pagesFolder(),
    port,
    listen,
    token: context.env['KINEKO_TOKEN'],
    controllers,
    open: (text, file) => openWorld(format, text, file),
    problemsOf: (source) => problemsOf(source, flags, context),
    run: (request) => runTrial(request, format, flags, context),
  });
  const { warn } = diagnosticsOn(context, { quiet: false, verbose: 0 });
  for (const warning of editor.warnings) warn(warning);
  stdout.write(`${editor.url}\n`);
  stderr.write('stop with Ctrl-C; unsaved changes are lost then\n');
  if (args.open) openInBrowser(editor.url);
  await aborted(signal);
  await editor.close();
  return EXIT.ok;
}

async function create(path: string, format: FormatName): Promise<void> {
  try {
    await writeFile(path, WORLD_FORMATS[format].fresh, { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw inputError(
      exists ? 'already exists; open it without --new' : `cannot be written: ${writeFailure(error)}`,
      path,
    );
  }
}

/** By the content of the file. Throws an `InputError` if the editor cannot open it. */
async function formatOf(path: string): Promise<FormatName> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined)
    throw inputError(`no such file; to create it: kineko edit --new ${formatsFor(path)} ${path}`, path);
  const source = await readSource(path);
  const frontEnd = FRONT_ENDS.find((each) => each.recognises(headOf(source), path));
  const format = FORMAT_NAMES.find((name) => name === frontEnd?.name);
  const titles = FORMAT_NAMES.map((name) => WORLD_FORMATS[name].title).join(', ');
  if (format === undefined) {
    const problem = frontEnd === undefined ? 'unrecognized file format' : `${frontEnd.plural} cannot be edited`;
    throw inputError(`${problem}; supported: ${titles}`, path);
  }
  try {
    await openWorld(format, (await WorldFile.read(path)).text, path);
  } catch (error) {
    throw inputError(`cannot be edited: ${(error as Error).message} (see kineko validate)`, path);
  }
  return format;
}

/** `crsim|deeco`. */
function formatsFor(path: string): string {
  const formats = FORMAT_NAMES.filter((name) => WORLD_FORMATS[name].endings.includes(extname(path)));
  return (formats.length === 0 ? FORMAT_NAMES : formats).join('|');
}
