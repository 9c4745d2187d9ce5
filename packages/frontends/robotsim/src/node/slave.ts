/** `kineko slave`: one process of a run over real networks, started by a remote master. */
import { resolve } from 'node:path';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode, UsageError } from '@kineko/run/console';

interface Arguments {
  readonly port: string;
  readonly listen?: string;
  readonly plugin?: readonly string[];
  readonly quiet: boolean;
  readonly verbose: number;
}

export async function slave(given: object, context: CliContext): Promise<ExitCode> {
  const args = given as Arguments;
  const { stdout, stderr, env, signal, cwd } = context;
  if (!/^\d{1,5}$/.test(args.port) || Number(args.port) > 65535) {
    throw new UsageError(`port: expected an integer from 0 to 65535 (0 for any free port), got '${args.port}'`);
  }
  const { ownParts, realAlgorithms } = await import('./real-algorithms.js');
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
      log: diagnosticsOn(context, args).author,
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
