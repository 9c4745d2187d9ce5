/** `kineko worker`: runs cells that a sweep has queued in a Redis, on this machine. */
import { serveQueue, shownUrl } from '@kineko/lab/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { VALUE } from '@kineko/run';
import { LAB_WORKER, wholeNumber } from '../lab-site.js';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode } from '@kineko/run/console';
import { kinekoVersion } from '../versions.js';

interface Arguments {
  readonly queue?: string;
  readonly jobs?: string;
  readonly lease: string;
  readonly quiet: boolean;
  readonly verbose: number;
}

const DEFAULT_QUEUE = 'redis://127.0.0.1:6379';

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .option('queue', { ...VALUE, describe: `the Redis; by default KINEKO_QUEUE, else ${DEFAULT_QUEUE}` })
      .option('jobs', { alias: 'j', ...VALUE, describe: 'how many threads; by default as many as there are cores' })
      .option('lease', {
        ...VALUE,
        default: '15',
        describe: 'seconds after which the cell of a dead worker goes to another',
      })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'name every cell' })
      .example('$0 worker --queue redis://lab:6379', 'on any number of machines; Ctrl-C ends it after its cells'),
  run: (args, context) => work(args as unknown as Arguments, context),
};

async function work(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { env, stderr, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const url = args.queue ?? env['KINEKO_QUEUE'] ?? DEFAULT_QUEUE;
  const done = await serveQueue({
    url,
    version: kinekoVersion(),
    workerFile: LAB_WORKER,
    jobs: wholeNumber('jobs', args.jobs),
    leaseSeconds: wholeNumber('lease', args.lease),
    signal,
    onStart: (jobs) => {
      if (!args.quiet) stderr.write(`${jobs} threads wait for cells of ${shownUrl(url)}; Ctrl-C ends it\n`);
    },
    onCell: (id, failure) => diagnostics.info(failure === undefined ? id : `${id} failed: ${failure}`),
    onNotice: diagnostics.warn,
  });
  if (!args.quiet) stdout.write(`${done} cells were run\n`);
  return EXIT.ok;
}
