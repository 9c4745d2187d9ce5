/** A Chirp world with its port open: the run, its time, and the handler where controllers are answered. */
import { Pacer } from '@kineko/kernel/pacing';
import type { OpenOptions } from '@kineko/run';
import { type Clock, wallClock } from '@kineko/server';
import type { ChirpRun } from '../run/chirp-run.js';
import type { ChirpScenario } from '../run/scenario.js';
import { RequestHandler } from './request-handler.js';
import { CHIRP_LIMITS, type ChirpLimits } from './port-limits.js';
import { Lockstep } from './lockstep.js';
import { UdpPort } from './udp-port.js';

export interface ChirpServerOptions extends Pick<OpenOptions, 'seed' | 'emit'> {
  /** Real time, with continuous time. Default: one simulated second per second. */
  readonly pacer?: Pacer | undefined;
  /** Simulated seconds of a tick, for time that waits for the controllers; without it, time is real. */
  readonly lockstep?: number | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly owners?: boolean;
  readonly token?: string | undefined;
  readonly limits?: Partial<ChirpLimits>;
  readonly clock?: Clock;
  readonly onError?: (error: Error) => void;
  /** In lock-step: nobody spoke for a robot, and the others go on without it. */
  readonly onAbsent?: (robot: number) => void;
}

export class ChirpServer {
  private constructor(
    readonly run: ChirpRun,
    readonly handler: RequestHandler,
    readonly port: UdpPort,
    private readonly pacer: Pacer,
    private readonly lockstep: Lockstep | undefined,
  ) {}

  /** Throws an `InputError` if the world is wrong, and what the system says if the port cannot be had. */
  static async open(scenario: ChirpScenario, options: ChirpServerOptions): Promise<ChirpServer> {
    const { clock = wallClock, seed, emit } = options;
    const { run, handler, pacer, lockstep } = await openHandler(scenario, { ...options, clock, seed, emit });
    const port = await UdpPort.open({
      handler,
      ...(options.address !== undefined && { address: options.address }),
      ...(options.port !== undefined && { port: options.port }),
      ...(options.onError !== undefined && { onError: options.onError }),
    });
    return new ChirpServer(run, handler, port, pacer, lockstep);
  }

  /** Something was scheduled from outside: the run looks at it now. */
  poke(): void {
    this.pacer.poke();
  }

  async close(): Promise<void> {
    this.lockstep?.close();
    await this.port.close();
    await this.run.close();
  }
}

export interface OpenHandler {
  readonly run: ChirpRun;
  readonly handler: RequestHandler;
  readonly pacer: Pacer;
  readonly lockstep: Lockstep | undefined;
}

/** All of it but the socket. */
export async function openHandler(
  scenario: ChirpScenario,
  options: ChirpServerOptions & { readonly clock: Clock },
): Promise<OpenHandler> {
  const { clock, seed, emit, lockstep: tick, owners = true, token } = options;
  const limits = { ...CHIRP_LIMITS, ...options.limits };
  const parts: { run?: ChirpRun; handler?: RequestHandler } = {};
  const pacer = options.pacer ?? new Pacer({ continuous: true, paused: tick !== undefined, wallClock: clock });
  const lockstep =
    tick === undefined
      ? undefined
      : new Lockstep({
          tick,
          clock,
          pacer,
          robots: scenario.world?.robots.map(({ id }) => id) ?? [],
          deadlineMs: limits.deadlineMs,
          give: (command, source) => parts.run!.command(command, source),
          onTick: () => parts.handler?.tickEnded(),
          ...(options.onAbsent !== undefined && { onAbsent: options.onAbsent }),
        });
  const run = await scenario.openLive(
    { seed, emit, gate: lockstep ?? pacer },
    {
      present: () => pacer.present,
      onMessage: (to, from, text) => parts.handler!.messageArrived(to, from, text),
    },
  );
  const handler = new RequestHandler({
    run,
    clock,
    owners,
    token,
    lockstep,
    deadman: (robot) => run.deadmanOf(robot),
    limits,
    poke: together(pacer.poke),
  });
  Object.assign(parts, { run, handler });
  return { run, handler, pacer, lockstep };
}

/** However often it is asked for while requests come in, it is done once when they are all there. */
function together(action: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      action();
    });
  };
}
