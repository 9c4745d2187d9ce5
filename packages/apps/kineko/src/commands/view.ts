/** `kineko view`: a log or a trace in the browser. */
import { basename, resolve } from 'node:path';
import {
  aborted,
  type CliContext,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  LAYER_FLAG,
  LAYERS_FLAG,
  type LookFlags,
} from '@kineko/run/console';
import { openInBrowser } from '@kineko/server';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { unfinished } from '../cut-off.js';
import { layerScripts } from '../looks/layer-files.js';
import { askedLook } from '../looks/looks.js';
import { openingOf } from '../looks/opening-of.js';
import { besideLog } from '../render/beside.js';
import { runLogOf } from '../run-log.js';
import { showInViewer } from '../viewer-server.js';

interface Arguments extends LookFlags {
  readonly file: string;
  readonly port?: number;
  readonly open: boolean;
  readonly at?: number;
  readonly follow?: number;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('file', { type: 'string', describe: 'a Neko log, a trace, a DEECo log, or the folder of a run' })
      .option('port', { type: 'number', describe: 'the port of the page; by default the first free one from 7365 on' })
      .option('open', {
        type: 'boolean',
        default: true,
        describe: 'open the browser (--no-open only prints the address)',
      })
      .option('layers', LAYERS_FLAG)
      .option('layer', LAYER_FLAG)
      .option('at', { type: 'number', describe: 'the instant to begin with, in simulated seconds' })
      .option('follow', { type: 'number', describe: 'keep the robot of this id in the middle' })
      .example('$0 view results/neko.log', 'play, scrub, zoom, pick; ? shows the keys')
      .example('$0 view simulation.log --layers config.xml', 'colours, pictures and order of a visualization file'),
  run: (args, context) => view(args as unknown as Arguments, context),
};

async function view(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = context;
  const path = await runLogOf(resolve(cwd, args.file), args.file);
  const asked = await askedLook(args, cwd);
  const { warn } = diagnosticsOn(context, { quiet: false, verbose: 0 });
  const lack = await unfinished(path, args.file);
  const remarks = [...asked.remarks, ...(lack === undefined ? [] : [lack])];
  for (const remark of remarks) warn(remark);
  const { at, follow } = args;
  const viewer = await showInViewer(
    { kind: 'file', path, name: basename(path) },
    {
      port: args.port,
      opening: openingOf({ ...asked, remarks }, await besideLog(path), { at, follow }),
      scripts: await layerScripts(asked.layerFiles),
    },
  );
  stdout.write(`${viewer.url}\n`);
  stderr.write('Ctrl-C ends it\n');
  if (args.open) openInBrowser(viewer.url);
  await aborted(signal);
  await viewer.close();
  return EXIT.ok;
}
