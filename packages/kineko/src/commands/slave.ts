/** `kineko slave`: one process of a run over real networks, which a master elsewhere brings into it. */
import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { diagnosticsOn } from '../terminal/diagnostics.js';
import { UsageError } from '../usage-error.js';

interface Arguments {
  readonly port: string;
  readonly listen?: string;
  readonly plugin?: readonly string[];
  readonly quiet: boolean;
  readonly verbose: number;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('port', { type: 'string', default: '8632', describe: 'the port to wait on; 0 for any free one' })
      .option('listen', {
        type: 'string',
        requiresArg: true,
        describe: 'the address to wait on, besides this machine only; needs KINEKO_TOKEN, the same everywhere',
      })
      .option('plugin', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'a .ts or .js file with algorithms or protocols that the master may name (may be repeated)',
      })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more: -v what authors log, -vv everything' })
      .example(
        '$0 slave 8632',
        'then, elsewhere: kineko run test.config, with simulation = false and slave = host:8632',
      ),
  run: (args, surroundings) => slave(args as unknown as Arguments, surroundings),
};

async function slave(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const { stdout, stderr, env, signal, cwd } = surroundings;
  if (!/^\d{1,5}$/.test(args.port) || Number(args.port) > 65535) {
    throw new UsageError(`'${args.port}' is no port: a whole number from 0 to 65535 is right, 0 for any free one`);
  }
  const { ownParts, realAlgorithms } = await import('@kineko/robotsim/node');
  const { RealNetworkError, startSlave } = await import('@kineko/neko/real');
  const { loadModule } = await import('@kineko/run/node');
  const modules = await Promise.all(
    (args.plugin ?? []).map((path) => loadModule(resolve(cwd, path), { base: import.meta.url })),
  );
  try {
    const waiting = await startSlave({
      algorithms: realAlgorithms(ownParts(modules)),
      token: env['KINEKO_TOKEN'],
      port: Number(args.port),
      log: diagnosticsOn(surroundings, args).author,
      ...(args.listen !== undefined && { host: args.listen }),
    });
    signal.addEventListener('abort', () => waiting.close());
    stdout.write(`Ready on port ${waiting.address.port}\n`);
    const report = await waiting.done;
    if (signal.aborted) return EXIT.interrupted;
    if (report?.stoppedBy === 'closed') return EXIT.ok;
    const why = report === undefined ? 'closed before a run' : `p${report.id}: ${report.message ?? report.stoppedBy}`;
    stderr.write(`kineko: ${why}\n`);
    return EXIT.failed;
  } catch (error) {
    if (!(error instanceof RealNetworkError)) throw error;
    stderr.write(`kineko: ${error.message}\n`);
    return EXIT.usage;
  }
}
