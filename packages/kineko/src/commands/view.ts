/** `kineko view`: a log or a trace in the browser. */
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { openInBrowser } from '@kineko/run/server';
import type { Argv } from 'yargs';
import { aborted } from '../aborted.js';
import type { Command } from '../command.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { showInViewer } from '../viewer-server.js';

interface Arguments {
  readonly file: string;
  readonly port?: number;
  readonly open: boolean;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('file', { type: 'string', describe: 'a Neko log or a trace' })
      .option('port', { type: 'number', describe: 'the port of the page; by default the first free one from 7365 on' })
      .option('open', {
        type: 'boolean',
        default: true,
        describe: 'open the browser (--no-open only prints the address)',
      })
      .example('$0 view results/neko.log', 'play, scrub, zoom, pick; ? shows the keys'),
  run: (args, surroundings) => view(args as unknown as Arguments, surroundings),
};

async function view(args: Arguments, { cwd, stdout, stderr, signal }: Surroundings): Promise<ExitCode> {
  const path = resolve(cwd, args.file);
  const status = await stat(path).catch(() => undefined);
  if (status?.isFile() !== true) {
    const text = status === undefined ? 'there is no such file' : 'it is no plain file: name a log or a trace';
    throw new InputError([{ severity: 'error', place: { file: args.file }, text }]);
  }
  const viewer = await showInViewer({ kind: 'file', path, name: basename(path) }, args.port);
  stdout.write(`${viewer.url}\n`);
  stderr.write('Ctrl-C ends it\n');
  if (args.open) openInBrowser(viewer.url);
  await aborted(signal);
  await viewer.close();
  return EXIT.ok;
}
