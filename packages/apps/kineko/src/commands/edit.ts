/** `kineko edit`: a world in the browser, drawn, checked, saved and run. */
import { stat, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { headOf } from '@kineko/run';
import { aborted, type CliContext, diagnosticsOn, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { readSource, writeFailure } from '@kineko/run/node';
import { isLocalOnly, openInBrowser } from '@kineko/server';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import type { CheckOptions } from '../editing/checking.js';
import { startEditor } from '../editing/editor-server.js';
import { WorldFile } from '../editing/world-file.js';
import { FRONT_ENDS } from '../front-ends.js';
import { FORMAT_NAMES, type FormatName, openWorld, WORLD_FORMATS } from '../page/world-formats.js';
import { scenarioFile } from '../scenario-file.js';

interface Arguments extends CheckOptions {
  readonly world: string;
  readonly new?: FormatName;
  readonly port?: number;
  readonly host?: string;
  readonly open: boolean;
  readonly controllers: boolean;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('world', {
        type: 'string',
        describe:
          'a Chirp world, an environment model, a configuration or a DEECo scenario; or the folder of a Chirp world',
      })
      .option('new', {
        type: 'string',
        choices: FORMAT_NAMES,
        requiresArg: true,
        describe: 'begin a world of this format in a file that is not there yet',
      })
      .option('port', { type: 'number', describe: 'the port of the page; by default the first free one from 7365 on' })
      .option('host', {
        type: 'string',
        requiresArg: true,
        describe: 'the address to listen on, besides this machine only; needs KINEKO_TOKEN',
      })
      .option('open', {
        type: 'boolean',
        default: true,
        describe: 'open the browser (--no-open only prints the address)',
      })
      .option('controllers', {
        type: 'boolean',
        default: false,
        describe: 'let the page start the controllers that a Chirp world names; on this machine only',
      })
      .option('plugin', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'a .ts or .js file with classes that the world names (may be repeated)',
      })
      .option('allow-path', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'a folder that a DEECo scenario may reach besides its own (may be repeated)',
      })
      .example('$0 edit examples/chirp/avoidance', 'draw, drag, turn, check, save, run; ? shows the keys')
      .example('$0 edit --new chirp world.json', 'a new world with one robot in it')
      .example('$0 edit world.json --controllers', 'the page may start the programs that the world names'),
  run: (args, context) => edit(args as unknown as Arguments, context),
};

async function edit(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = context;
  const { port, host: listen, plugin, allowPath, controllers } = args;
  if (controllers && !isLocalOnly(listen)) {
    throw new UsageError(
      `--controllers --host ${listen}: whoever has the token could start programs from another machine; leave out one of them`,
    );
  }
  const named = await scenarioFile(args.world, cwd);
  const path = cwd === process.cwd() ? named : resolve(cwd, named);
  if (args.new !== undefined) await begin(path, args.new);
  const format = await formatOf(path);
  const editor = await startEditor({ format, path, port, listen, plugin, allowPath, controllers }, context);
  const { warn } = diagnosticsOn(context, { quiet: false, verbose: 0 });
  for (const warning of editor.warnings) warn(warning);
  stdout.write(`${editor.url}\n`);
  stderr.write('Ctrl-C ends it; what is not saved is lost then\n');
  if (args.open) openInBrowser(editor.url);
  await aborted(signal);
  await editor.close();
  return EXIT.ok;
}

async function begin(path: string, format: FormatName): Promise<void> {
  try {
    await writeFile(path, WORLD_FORMATS[format].fresh, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const why = isThere ? 'it is there already; without --new it is opened' : writeFailure(error);
    throw refusal(path, isThere ? why : `cannot be written: ${why}`);
  }
}

/** By what is in the file; throws an `InputError` if the editor cannot open it, and says how to begin one that is not there. */
async function formatOf(path: string): Promise<FormatName> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) throw refusal(path, `no such file; ${beginning(path)}`);
  const source = await readSource(path);
  const frontEnd = FRONT_ENDS.find((each) => each.recognises(headOf(source), path))?.name;
  const format = FORMAT_NAMES.find((name) => name === frontEnd);
  const titles = FORMAT_NAMES.map((name) => WORLD_FORMATS[name].title).join(', ');
  if (format === undefined) throw refusal(path, `it is nothing that can be edited; known are ${titles}`);
  try {
    await openWorld(format, (await WorldFile.read(path)).text, path);
  } catch (error) {
    throw refusal(path, `it cannot be edited: ${(error as Error).message}; kineko validate tells more`);
  }
  return format;
}

function beginning(path: string): string {
  const formats = FORMAT_NAMES.filter((name) => WORLD_FORMATS[name].endings.includes(extname(path)));
  const choice = (formats.length === 0 ? FORMAT_NAMES : formats).join('|');
  return `kineko edit --new ${choice} ${path} begins one`;
}

function refusal(file: string, text: string): InputError {
  return new InputError([{ severity: 'error', place: { file }, text }]);
}
