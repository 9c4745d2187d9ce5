/** The main function of a slave program: `slaveMain(algorithms, { args: process.argv.slice(2), … })`. */
import { expected } from '@kineko/formats/problem';
import { type Algorithms, RealNetworkError, startSlave } from '@kineko/neko/real';

/** A process on a busy machine may take its time, and is not lost. */
export const PATIENT = { handshakeMs: 600_000, startMs: 600_000, phaseMs: 600_000, silenceMs: 600_000 };

interface SlaveMainOptions {
  /** `[port] [host]`; default: any free port. */
  readonly args: readonly string[];
  /** KINEKO_TOKEN is the token: not an argument, which every user of the machine could read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  /** Prints errors. */
  readonly complain: (line: string) => void;
}

/** Waits for a master, takes part in its run, and returns the exit code. */
export async function slaveMain(algorithms: Algorithms, options: SlaveMainOptions): Promise<number> {
  const { args, env, print, complain } = options;
  try {
    const [port = '0', host] = args;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
      throw new RealNetworkError(`port: ${expected('an integer from 0 to 65535', port)}`);
    }
    const token = env['KINEKO_TOKEN'];
    const common = { algorithms, token, port: Number(port), limits: PATIENT };
    const slave = await startSlave({ ...common, ...(host === undefined ? {} : { host }) });
    print(`Ready on port ${slave.address.port}`);
    const report = await slave.done;
    if (report?.stoppedBy === 'closed') return 0;
    complain(report === undefined ? 'closed before a run' : `p${report.id}: ${report.message ?? report.stoppedBy}`);
    return 1;
  } catch (error) {
    if (!(error instanceof RealNetworkError)) throw error;
    complain(error.message);
    return 2;
  }
}
