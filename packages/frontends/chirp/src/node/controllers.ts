/** The controllers that a world names: programs that run while it is served, if the user allows it. */
import { startProgram } from '@kineko/server';
import type { ChirpController } from '../format/world.js';

export interface ControllersOptions {
  readonly controllers: readonly ChirpController[];
  /** The folder of the world: their working directory. */
  readonly folder: string;
  /** The address of the server (CHIRP_HOST, CHIRP_PORT). */
  readonly host: string;
  readonly port: number;
  /** Whether the simulation waits for them (CHIRP_LOCKSTEP=1). */
  readonly isLockstep?: boolean;
  /** The first word of their requests (CHIRP_TOKEN). */
  readonly token?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each line that a controller prints. */
  readonly onLine: (controller: ChirpController, line: string) => void;
  /** A controller has ended on its own, or could not be started. */
  readonly onEnd: (controller: ChirpController, how: string) => void;
}

/** Time for a controller to end before it is killed (ms). */
const GRACE_MS = 2000;

export class Controllers {
  private readonly programs: readonly ReturnType<typeof startProgram>[];
  private isStopping = false;

  constructor(options: ControllersOptions) {
    const { folder: cwd, host, port, onLine, onEnd, isLockstep = false, token } = options;
    const env = {
      ...options.env,
      CHIRP_HOST: host,
      CHIRP_PORT: String(port),
      CHIRP_LOCKSTEP: isLockstep ? '1' : '0',
      ...(token !== undefined && { CHIRP_TOKEN: token }),
    };
    this.programs = options.controllers.map((controller) =>
      startProgram({
        command: controller.command,
        cwd,
        env,
        onLine: (line) => onLine(controller, line),
        onEnd: (how) => {
          if (!this.isStopping) onEnd(controller, how);
        },
      }),
    );
  }

  /** Resolves when all have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.programs.map((program) => program.stop(GRACE_MS)));
  }
}
