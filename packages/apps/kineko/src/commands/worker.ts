/** `kineko worker`: runs cells from the queue of a sweep on this machine. */
import { serveQueue } from '@kineko/lab/node';
import { VALUE } from '@kineko/run';
import { type CliContext, counted, diagnosticsOn, EXIT, type ExitCode } from '@kineko/run/console';
import type { ArgumentsOf, Command } from '../command.js';
import { LAB_WORKER } from '../lab-site.js';
import { integerOption, JOBS_OPTION, OUTPUT_OPTIONS } from '../options.js';
import { kinekoVersion } from '../program-files.js';

const DEFAULT_QUEUE = 'redis://127.0.0.1:6379';

const OPTIONS = {
  queue: { ...VALUE, describe: `address of the Redis (default: KINEKO_QUEUE, else ${DEFAULT_QUEUE})` },
  jobs: JOBS_OPTION,
  lease: { ...VALUE, default: '15', describe: 'seconds after which the cell of a dead worker is given to another' },
  ...OUTPUT_OPTIONS,
  verbose: { ...OUTPUT_OPTIONS.verbose, describe: 'print the id of every cell' },
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [['$0 worker --queue redis://lab:6379', 'on any number of machines; Ctrl-C stops it after its cells']],
  run: work,
};

async function work(args: ArgumentsOf<typeof OPTIONS>, context: CliContext): Promise<ExitCode> {
  const { env, stderr, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const url = args.queue ?? env['KINEKO_QUEUE'] ?? DEFAULT_QUEUE;
  const done = await serveQueue({
    url,
    version: kinekoVersion(),
    workerFile: LAB_WORKER,
    jobs: integerOption('jobs', args.jobs),
    leaseSeconds: integerOption('lease', args.lease),
    signal,
    onStart: (jobs, address) => {
      if (!args.quiet)
        stderr.write(`waiting for cells of ${address} on ${counted(jobs, 'thread')}; stop with Ctrl-C\n`);
    },
    onCell: (id, failure) => diagnostics.info(failure === undefined ? id : `${id} failed: ${failure}`),
    onNotice: diagnostics.warn,
  });
  if (!args.quiet) stdout.write(`${counted(done, 'cell')} run\n`);
  return EXIT.ok;
}
